//! Short answers to programs.

use menagerie_store::TableId;
use menagerie_wire::{Room, Said};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

/// What was asked for is done.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Okay {
    ok: bool,
}

impl Okay {
    /// The only one there is: everything else is a refusal.
    pub(crate) const DONE: Self = Self { ok: true };
}

/// A game that begins, or waits for somebody.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Begun {
    pub(crate) id: String,
    /// The seat one plays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seat: Option<String>,
    /// The link for whoever comes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) status: Option<Status>,
}

/// How a game stands.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Status {
    pub(crate) name: &'static str,
}

impl Begun {
    /// The game at this table.
    pub(crate) fn at(table: &TableId) -> Self {
        Self { id: table.to_string(), seat: None, url: None, status: None }
    }
}

/// A challenge that waits for its answer.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Challenged {
    pub(crate) challenge: Value,
}

/// Something that was said.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ChatLine {
    user: String,
    text: String,
    /// `player` or `spectator`.
    room: &'static str,
}

impl From<Said> for ChatLine {
    fn from(said: Said) -> Self {
        let room = if said.room == Room::Spectators { "spectator" } else { "player" };
        Self { user: said.name, text: said.text, room }
    }
}

/// A program that listens to its events.
#[derive(Serialize, JsonSchema)]
pub(crate) struct User {
    pub(crate) id: String,
    pub(crate) username: String,
    pub(crate) title: &'static str,
    /// Its ratings by game.
    pub(crate) perfs: Map<String, Value>,
}
