//! Scripted players: tables of every game, one after another, with clients that lose their connections and reconnect.

mod client;
mod player_script;
mod table_knowledge;
mod tables;

use std::fmt::Display;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use tokio::sync::watch;

pub(crate) use player_script::shows;
pub(crate) use tables::{plans, play};

use crate::archive::Archive;
use crate::checker::{Finding, Kind};

/// The state that all clients share.
pub(crate) struct RunState {
    /// The addresses of the nodes' proxies.
    pub(crate) nodes: Vec<SocketAddr>,
    /// The start of the run.
    pub(crate) began: Instant,
    /// `None` during play; then the time until which clients wait for their tables to come to rest.
    pub(crate) ending: watch::Receiver<Option<Instant>>,
    /// The counters.
    pub(crate) counts: Counts,
    /// Where finished clients put their transcripts.
    pub(crate) archive: Archive,
    /// What clients found by themselves.
    pub(crate) findings: Mutex<Vec<Finding>>,
    /// The first requests that were refused because of an internal error, each with its answer.
    pub(crate) troubles: Mutex<Vec<String>>,
}

/// The number of such requests that are kept.
const KEPT_TROUBLES: usize = 20;

/// Counters of all clients together.
#[derive(Default)]
pub(crate) struct Counts {
    /// Clients that have finished.
    pub(crate) clients: AtomicU64,
    /// Requests, each counted once however often it was sent.
    pub(crate) asked: AtomicU64,
    /// Requests acknowledged as done.
    pub(crate) done: AtomicU64,
    /// Refused requests.
    pub(crate) refused: AtomicU64,
    /// Requests refused because of an internal error.
    pub(crate) trouble: AtomicU64,
    /// Connections after the first one of a client.
    pub(crate) reconnects: AtomicU64,
}

impl Counts {
    pub(crate) fn add(counter: &AtomicU64) {
        counter.fetch_add(1, Ordering::Relaxed);
    }
}

impl RunState {
    /// Whether play is over and clients only wait for their answers.
    pub(crate) fn is_ending(&self) -> bool {
        self.ending.borrow().is_some()
    }

    /// Whether the time for answers is over too.
    pub(crate) fn is_over(&self) -> bool {
        self.ending.borrow().is_some_and(|until| Instant::now() > until)
    }

    /// Counts a request that was refused because of an internal error.
    pub(crate) fn trouble(&self, detail: impl Display) {
        Counts::add(&self.counts.trouble);
        let mut troubles = self.troubles.lock().unwrap_or_else(PoisonError::into_inner);
        if troubles.len() < KEPT_TROUBLES {
            troubles.push(detail.to_string());
        }
    }

    /// Notes what a client found.
    pub(crate) fn find(&self, kind: Kind, table: Option<&str>, detail: impl Display) {
        let finding = Finding { kind, table: table.map(str::to_owned), seat: None, detail: detail.to_string() };
        self.findings.lock().unwrap_or_else(PoisonError::into_inner).push(finding);
    }
}
