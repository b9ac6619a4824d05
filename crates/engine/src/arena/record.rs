//! A game that was played.

use std::fmt;
use std::time::Duration;

use menagerie_record::Record;

/// A game between computer players.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// Which game of the match this was, from 0.
    pub number: usize,
    /// Which opening it began with, from 0.
    pub opening: usize,
    /// The players, in the order of their seats.
    pub players: Vec<usize>,
    /// The seats' scores; also those of a game that was broken off.
    pub scores: Vec<f64>,
    /// What players did wrong, in words.
    pub faults: Vec<String>,
    /// For each seat, how long it thought and about how many actions.
    pub thinking: Vec<(Duration, u32)>,
    /// What happened, for those who look later.
    pub record: Record,
}

impl fmt::Display for GameRecord {
    /// The record's text, and an empty line before the next.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.record.to_text())
    }
}
