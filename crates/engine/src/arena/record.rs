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
    /// How long each seat thought.
    pub thinking: Vec<ThinkingTime>,
}

/// How long a player thought.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ThinkingTime {
    /// The time of all its replies.
    pub total: Duration,
    /// The number of its replies: one for each action.
    pub actions: u32,
    /// The time of its longest reply; zero where only the total is known.
    pub longest: Duration,
}

impl ThinkingTime {
    /// Adds one reply.
    pub(crate) fn reply(&mut self, time: Duration) {
        self.add(Self { total: time, actions: 1, longest: time });
    }

    /// Adds the replies of another game.
    pub(crate) fn add(&mut self, other: Self) {
        self.total += other.total;
        self.actions += other.actions;
        self.longest = self.longest.max(other.longest);
    }
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
