//! A table as clients see it.

pub use menagerie_match::TimeControl;
use serde::{Deserialize, Serialize};

/// A table: a game with its seats.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Table {
    /// Its id, part of its address.
    pub id: String,
    /// The game with its options: `jungle:classic`.
    pub game: String,
    /// Whether it is in the lobby.
    pub public: bool,
    /// Whether accounts' ratings are at stake.
    pub rated: bool,
    /// Where it stands.
    pub stage: Stage,
    /// The seats in order of play.
    pub seats: Vec<SeatInfo>,
    /// Its time control.
    pub clock: TimeControl,
    /// How many spectators look on.
    pub watching: u32,
    /// The SHA-256 of the table's secret for chance, in hex; only for games with chance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
    /// The same for the rematch of this table. A seat that wants a rematch adds its nonce after this was published.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_commitment: Option<String>,
    /// The table of the next game, once a rematch was agreed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rematch: Option<String>,
    /// When it was made, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub created: i64,
}

/// Where a table stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Seats are open.
    Waiting,
    /// The match is on.
    Playing,
    /// The match is over.
    Over,
    /// Nobody came, or an operator closed it.
    Closed,
}

/// A seat as others see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SeatInfo {
    /// Its colour: `red`.
    pub seat: String,
    /// Who sits there.
    pub player: Player,
    /// Whether a connection of that seat is open.
    pub here: bool,
    /// Seconds until the others may claim that it has left; only while it is gone and its decision is due.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim_in: Option<u32>,
}

/// Who plays a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Player {
    /// Nobody yet.
    Open,
    /// A person.
    Person {
        /// The name they gave.
        name: String,
        /// Their account, if they have one.
        #[serde(skip_serializing_if = "Option::is_none")]
        account: Option<String>,
        /// Their rating in this game.
        #[serde(skip_serializing_if = "Option::is_none")]
        rating: Option<i32>,
        /// Whether it is a program.
        bot: bool,
    },
    /// A computer player.
    Computer {
        /// From 1 to 8.
        level: u8,
    },
}

/// The clocks as they stood when the message was sent.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Clocks {
    /// The seat whose clock runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub running: Option<String>,
    /// What each seat has left, in milliseconds, in order of play; empty without a time control.
    #[cfg_attr(feature = "ts", ts(type = "number[]"))]
    pub left: Vec<i64>,
    /// Byoyomi periods left, in order of play; empty without byoyomi.
    pub periods: Vec<u32>,
    /// Milliseconds left for the first action of the match, with which the clocks start. Without it in time the server
    /// aborts the match. Absent where the wait has no limit.
    #[serde(default, rename = "firstActionIn", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
    pub first_action_in: Option<i64>,
}

/// What is on offer.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Offers {
    /// The seats that want a draw.
    pub draw: Vec<String>,
    /// The turn to go back to and the seats that want it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub takeback: Option<(u32, Vec<String>)>,
    /// The seats that want another game.
    pub rematch: Vec<String>,
}
