//! What a record holds.

use menagerie_match::End;
use serde::{Deserialize, Serialize};

use crate::Claims;
use crate::verify::scores;

/// A match, written down.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The game with its options: `djambi:3`.
    pub game: String,
    /// The position it began from, where that is not the game's usual start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Who sat where: seat and name, in order of play.
    #[serde(default)]
    pub seats: Vec<(String, String)>,
    /// Anything else worth saying, in order: `Event`, `Site`, `Date`, `Round`, `Clock`, `Started`.
    #[serde(default)]
    pub tags: Vec<(String, String)>,
    /// The match's event log.
    #[serde(default)]
    pub events: Vec<Entry>,
    /// How it ended; nothing while it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<Ended>,
    /// What is needed to check the dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<DiceProof>,
    /// What its text says beside these fields.
    #[serde(default, skip_serializing_if = "Claims::is_empty")]
    pub claims: Claims,
}

/// One event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its text: an action, or `!resign:red`.
    pub event: String,
    /// When, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<i64>,
}

impl Entry {
    /// An event without a time.
    pub fn new(event: impl Into<String>) -> Self {
        Self { event: event.into(), at: None }
    }
}

impl From<&End> for Ended {
    fn from(end: &End) -> Self {
        Self {
            scores: scores(end.outcome),
            rule: end.reason.rule.to_owned(),
            reason: end.reason.sentence.clone().into_owned(),
        }
    }
}

/// How a match ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ended {
    /// What each seat got, in order of play, as text: `1`, `0`, `0.5`. Empty if a text gives only a rule or a reason.
    pub scores: Vec<String>,
    /// The rule's id.
    pub rule: String,
    /// Why, in words.
    pub reason: String,
}

/// The dice of the table: what was published before, and what is published afterwards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiceProof {
    /// The SHA-256 of the secret, in hexadecimal.
    pub commitment: String,
    /// The nonces of those who sat down, in that order.
    pub nonces: Vec<String>,
    /// The secret, in hexadecimal; published when the match is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
}
