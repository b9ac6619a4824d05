//! A game that was played, as text.

use std::fmt;
use std::time::Duration;

/// A game between computer players.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// Which game of the match this was, from 0.
    pub number: usize,
    /// Which opening it began with, from 0.
    pub opening: usize,
    /// The game, with its options.
    pub variant: String,
    /// What decided chance and the players' luck.
    pub seed: u64,
    /// The players, in the order of their seats.
    pub players: Vec<usize>,
    /// Their names.
    pub names: Vec<String>,
    /// The seats' names.
    pub seats: Vec<&'static str>,
    /// The seats' scores.
    pub scores: Vec<f64>,
    /// Everything that happened.
    pub events: Vec<String>,
    /// Why it ended.
    pub reason: String,
    /// What players did wrong, in words.
    pub faults: Vec<String>,
    /// For each seat, how long it thought and about how many actions.
    pub thinking: Vec<(Duration, u32)>,
}

const COLUMNS: usize = 80;

impl fmt::Display for GameRecord {
    /// Tags in square brackets, an empty line, the actions, an empty line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut tag = |name: &str, value: &str| {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{name} \"{value}\"]")
        };
        tag("Event", "menagerie match")?;
        tag("Round", &format!("{}", self.number + 1))?;
        tag("Variant", &self.variant)?;
        for (index, (seat, name)) in self.seats.iter().zip(&self.names).enumerate() {
            tag(&format!("Seat{}", index + 1), &format!("{seat} {name}"))?;
        }
        tag("Opening", &format!("{}", self.opening + 1))?;
        tag("Seed", &self.seed.to_string())?;
        tag("Scores", &self.scores.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))?;
        tag("Termination", &self.reason)?;
        for fault in &self.faults {
            tag("Fault", fault)?;
        }
        write!(f, "\n{}\n", wrapped(&self.events))
    }
}

fn wrapped(words: &[String]) -> String {
    let (mut text, mut column) = (String::new(), 0);
    for word in words {
        let fits = column + 1 + word.len() <= COLUMNS;
        let joint = if column == 0 {
            ""
        } else if fits {
            " "
        } else {
            "\n"
        };
        text.push_str(joint);
        text.push_str(word);
        column = if fits && column > 0 { column + 1 } else { 0 } + word.len();
    }
    text.push('\n');
    text
}
