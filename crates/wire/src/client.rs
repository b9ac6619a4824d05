//! What a client says on a table's WebSocket.

use serde::{Deserialize, Serialize};

use crate::talk::{AllianceStep, Say};

/// One message from a client. Every message that asks for something carries an `ack` number of the client's choice; the
/// answer ([`ToClient::Done`](crate::ToClient) or [`ToClient::Refused`](crate::ToClient)) carries it back. A number that
/// was answered before is answered again and not carried out twice, on the same connection or, if the client has told
/// its name, on its next ones.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "t", rename_all = "kebab-case", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum FromClient {
    /// The first message of every connection.
    Hello {
        /// The tokens of the seats that are played at this screen; none for a spectator.
        #[serde(default)]
        tokens: Vec<String>,
        /// The last version this client has seen: it gets the events since then, or everything.
        #[serde(default)]
        since: Option<u32>,
        /// What it wants to hear.
        #[serde(default)]
        form: Form,
        /// The name a spectator goes by in talk: at most 30 characters.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional))]
        name: Option<String>,
        /// A word by which the client is known again when it comes back with the same tokens, at most 40 characters and hard to
        /// guess: what it asks a second time, with the same number, is then answered a second time and not done again. Without
        /// it, numbers mean something on one connection only; with it, a number is never used for two messages.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional))]
        client: Option<String>,
    },
    /// Does an action.
    Act {
        /// The client's number for this message.
        ack: u32,
        /// The version this answers; a stale one is refused.
        at: u32,
        /// Who acts.
        seat: String,
        /// The action's text.
        action: String,
    },
    /// Takes back the last action of the unfinished turn.
    Undo {
        /// The client's number for this message.
        ack: u32,
        /// The version this answers.
        at: u32,
        /// Who.
        seat: String,
    },
    /// Offers something to the other seats, or agrees to what they offered.
    Offer {
        /// The client's number for this message.
        ack: u32,
        /// The last version this client has seen: if it has done this since then, it is not done again.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional))]
        at: Option<u32>,
        /// Who.
        seat: String,
        /// What.
        offer: Offer,
        /// With a wish for another game: what this seat adds to that game's dice, at most 64 characters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        nonce: Option<String>,
    },
    /// Declines what was offered, or withdraws one's own offer.
    Decline {
        /// The client's number for this message.
        ack: u32,
        /// The last version this client has seen: if it has done this since then, it is not done again.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional))]
        at: Option<u32>,
        /// Who.
        seat: String,
        /// What.
        offer: Offer,
    },
    /// Resigns; in Djambi concedes.
    Resign {
        /// The client's number for this message.
        ack: u32,
        /// Who.
        seat: String,
    },
    /// Claims what the rules of the table give: a seat was left for too long.
    Claim {
        /// The client's number for this message.
        ack: u32,
        /// The last version this client has seen: if a seat was claimed since then, no other one is.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional))]
        at: Option<u32>,
        /// Who claims.
        seat: String,
        /// What.
        claim: Claim,
    },
    /// At a screen shared by several seats: this person has lifted the cover and may see.
    Uncover {
        /// The client's number for this message.
        ack: u32,
        /// Who.
        seat: String,
    },
    /// Says something.
    Say {
        /// The client's number for this message.
        ack: u32,
        /// Who says it: a seat, or nobody for a spectator.
        #[serde(default)]
        seat: Option<String>,
        /// What, and to whom.
        say: Say,
    },
    /// A step of an alliance (Djambi).
    Ally {
        /// The client's number for this message.
        ack: u32,
        /// Who.
        seat: String,
        /// What.
        step: AllianceStep,
    },
    /// Asks why an action is not legal, in words.
    Explain {
        /// The client's number for this message.
        ack: u32,
        /// Whose action.
        seat: String,
        /// The action's text.
        action: String,
    },
    /// Closes a table at which nobody plays yet; for whoever made it.
    Cancel {
        /// The client's number for this message.
        ack: u32,
        /// A seat of whoever made the table.
        seat: String,
    },
    /// Are you there?
    Ping {
        /// Comes back unchanged.
        #[serde(default)]
        n: u32,
    },
}

impl FromClient {
    /// The number that the message's answer carries.
    pub const fn ack(&self) -> Option<u32> {
        match self {
            Self::Act { ack, .. }
            | Self::Undo { ack, .. }
            | Self::Offer { ack, .. }
            | Self::Decline { ack, .. }
            | Self::Resign { ack, .. }
            | Self::Claim { ack, .. }
            | Self::Uncover { ack, .. }
            | Self::Say { ack, .. }
            | Self::Ally { ack, .. }
            | Self::Explain { ack, .. }
            | Self::Cancel { ack, .. } => Some(*ack),
            Self::Hello { .. } | Self::Ping { .. } => None,
        }
    }

    /// The same, if the message must not be carried out again when it comes again. A cover is lifted for each connection anew, and
    /// a question changes nothing.
    pub const fn ack_of_deed(&self) -> Option<u32> {
        match self {
            Self::Uncover { .. } | Self::Explain { .. } => None,
            deed => deed.ack(),
        }
    }
}

/// How much a client wants to hear.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// With scenes: for clients that draw.
    #[default]
    Scene,
    /// With view texts and action texts only: for programs.
    Text,
}

/// Something that needs the agreement of all living seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Offer {
    /// A draw.
    Draw,
    /// Back to the start of a turn, counted from 1.
    Takeback {
        /// Which turn.
        turn: u32,
    },
    /// Another game at this table with rotated seats.
    Rematch,
}

/// What can be claimed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// The acting seat has been gone for longer than the grace period: it leaves.
    Gone,
}
