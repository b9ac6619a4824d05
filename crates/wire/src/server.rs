//! Messages from the server on a table's WebSocket.

use menagerie_game::{Effect, Scene};
use serde::{Deserialize, Serialize};

use crate::chat::{Alliance, ChatMessage, PrivateChatNotice};
use crate::end::Ended;
use crate::refusal::Refused;
use crate::table::{Clocks, Offers, Table};

/// One message to a client. What it holds is what this connection may know: the view of the seats whose tokens it gave.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "t", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum ToClient {
    /// Everything: the answer to a hello without a version, or with one that is too old.
    Full {
        /// The version of all this.
        version: u32,
        /// The table.
        table: Box<Table>,
        /// What this connection sees.
        seen: Box<TableView>,
        /// How many entries of the log come before those in `log`: a snapshot holds the newest 500 at most.
        /// `GET /api/tables/{id}/log` gives the others.
        #[serde(default, skip_serializing_if = "is_zero")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<u32>"))]
        earlier: u32,
        /// What happened lately, as this connection may know it; in most matches everything.
        log: Vec<LogEntry>,
        /// What was said, as far as this connection may hear it.
        talk: Vec<ChatMessage>,
    },
    /// Something happened in the match: the next version.
    Event {
        /// The version after it.
        version: u32,
        /// What happened.
        entry: LogEntry,
        /// What this connection sees now.
        seen: Box<TableView>,
    },
    /// The table changed, but not the match: a player joined, connected, disconnected, or voted for a rematch.
    Table {
        /// The table.
        table: Box<Table>,
    },
    /// A chat message.
    #[serde(rename = "said")]
    Chat {
        /// What.
        said: ChatMessage,
    },
    /// An alliance was offered, made, refused or broken.
    Alliance {
        /// What.
        alliance: Alliance,
    },
    /// Something a computer player thinks, on demand or as its progress.
    Thinking {
        /// Who thinks.
        seat: String,
        /// What.
        thought: Thought,
    },
    /// The message with this number was carried out, durably.
    Done {
        /// The client's number.
        ack: u32,
        /// The version that resulted.
        version: u32,
    },
    /// The message with this number was refused and changed nothing; only after `trouble` nobody knows.
    Refused {
        /// The client's number; nothing for a message that had none.
        ack: Option<u32>,
        /// Why.
        #[serde(flatten)]
        refused: Refused,
    },
    /// Two openly allied seats exchange private messages.
    #[serde(rename = "whisper")]
    PrivateChat {
        /// What.
        whisper: PrivateChatNotice,
    },
    /// I am here.
    Pong {
        /// As it came.
        n: u32,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// What a connection sees of the position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TableView {
    /// Whose view this is: a seat's name, or `spectator`.
    pub viewer: String,
    /// Who decides now: a seat's name, `chance` or `nobody`.
    pub actor: String,
    /// The view's text.
    pub text: String,
    /// The legal actions, sorted, if a seat of this connection acts; only for form `text`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actions: Option<Vec<String>>,
    /// What it looks like, with the choices if a seat of this connection acts; only for form `scene`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scene: Option<Scene>,
    /// Whether the acting seat of this screen must lift the cover before it sees more.
    pub covered: bool,
    /// Whether the last action can be undone by a seat of this connection.
    pub can_undo: bool,
    /// Why the last action of a seat of this connection cannot be undone although the turn goes on: it could have brought
    /// something hidden to light. For people: a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub undo_barred: Option<String>,
    /// The clocks.
    pub clocks: Clocks,
    /// What is on offer.
    pub offers: Offers,
    /// How the match ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<Ended>,
}

/// One entry of the match's log, as this connection may know it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct LogEntry {
    /// Its number: the version after it.
    pub version: u32,
    /// Who did it: a seat's name or `chance`.
    pub by: String,
    /// The event's text; `@?` for a secret action of another seat.
    pub event: String,
    /// The turn it belongs to, counted from 1.
    pub turn: u32,
    /// When, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub at: i64,
    /// What it did.
    pub happened: Vec<DescribedEffect>,
    /// The turn to whose start the match went back with it, counted from 1: the last one it needed has agreed to a takeback.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub back: Option<u32>,
}

/// One effect, with its sentence.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DescribedEffect {
    /// In words.
    pub words: String,
    /// As data.
    pub what: Effect,
}

/// What a computer player thinks.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Thought {
    /// The seats of the match, in order of play: those that `expected` speaks of.
    #[serde(default)]
    pub seats: Vec<String>,
    /// How deep.
    pub depth: u32,
    /// How many positions.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub nodes: u64,
    /// The lines it likes best; empty for an opponent's progress.
    pub lines: Vec<PrincipalVariation>,
}

/// A line of play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PrincipalVariation {
    /// What each of the seats can expect, from 0 to 1.
    pub expected: Vec<f32>,
    /// In words: `+1.3`, `wins in 5`.
    pub score: String,
    /// What the endgame tables know of the first action, for the seat that acts: `wins in 7`, `draw`, `loses in 4`. The
    /// number counts actions to the next progress or the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub table: Option<String>,
    /// The actions.
    pub actions: Vec<String>,
}
