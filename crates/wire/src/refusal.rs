//! How the server says no.

use serde::{Deserialize, Serialize};

/// Why something was refused: the body of every HTTP error and of every refusal on a WebSocket.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Refused {
    /// For programs.
    pub code: Code,
    /// For people: a sentence.
    pub error: String,
    /// The rule that forbids an action.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(default)]
    pub rule: Option<String>,
}

/// The kinds of refusal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// The message or body does not have its form.
    Malformed,
    /// No such table, game, account or record.
    NotFound,
    /// The token is missing or wrong.
    NotAllowed,
    /// It is not this seat's turn.
    OutOfTurn,
    /// The action is not legal here.
    Illegal,
    /// The message answers an old version.
    Stale,
    /// The match is over, or has not begun.
    NotNow,
    /// The seat, name or offer is already taken.
    Taken,
    /// Too much at once: wait.
    TooFast,
    /// Too large, too many.
    TooMuch,
    /// The server has a problem of its own, and cannot say whether what was asked for was done: ask again.
    Trouble,
}
