//! Shared by all threads of a search: the transposition table, the limits, and the stop flag.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crate::time_manager::Deadlines;
use crate::{Limits, Stats};

use super::transposition_table::TranspositionTable;

/// Shared by all threads of one search.
pub(super) struct Control<'a> {
    pub(super) table: &'a TranspositionTable,
    pub(super) deadlines: Deadlines,
    /// Set from outside.
    stop: &'a AtomicBool,
    /// Set when a limit is reached.
    halt: AtomicBool,
    /// Nodes of all threads, as of their last checks.
    nodes: AtomicU64,
    node_limit: u64,
    /// Whether the search looks positions up in the game's endgame tables.
    pub(super) endgame_tables: bool,
}

impl<'a> Control<'a> {
    pub(super) fn new(table: &'a TranspositionTable, limits: &Limits, stop: &'a AtomicBool) -> Self {
        Self {
            table,
            deadlines: Deadlines::new(limits),
            stop,
            halt: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            endgame_tables: true,
        }
    }

    /// Adds a thread's nodes and checks the limits. Returns how many nodes the thread may search
    /// before the next check, or `None` if it must stop.
    pub(super) fn count_nodes(&self, visited: u64) -> Option<u64> {
        const CHECK_INTERVAL: u64 = 512;
        let nodes = self.nodes.fetch_add(visited, Relaxed) + visited;
        if nodes >= self.node_limit || self.deadlines.is_over() {
            self.halt.store(true, Relaxed);
        }
        if self.is_halted() { None } else { Some((self.node_limit - nodes).min(CHECK_INTERVAL)) }
    }

    pub(super) fn is_halted(&self) -> bool {
        self.halt.load(Relaxed) || self.stop.load(Relaxed)
    }

    /// Tells all threads to stop.
    pub(super) fn halt(&self) {
        self.halt.store(true, Relaxed);
    }

    pub(super) fn stats(&self) -> Stats {
        Stats { nodes: self.nodes.load(Relaxed), time: self.deadlines.elapsed(), hashfull: self.table.hashfull() }
    }
}
