//! Shared by all threads of a search: the transposition table, the limits, and the stop flag.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use menagerie_game::Seat;

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
    pub(super) node_limit: u64,
    /// Whether the search looks positions up in the game's endgame tables.
    pub(super) endgame_tables: bool,
    pub(super) contempt: Contempt,
}

/// Contempt: the searching seat rates a draw below 0, its opponent above.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contempt {
    /// The searching seat.
    pub(super) seat: Seat,
    /// By how much, in hundredths of the smallest piece.
    pub(super) score: i32,
}

impl Contempt {
    /// The score of a draw for a seat.
    #[inline]
    pub(super) fn draw(self, seat: Seat) -> i32 {
        if seat == self.seat { -self.score } else { self.score }
    }
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
            contempt: Contempt { seat: Seat(0), score: 0 },
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
