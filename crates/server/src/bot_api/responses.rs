//! Response bodies of the bot API.

use menagerie_store::TableId;
use menagerie_wire::{ChatChannel, ChatMessage};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

/// What was asked for is done.
#[derive(Serialize, JsonSchema)]
pub(crate) struct OkResponse {
    ok: bool,
}

impl OkResponse {
    /// The only one there is: everything else is a refusal.
    pub(crate) const DONE: Self = Self { ok: true };
}

/// A game that begins, or waits for an opponent.
#[derive(Serialize, JsonSchema)]
pub(crate) struct GameCreated {
    pub(crate) id: String,
    /// The seat one plays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seat: Option<String>,
    /// The link for the opponent.
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

impl GameCreated {
    /// The game at this table.
    pub(crate) fn at(table: &TableId) -> Self {
        Self { id: table.to_string(), seat: None, url: None, status: None }
    }
}

/// A challenge that waits for its answer: its fields as Lichess gives them now, and in `challenge` as it gave them before.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ChallengeResponse {
    #[serde(flatten)]
    pub(crate) fields: Map<String, Value>,
    pub(crate) challenge: Value,
}

impl From<Value> for ChallengeResponse {
    fn from(challenge: Value) -> Self {
        Self { fields: challenge.as_object().cloned().unwrap_or_default(), challenge }
    }
}

/// The challenges of an account that wait for their answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ChallengeList {
    /// To the account.
    #[serde(rename = "in")]
    pub(crate) incoming: Vec<Value>,
    /// From the account.
    #[serde(rename = "out")]
    pub(crate) outgoing: Vec<Value>,
}

/// Something that was said.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ChatLine {
    user: String,
    text: String,
    /// `player` or `spectator`.
    room: &'static str,
}

impl From<ChatMessage> for ChatLine {
    fn from(said: ChatMessage) -> Self {
        let room = if said.room == ChatChannel::Spectators { "spectator" } else { "player" };
        Self { user: said.name, text: said.text, room }
    }
}
