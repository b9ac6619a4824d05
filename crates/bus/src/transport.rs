//! Transports: how an envelope gets to the other nodes. [`InProcess`] is the transport of tests.

use std::future::Future;

use tokio::sync::broadcast;

use crate::NodeId;

/// A publish-subscribe transport. Each node also receives what it sends to all: a node that receives nothing is cut off.
pub(crate) trait Transport: Send + Sync + 'static {
    /// Whether it can send to one node. If not, everything goes to all nodes.
    const IS_DIRECT: bool;
    /// A connection that receives.
    type Subscription: Subscription;
    /// Connects this node. `None` if that failed.
    fn open(&mut self, node: &NodeId) -> impl Future<Output = Option<Self::Subscription>> + Send;
    /// Sends an envelope to one node, or to all of them. Returns whether the transport took it.
    fn send(&self, to: Option<&NodeId>, envelope: String) -> impl Future<Output = bool> + Send;
}

/// An open connection that receives.
pub(crate) trait Subscription: Send + 'static {
    /// The next envelope; `None` if the connection is lost.
    fn next(&mut self) -> impl Future<Output = Option<String>> + Send;
}

/// An envelope between nodes of one process, and the node that it is for.
pub(crate) type LocalEnvelope = (Option<NodeId>, String);

/// The transport between nodes of one process.
pub(crate) struct InProcess(pub(crate) broadcast::Sender<LocalEnvelope>);

impl Transport for InProcess {
    const IS_DIRECT: bool = true;
    type Subscription = InProcessSubscription;

    async fn open(&mut self, node: &NodeId) -> Option<Self::Subscription> {
        Some(InProcessSubscription { node: node.clone(), envelopes: self.0.subscribe() })
    }

    async fn send(&self, to: Option<&NodeId>, envelope: String) -> bool {
        self.0.send((to.cloned(), envelope)).is_ok()
    }
}

pub(crate) struct InProcessSubscription {
    node: NodeId,
    envelopes: broadcast::Receiver<LocalEnvelope>,
}

impl Subscription for InProcessSubscription {
    async fn next(&mut self) -> Option<String> {
        loop {
            let (to, envelope) = self.envelopes.recv().await.ok()?;
            if to.is_none_or(|to| to == self.node) {
                return Some(envelope);
            }
        }
    }
}
