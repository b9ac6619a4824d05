//! Scripted people: tables of every game, one after another, with clients that lose their connections and come back.

mod client;
mod mind;
mod tables;

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use tokio::sync::watch;

pub(crate) use mind::shows;
pub(crate) use tables::{PLANS, play};

/// What all clients share.
pub(crate) struct World {
    /// Where the nodes can be reached.
    pub(crate) nodes: Vec<SocketAddr>,
    /// When the run began.
    pub(crate) began: Instant,
    /// Nothing while people play; then until when they may wait for answers.
    pub(crate) ending: watch::Receiver<Option<Instant>>,
    /// What they did.
    pub(crate) counts: Counts,
}

/// What the clients did, all together.
#[derive(Default)]
pub(crate) struct Counts {
    /// Messages that ask for something, each counted once however often it was sent.
    pub(crate) asked: AtomicU64,
    /// Those that were answered as done.
    pub(crate) done: AtomicU64,
    /// Those that were refused.
    pub(crate) refused: AtomicU64,
    /// Those that were refused because the server had trouble.
    pub(crate) trouble: AtomicU64,
    /// Connections by clients that had lost or given up an earlier one.
    pub(crate) reconnects: AtomicU64,
}

impl Counts {
    fn add(counter: &AtomicU64) {
        counter.fetch_add(1, Ordering::Relaxed);
    }
}

impl World {
    /// Whether the run is over and people only wait for their answers.
    fn is_ending(&self) -> bool {
        self.ending.borrow().is_some()
    }

    /// Whether nobody waits any longer.
    fn is_over(&self) -> bool {
        self.ending.borrow().is_some_and(|until| Instant::now() > until)
    }
}
