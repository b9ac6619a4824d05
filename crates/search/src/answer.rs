//! What a computer player says: while it thinks, and in the end.

use std::time::Duration;

use menagerie_game::BySeat;

/// How good something is for the seat that acts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// In hundredths of the game's smallest piece.
    Centi(i32),
    /// It wins within so many actions, counting those of all seats.
    Wins {
        /// Actions until the end.
        plies: u32,
    },
    /// It loses within so many actions, counting those of all seats.
    Loses {
        /// Actions until the end.
        plies: u32,
    },
}

/// How far the thinking has come; one for each line, the best line first.
#[derive(Clone, Debug)]
pub struct Report<'a, A> {
    /// Which line this is, from 1.
    pub line: usize,
    /// How many actions ahead were looked at in full.
    pub depth: u32,
    /// How many actions ahead were looked at in the deepest line.
    pub deepest: u32,
    /// How good the line is for the actor.
    pub value: Value,
    /// The share of the point that the actor can expect of it.
    pub share: f64,
    /// Whether it is the last line that is told this time.
    pub last: bool,
    /// The line: what the player expects to happen.
    pub actions: &'a [A],
    /// What it has cost so far.
    pub stats: Stats,
}

/// What thinking has cost.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Stats {
    /// Positions made by all threads; in Monte-Carlo, ways down the tree.
    pub nodes: u64,
    /// Time since the question.
    pub time: Duration,
    /// How much of the memory is in use, in thousandths.
    pub memory: u32,
}

impl Stats {
    /// Positions per second.
    pub fn nodes_per_second(&self) -> u64 {
        let micros = self.time.as_micros().max(1);
        (u128::from(self.nodes) * 1_000_000 / micros) as u64
    }
}

/// What to do.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer<A> {
    /// The best action found.
    pub action: A,
    /// What the player expects to be done next.
    pub ponder: Option<A>,
    /// How good it is for the actor.
    pub value: Value,
    /// The share of the point that each seat can expect.
    pub shares: BySeat<f64>,
    /// The whole line, beginning with the action.
    pub actions: Vec<A>,
    /// How many actions ahead were looked at in full.
    pub depth: u32,
    /// What it cost.
    pub stats: Stats,
}
