//! The transcript of a client: what it sent and received, in order. The checker compares it with the log.

use std::fmt;
use std::time::Duration;

use menagerie_wire::{FromClient, ToClient};
use serde::{Deserialize, Serialize};

/// Everything that one client did at one table.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Transcript {
    /// The table.
    pub(crate) table: String,
    /// The seat it plays, once known; `None` for a spectator.
    pub(crate) seat: Option<String>,
    /// What happened, in order.
    pub(crate) entries: Vec<TranscriptEntry>,
    /// Whether it got an answer to every request, and after the last fault saw its table at rest.
    pub(crate) settled: bool,
    /// What an unsettled client waited for.
    pub(crate) waits_for: Option<String>,
}

/// One entry of a transcript.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TranscriptEntry {
    /// Time since the start of the run, by a monotonic clock.
    pub(crate) at: Duration,
    pub(crate) what: ClientEvent,
}

/// What happened to a client.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum ClientEvent {
    /// It connected to this node, with this known version.
    Connected { node: usize, since: Option<u32> },
    /// It sent this message.
    Sent(FromClient),
    /// It received this message.
    Heard(Box<Received>),
    /// It received a frame that is no message.
    Garbled(String),
    /// Its connection ended, for this reason.
    Lost(String),
}

/// A message as it came, and as it was parsed. The parsed form drops fields that it does not know.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct Received {
    pub(crate) raw: String,
    pub(crate) message: ToClient,
}

impl TryFrom<String> for Received {
    type Error = serde_json::Error;

    fn try_from(raw: String) -> Result<Self, serde_json::Error> {
        let message = serde_json::from_str(&raw)?;
        Ok(Self { raw, message })
    }
}

impl From<Received> for String {
    fn from(received: Received) -> Self {
        received.raw
    }
}

impl Transcript {
    /// The last entries, for debugging.
    pub(crate) fn tail(&self, lines: usize) -> String {
        let skipped = self.entries.len().saturating_sub(lines);
        let lines: Vec<String> = self.entries[skipped..].iter().map(ToString::to_string).collect();
        lines.join("\n")
    }

    /// The messages that it received, with their times.
    pub(crate) fn heard(&self) -> impl Iterator<Item = (Duration, &Received)> {
        self.entries.iter().filter_map(|entry| Some((entry.at, entry.what.heard()?)))
    }

    /// The messages that it sent, with their times.
    pub(crate) fn sent(&self) -> impl Iterator<Item = (Duration, &FromClient)> {
        self.entries.iter().filter_map(|entry| match &entry.what {
            ClientEvent::Sent(message) => Some((entry.at, message)),
            _ => None,
        })
    }
}

impl ClientEvent {
    /// The received message.
    pub(crate) fn heard(&self) -> Option<&Received> {
        if let Self::Heard(received) = self { Some(received) } else { None }
    }
}

/// The version that a message shows.
pub(crate) fn version(message: &ToClient) -> Option<u32> {
    match message {
        ToClient::Full { version, .. } | ToClient::Event { version, .. } => Some(*version),
        _ => None,
    }
}

impl fmt::Display for TranscriptEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:9.3} ", self.at.as_secs_f64())?;
        match &self.what {
            ClientEvent::Connected { node, since: None } => write!(f, "= node {node}, from the beginning"),
            ClientEvent::Connected { node, since: Some(since) } => write!(f, "= node {node}, since {since}"),
            ClientEvent::Sent(message) => write!(f, "> {}", serde_json::to_string(message).unwrap_or_default()),
            ClientEvent::Heard(received) => write!(f, "< {}", received.raw),
            ClientEvent::Garbled(raw) => write!(f, "? {raw}"),
            ClientEvent::Lost(why) => write!(f, "x {why}"),
        }
    }
}
