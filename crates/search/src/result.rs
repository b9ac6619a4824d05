//! The search result, and the progress reports on the way (UCI's `bestmove` and `info`).

use std::time::Duration;

use menagerie_game::BySeat;

/// How good something is for the seat that acts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// In hundredths of the game's smallest piece.
    Centi(i32),
    /// A forced win; the distance counts the actions of all seats.
    Wins {
        /// Actions until the end.
        plies: u32,
    },
    /// A forced loss; the distance counts the actions of all seats.
    Loses {
        /// Actions until the end.
        plies: u32,
    },
}

/// A progress report: one per line, the best line first.
#[derive(Clone, Debug)]
pub struct Report<'a, A> {
    /// The rank of the line, from 1 (UCI's `multipv`).
    pub multipv: usize,
    /// The finished depth in actions.
    pub depth: u32,
    /// The depth of the deepest line, with extensions and quiescence (UCI's `seldepth`).
    pub selective_depth: u32,
    /// How good the line is for the actor.
    pub value: Value,
    /// The actor's expected score, from 0 to 1.
    pub expected_score: f64,
    /// Whether it is the last line of this set of reports.
    pub last: bool,
    /// The expected line of play.
    pub principal_variation: &'a [A],
    /// Nodes, time and memory so far.
    pub stats: Stats,
}

/// The cost of a search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Stats {
    /// Nodes of all threads; in Monte-Carlo tree search, iterations.
    pub nodes: u64,
    /// Time since the request.
    pub time: Duration,
    /// The per mille of the table or tree in use (UCI's `hashfull`).
    pub hashfull: u32,
}

impl Stats {
    /// Nodes per second.
    pub fn nodes_per_second(&self) -> u64 {
        let micros = self.time.as_micros().max(1);
        (u128::from(self.nodes) * 1_000_000 / micros) as u64
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchResult<A> {
    /// The best action found.
    pub action: A,
    /// The expected reply, to ponder on.
    pub ponder: Option<A>,
    /// How good it is for the actor.
    pub value: Value,
    /// The expected score of each seat, from 0 to 1.
    pub value_by_seat: BySeat<f64>,
    /// The expected line of play, beginning with the action.
    pub principal_variation: Vec<A>,
    /// The finished depth in actions.
    pub depth: u32,
    /// Nodes, time and memory.
    pub stats: Stats,
}
