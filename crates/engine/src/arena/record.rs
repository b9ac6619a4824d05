//! The result and the record of one game of a match.

use std::fmt;
use std::time::Duration;

use menagerie_record::Record;

/// The result of a game between computer players.
#[derive(Clone, Debug)]
pub struct GameResult {
    /// The number of the game in the match, from 0.
    pub number: usize,
    /// The number of its opening, from 0.
    pub opening: usize,
    /// The players, in the order of their seats.
    pub players: Vec<usize>,
    /// The seats' scores, also of a game that was stopped at the limit.
    pub scores: Vec<f64>,
    /// The players' faults, as text.
    pub faults: Vec<String>,
    /// For each seat, its thinking time and number of actions.
    pub thinking: Vec<(Duration, u32)>,
}

/// A game between computer players.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// Its result.
    pub result: GameResult,
    /// The events of the game.
    pub record: Record,
}

impl fmt::Display for GameRecord {
    /// The record's text and an empty line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.record.to_text())
    }
}
