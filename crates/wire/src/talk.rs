//! Words between people.

use serde::{Deserialize, Serialize};

/// Something to be said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Say {
    /// Who hears it.
    pub room: Room,
    /// At most 300 characters.
    pub text: String,
}

/// Who hears something.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Room {
    /// The seats.
    Players,
    /// The spectators; seats hear it when the match is over.
    Spectators,
    /// One other seat only (games with alliances).
    Seat {
        /// Which.
        seat: String,
    },
}

/// Something that was said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Said {
    /// Its number: no other words at this table have it. It grows among the words that the same people hear.
    pub id: u32,
    /// Who said it: a seat, or nothing for a spectator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<String>,
    /// The name they gave.
    pub name: String,
    /// Who heard it.
    pub room: Room,
    /// What.
    pub text: String,
    /// When, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub at: i64,
}

/// That two seats talk in private is no secret where the players chose to show it; what they say is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Whispered {
    /// Who spoke.
    pub from: String,
    /// To whom.
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
        /// To whom.
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
