//! What a client sent and heard, in order: the other side of the story that the log tells.

use std::fmt;
use std::time::Duration;

use menagerie_wire::{FromClient, ToClient};

/// Everything that one client did at one table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Transcript {
    /// The table.
    pub(crate) table: String,
    /// The seat it plays, once it knows; nothing for a spectator.
    pub(crate) seat: Option<String>,
    /// What happened, in order.
    pub(crate) lines: Vec<Line>,
    /// Whether it got an answer to all it asked, and a last look at the table when everything was well again.
    pub(crate) settled: bool,
}

/// Something that happened to a client.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// Since the beginning of the run, by the clock of the clients' machine that nobody sets.
    pub(crate) at: Duration,
    pub(crate) what: What,
}

/// What happened to a client.
#[derive(Clone, Debug)]
pub(crate) enum What {
    /// It has a connection, through this node, and has said that it knows this version.
    Connected { node: usize, since: Option<u32> },
    /// It said this.
    Sent(FromClient),
    /// It heard this.
    Heard(Box<ToClient>),
    /// Its connection is gone, and why.
    Lost(String),
}

impl Transcript {
    /// The last lines, for people who look for a fault.
    pub(crate) fn tail(&self, lines: usize) -> String {
        let skipped = self.lines.len().saturating_sub(lines);
        let lines: Vec<String> = self.lines[skipped..].iter().map(ToString::to_string).collect();
        lines.join("\n")
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:9.3} ", self.at.as_secs_f64())?;
        match &self.what {
            What::Connected { node, since: None } => write!(f, "= node {node}, from the beginning"),
            What::Connected { node, since: Some(since) } => write!(f, "= node {node}, since {since}"),
            What::Sent(message) => write!(f, "> {}", json(message)),
            What::Heard(message) => write!(f, "< {}", json(message)),
            What::Lost(why) => write!(f, "x {why}"),
        }
    }
}

fn json(message: &impl serde::Serialize) -> String {
    serde_json::to_string(message).unwrap_or_default()
}
