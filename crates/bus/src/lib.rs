//! What the nodes of a cluster tell each other: "table T has reached event N", and the like.
//!
//! Everything here is a hint. The store is the truth, and whoever misses a hint finds out by looking there: a node that was
//! cut off is told [`Heard::Up`] when it can hear again, and looks at everything it holds.
//!
//! There are three ways between nodes, one type for all of them: within a process ([`Bus::in_process`]), by
//! `PostgreSQL`'s `LISTEN` and `NOTIFY` ([`Bus::postgres`]), and by NATS ([`Bus::nats`]). A server that is alone talks to
//! nobody ([`Bus::alone`]).

mod carry;
mod letter;
mod nats;
mod notice;
mod postgres;

use std::sync::Arc;
use std::time::Duration;

use menagerie_store::Store;
use tokio::sync::{broadcast, mpsc, watch};

pub use notice::{NodeId, Notice};

/// Notices that may wait to be sent; further ones are dropped, as they would be on a bus that is down.
const OUTGOING: usize = 8_192;
/// Notices that may wait for a slow listener; one that misses some is told [`Heard::Up`].
const INCOMING: usize = 8_192;

/// How often a node says that it lives, and how long it may be silent before the others take it for dead.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// Between two signs of life.
    pub beat: Duration,
    /// The longest silence; three signs may be lost.
    pub silence: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Self { beat: Duration::from_secs(3), silence: Duration::from_secs(10) }
    }
}

/// What a node hears.
#[derive(Clone, PartialEq, Debug)]
pub enum Heard {
    /// Another node says something.
    Notice(NodeId, Notice),
    /// There is a node that we did not know of.
    Met(NodeId),
    /// Another node has ended, or is silent for too long.
    Lost(NodeId),
    /// The bus works, from now on: what was told before may have been missed.
    Up,
    /// The bus does not work any more; it is tried again and again.
    Down,
}

/// A node's place on the bus: cheap to clone, every clone is the same place.
#[derive(Clone)]
pub struct Bus {
    node: NodeId,
    kind: &'static str,
    /// Nothing for a server that is alone.
    outgoing: Option<mpsc::Sender<Notice>>,
    incoming: broadcast::Sender<Heard>,
    up: Arc<watch::Sender<bool>>,
}

/// A bus within one process.
#[derive(Clone)]
pub struct Hall(broadcast::Sender<String>);

impl Default for Hall {
    fn default() -> Self {
        Self(broadcast::Sender::new(INCOMING))
    }
}

/// Why there is no bus.
#[derive(Debug, thiserror::Error)]
pub enum BusError {
    /// The address is none.
    #[error("'{0}' is no address of a bus: nats://HOST:PORT, or nothing to use PostgreSQL's own")]
    Address(String),
}

impl Bus {
    /// A server without others: what it tells goes nowhere.
    pub fn alone() -> Self {
        Self::placed("none", None)
    }

    /// One of several nodes in this process.
    pub fn in_process(hall: &Hall, pace: Pace) -> Self {
        let (bus, notices) = Self::connected("in process");
        carry::begin(&bus, notices, pace, carry::InProcess(hall.0.clone()));
        bus
    }

    /// One of several nodes that use a `PostgreSQL` database, with nothing else between them.
    pub fn postgres(store: &Store, pace: Pace) -> Self {
        let (bus, notices) = Self::connected("PostgreSQL");
        carry::begin(&bus, notices, pace, postgres::Notices(store.clone()));
        bus
    }

    /// One of several nodes around a NATS server, which need not be there yet.
    pub fn nats(address: &str, pace: Pace) -> Result<Self, BusError> {
        let server = nats::Nats::at(address)?;
        let (bus, notices) = Self::connected("NATS");
        carry::begin(&bus, notices, pace, server);
        Ok(bus)
    }

    fn connected(kind: &'static str) -> (Self, mpsc::Receiver<Notice>) {
        let (outgoing, notices) = mpsc::channel(OUTGOING);
        (Self::placed(kind, Some(outgoing)), notices)
    }

    fn placed(kind: &'static str, outgoing: Option<mpsc::Sender<Notice>>) -> Self {
        let (incoming, up) = (broadcast::Sender::new(INCOMING), Arc::new(watch::Sender::new(false)));
        Self { node: NodeId::random(), kind, outgoing, incoming, up }
    }

    /// This node's name; another one each time it starts.
    pub fn node(&self) -> &NodeId {
        &self.node
    }

    /// What carries it, in a word.
    pub fn kind(&self) -> &'static str {
        self.kind
    }

    /// Whether there are no other nodes, ever.
    pub fn is_alone(&self) -> bool {
        self.outgoing.is_none()
    }

    /// Whether others hear us now, as far as we know.
    pub fn is_up(&self) -> bool {
        self.is_alone() || *self.up.borrow()
    }

    /// Done when others can hear us.
    pub async fn wait_until_up(&self) {
        if !self.is_alone() {
            let _ = self.up.subscribe().wait_for(|up| *up).await;
        }
    }

    /// Tells all other nodes. Never waits: a notice for which there is no room is dropped.
    pub fn tell(&self, notice: Notice) {
        if let Some(outgoing) = &self.outgoing {
            let _ = outgoing.try_send(notice);
        }
    }

    /// Tells all nodes and those who listen here.
    pub fn tell_all(&self, notice: Notice) {
        let _ = self.incoming.send(Heard::Notice(self.node.clone(), notice.clone()));
        self.tell(notice);
    }

    /// From now on, what the other nodes tell.
    pub fn listen(&self) -> Listener {
        Listener(self.incoming.subscribe())
    }
}

/// Somebody who hears what the other nodes tell.
pub struct Listener(broadcast::Receiver<Heard>);

impl Listener {
    /// The next notice; nothing once the bus is gone. Whoever was too slow and missed some hears [`Heard::Up`].
    pub async fn next(&mut self) -> Option<Heard> {
        match self.0.recv().await {
            Ok(heard) => Some(heard),
            Err(broadcast::error::RecvError::Lagged(_)) => Some(Heard::Up),
            Err(broadcast::error::RecvError::Closed) => None,
        }
    }
}
