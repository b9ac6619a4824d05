//! What all threads of a search share: the table, and when to stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crate::clock::Deadlines;
use crate::{Limits, Stats};

use super::table::Table;

/// Shared by all threads of one search.
pub(super) struct Control<'a> {
    pub(super) table: &'a Table,
    pub(super) deadlines: Deadlines,
    /// Set from outside.
    stop: &'a AtomicBool,
    /// Set when a limit is reached.
    halt: AtomicBool,
    /// Visited by all threads, as far as they have told.
    nodes: AtomicU64,
    node_limit: u64,
}

impl<'a> Control<'a> {
    pub(super) fn new(table: &'a Table, limits: &Limits, stop: &'a AtomicBool) -> Self {
        Self {
            table,
            deadlines: Deadlines::new(limits),
            stop,
            halt: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
        }
    }

    /// Tells that so many more nodes were visited, and hears whether to stop; otherwise how many nodes to visit before
    /// asking again.
    pub(super) fn count(&self, visited: u64) -> Option<u64> {
        const BREATH: u64 = 512;
        let nodes = self.nodes.fetch_add(visited, Relaxed) + visited;
        if nodes >= self.node_limit || self.deadlines.is_over() {
            self.halt.store(true, Relaxed);
        }
        if self.is_halted() { None } else { Some((self.node_limit - nodes).min(BREATH)) }
    }

    pub(super) fn is_halted(&self) -> bool {
        self.halt.load(Relaxed) || self.stop.load(Relaxed)
    }

    /// Tells all threads to stop.
    pub(super) fn halt(&self) {
        self.halt.store(true, Relaxed);
    }

    pub(super) fn stats(&self) -> Stats {
        Stats { nodes: self.nodes.load(Relaxed), time: self.deadlines.elapsed(), memory: self.table.fullness() }
    }
}
