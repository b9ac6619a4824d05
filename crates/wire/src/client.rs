//! Messages from a client on a table's WebSocket.

use serde::{Deserialize, Serialize};

use crate::chat::{AllianceStep, ChatPost};

/// One message from a client. Every request carries an `ack` number of the client's choice, its idempotency key. The answer
/// ([`ToClient::Done`](crate::ToClient) or [`ToClient::Refused`](crate::ToClient)) carries it back. A request that is sent
/// again gets the same answer and is executed once, on the same connection or, if the client has told its name, on later
/// ones.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "t", rename_all = "kebab-case", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum FromClient {
    /// The first message of every connection.
    #[serde(rename = "hello")]
    Subscribe {
        /// The tokens of the seats that are played at this screen; none for a spectator.
        #[serde(default)]
        tokens: Vec<String>,
        /// The last version this client has seen: it gets the events since then, or everything.
        #[serde(default)]
        since: Option<u32>,
        /// The format of views.
        #[serde(default)]
        form: ViewFormat,
        /// A spectator's name in chat: at most 30 characters.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional))]
        name: Option<String>,
        /// The client's own id, at most 40 characters and hard to guess. With it, idempotency keys (`ack`) hold across the
        /// client's connections with the same tokens, and a number must not be used for two messages. Without it, they hold
        /// on one connection.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional))]
        client: Option<String>,
        /// Whether the connection also plays the seat of the account that it is signed in with, by its session cookie or
        /// its API token. Such a client needs no token of the seat.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        account: bool,
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
    #[serde(rename = "say")]
    Chat {
        /// The client's number for this message.
        ack: u32,
        /// Who says it: a seat, or nobody for a spectator.
        #[serde(default)]
        seat: Option<String>,
        /// The message and its channel.
        say: ChatPost,
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
    /// Closes a table whose match has not begun. Only the creator of the table may do so.
    Cancel {
        /// The client's number for this message.
        ack: u32,
        /// A seat of the creator.
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
            | Self::Chat { ack, .. }
            | Self::Ally { ack, .. }
            | Self::Explain { ack, .. }
            | Self::Cancel { ack, .. } => Some(*ack),
            Self::Subscribe { .. } | Self::Ping { .. } => None,
        }
    }

    /// Whether the message must be carried out at most once (idempotency). An uncover counts for one connection only, and an
    /// explanation changes nothing.
    pub const fn runs_once(&self) -> bool {
        self.ack().is_some() && !matches!(self, Self::Uncover { .. } | Self::Explain { .. })
    }
}

/// The format of views that a client wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ViewFormat {
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
