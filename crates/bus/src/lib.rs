//! The bus between the nodes of a cluster: a publish-subscribe channel for small notices such as "table T has reached event N".
//!
//! Notices are hints. The store is the truth: a notice may be lost, come twice or come late. A notice about new events may
//! carry them, so that other nodes need not read them. A node that was cut off receives
//! [`BusEvent::Up`] when the bus works again, and then reads everything it holds from the store.
//!
//! Notices about a table go to the nodes that hold it ([`Bus::publish_to`]), everything else to all nodes.
//!
//! There are three transports: within a process ([`Bus::in_process`]), `PostgreSQL`'s `LISTEN` and `NOTIFY`
//! ([`Bus::postgres`]), and NATS ([`Bus::nats`]). A single server has no other nodes ([`Bus::alone`]).

mod envelope;
mod nats;
mod notice;
mod postgres;
#[cfg(test)]
mod previous_version;
mod task;
mod transport;

use std::sync::Arc;
use std::time::Duration;

use menagerie_store::Store;
use tokio::sync::{broadcast, mpsc, watch};

pub use notice::{CarriedEvent, NodeId, Notice};

/// Notices that may wait to be sent. Beyond that the bus drops new ones, as it does while it is down.
const SEND_QUEUE: usize = 8_192;
/// Events that may wait for a slow listener. A listener that misses some receives [`BusEvent::Up`].
const EVENT_QUEUE: usize = 8_192;

/// The heartbeat: how often a node says that it is alive, and when the others take it for dead.
#[derive(Clone, Copy, Debug)]
pub struct Heartbeat {
    /// The time between two heartbeats.
    pub interval: Duration,
    /// A node that was silent for longer is lost. Three heartbeats may get lost on the way.
    pub timeout: Duration,
    /// How long a node that has connected listens before it takes the nodes that it heard for all there are.
    pub discovery: Duration,
}

impl Default for Heartbeat {
    fn default() -> Self {
        let timeout = Duration::from_secs(10);
        Self { interval: Duration::from_secs(3), timeout, discovery: timeout }
    }
}

/// What a node receives from the bus.
#[derive(Clone, PartialEq, Debug)]
pub enum BusEvent {
    /// A notice, and the node that sent it.
    Notice(NodeId, Notice),
    /// The first sign of another node.
    NodeJoined(NodeId),
    /// Another node has ended, or its heartbeat is overdue.
    NodeLost(NodeId),
    /// The bus works from now on. Notices before this may have been missed.
    Up,
    /// The connection is lost; the bus reconnects.
    Down,
}

/// A node's handle to the bus. Clones share one connection.
#[derive(Clone)]
pub struct Bus {
    node: NodeId,
    kind: &'static str,
    /// `None` for a single server.
    outgoing: Option<mpsc::Sender<Outgoing>>,
    events: broadcast::Sender<BusEvent>,
    up: Arc<watch::Sender<bool>>,
    /// Whether each node that hears a notice is known and says which tables it holds.
    is_direct: Arc<watch::Sender<bool>>,
}

/// A notice to be sent.
struct Outgoing {
    /// The nodes that it is for; `None` for all.
    to: Option<Arc<[NodeId]>>,
    notice: Notice,
}

/// Connects the nodes of one process, as tests have them.
#[derive(Clone)]
pub struct InProcessHub(broadcast::Sender<transport::LocalEnvelope>);

impl Default for InProcessHub {
    fn default() -> Self {
        Self(broadcast::Sender::new(EVENT_QUEUE))
    }
}

/// Why a bus cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum BusError {
    /// The text is not the address of a NATS server.
    #[error(
        "'{0}' is no address of a bus: nats://HOST:PORT or nats://HOST:PORT/CLUSTER, or nothing to use PostgreSQL's own"
    )]
    Address(String),
}

impl Bus {
    /// The bus of a single server: its notices go nowhere.
    pub fn alone() -> Self {
        Self::new("none", None)
    }

    /// One of several nodes in this process.
    pub fn in_process(hub: &InProcessHub, heartbeat: Heartbeat) -> Self {
        let (bus, notices) = Self::connected("in process");
        task::start(&bus, notices, heartbeat, transport::InProcess(hub.0.clone()));
        bus
    }

    /// One of several nodes that share a `PostgreSQL` database.
    pub fn postgres(store: &Store, heartbeat: Heartbeat) -> Self {
        let (bus, notices) = Self::connected("PostgreSQL");
        task::start(&bus, notices, heartbeat, postgres::Postgres(store.clone()));
        bus
    }

    /// One of several nodes that share a NATS server. The server need not run yet. A path in the address names the
    /// cluster, so that several clusters can share the server.
    pub fn nats(address: &str, heartbeat: Heartbeat) -> Result<Self, BusError> {
        let server = nats::Nats::at(address)?;
        let (bus, notices) = Self::connected("NATS");
        task::start(&bus, notices, heartbeat, server);
        Ok(bus)
    }

    fn connected(kind: &'static str) -> (Self, mpsc::Receiver<Outgoing>) {
        let (outgoing, notices) = mpsc::channel(SEND_QUEUE);
        (Self::new(kind, Some(outgoing)), notices)
    }

    fn new(kind: &'static str, outgoing: Option<mpsc::Sender<Outgoing>>) -> Self {
        let [up, is_direct] = [(); 2].map(|()| Arc::new(watch::Sender::new(false)));
        Self { node: NodeId::random(), kind, outgoing, events: broadcast::Sender::new(EVENT_QUEUE), up, is_direct }
    }

    /// This node's id, a new one each time it starts.
    pub fn node(&self) -> &NodeId {
        &self.node
    }

    /// The name of the transport.
    pub fn kind(&self) -> &'static str {
        self.kind
    }

    /// Whether this is a single server, which never has other nodes.
    pub fn is_alone(&self) -> bool {
        self.outgoing.is_none()
    }

    /// Whether the bus is connected, as far as this node knows. A single server is always up.
    pub fn is_up(&self) -> bool {
        self.is_alone() || *self.up.borrow()
    }

    /// Waits until the bus is connected.
    pub async fn wait_until_up(&self) {
        if !self.is_alone() {
            let _ = self.up.subscribe().wait_for(|up| *up).await;
        }
    }

    /// Waits until notices about a table go to its holders alone. With a transport that cannot do this, it never ends.
    pub async fn wait_until_direct(&self) {
        let _ = self.is_direct.subscribe().wait_for(|is_direct| *is_direct).await;
    }

    /// Publishes a notice to all other nodes. It never waits: when the queue is full, the notice is dropped.
    pub fn publish(&self, notice: Notice) {
        self.send(Outgoing { to: None, notice });
    }

    /// Publishes a notice to these nodes. It goes to all nodes while one of them does not say what it holds: a node of an
    /// earlier version, or one that this node cannot know yet because it has just connected.
    pub fn publish_to(&self, nodes: &Arc<[NodeId]>, notice: Notice) {
        let is_direct = *self.is_direct.borrow();
        if !(is_direct && nodes.is_empty()) {
            self.send(Outgoing { to: is_direct.then(|| Arc::clone(nodes)), notice });
        }
    }

    fn send(&self, notice: Outgoing) {
        if let Some(outgoing) = &self.outgoing {
            let _ = outgoing.try_send(notice);
        }
    }

    /// Publishes a notice to all other nodes and to the listeners of this node.
    pub fn publish_to_all(&self, notice: Notice) {
        let _ = self.events.send(BusEvent::Notice(self.node.clone(), notice.clone()));
        self.publish(notice);
    }

    /// Subscribes to the events of the bus, from now on.
    pub fn listen(&self) -> Listener {
        Listener(self.events.subscribe())
    }
}

/// A subscription to the events of the bus.
pub struct Listener(broadcast::Receiver<BusEvent>);

impl Listener {
    /// The next event; `None` once the bus is gone. A listener that was too slow and missed some receives [`BusEvent::Up`].
    pub async fn next(&mut self) -> Option<BusEvent> {
        match self.0.recv().await {
            Ok(event) => Some(event),
            Err(broadcast::error::RecvError::Lagged(_)) => Some(BusEvent::Up),
            Err(broadcast::error::RecvError::Closed) => None,
        }
    }
}
