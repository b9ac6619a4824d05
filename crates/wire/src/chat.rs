//! Chat messages and alliances.

use serde::{Deserialize, Serialize};

/// A chat message that a client posts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChatPost {
    /// Its channel.
    pub room: ChatChannel,
    /// At most 300 characters.
    pub text: String,
}

/// A chat channel: who reads a message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum ChatChannel {
    /// The seats.
    Players,
    /// The spectators; the seats read it when the match is over.
    Spectators,
    /// One other seat only (games with alliances).
    Seat {
        /// Which.
        seat: String,
    },
}

/// A stored chat message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChatMessage {
    /// Its number, unique at the table and increasing within a channel.
    pub id: u32,
    /// The author's seat; nothing for a spectator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<String>,
    /// The author's name.
    pub name: String,
    /// Its channel.
    pub room: ChatChannel,
    /// The text.
    pub text: String,
    /// When, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub at: i64,
}

/// A notice that two openly allied seats exchange private messages. It does not hold the text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PrivateChatNotice {
    /// The author.
    pub from: String,
    /// The addressee.
    pub to: String,
}

/// A step of an alliance.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "step", rename_all = "kebab-case")]
pub enum AllianceStep {
    /// Offers an alliance.
    Offer {
        /// The other seat.
        seat: String,
        /// Whether everybody sees it, or only the two.
        open: bool,
    },
    /// Accepts the other's offer.
    Accept {
        /// Whose.
        seat: String,
    },
    /// Refuses it, or withdraws one's own.
    Refuse {
        /// Whose.
        seat: String,
    },
    /// Breaks the alliance.
    Break {
        /// With whom.
        seat: String,
        /// Whether everybody sees it, or only the two.
        open: bool,
    },
}

/// An entry of the alliance log, as this connection may see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Alliance {
    /// Who did it.
    pub by: String,
    /// With whom.
    pub with: String,
    /// `offered`, `made`, `refused`, `broken`.
    pub what: String,
    /// Whether everybody sees it.
    pub open: bool,
    /// When, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub at: i64,
}
