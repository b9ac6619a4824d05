//! Transports: how an envelope gets to the other nodes. [`InProcess`] is the transport of tests.

use std::future::Future;

use tokio::sync::broadcast;

/// A publish-subscribe transport. Each node also receives what it sent itself: a node that receives nothing is cut off.
pub(crate) trait Transport: Send + Sync + 'static {
    /// A connection that receives.
    type Subscription: Subscription;
    /// Connects. `None` if that failed.
    fn open(&mut self) -> impl Future<Output = Option<Self::Subscription>> + Send;
    /// Sends an envelope to all nodes. Returns whether the transport took it.
    fn send(&self, envelope: String) -> impl Future<Output = bool> + Send;
}

/// An open connection that receives.
pub(crate) trait Subscription: Send + 'static {
    /// The next envelope; `None` if the connection is lost.
    fn next(&mut self) -> impl Future<Output = Option<String>> + Send;
}

/// The transport between nodes of one process.
pub(crate) struct InProcess(pub(crate) broadcast::Sender<String>);

impl Transport for InProcess {
    type Subscription = broadcast::Receiver<String>;

    async fn open(&mut self) -> Option<Self::Subscription> {
        Some(self.0.subscribe())
    }

    async fn send(&self, envelope: String) -> bool {
        self.0.send(envelope).is_ok()
    }
}

impl Subscription for broadcast::Receiver<String> {
    async fn next(&mut self) -> Option<String> {
        self.recv().await.ok()
    }
}
