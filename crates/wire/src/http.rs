//! The bodies of the HTTP calls that the page and the terminal client make. Errors are [`Refused`](crate::Refused).
//!
//! | call | body | answer |
//! |---|---|---|
//! | `GET /api/about` | – | [`About`] |
//! | `GET /api/games` | – | the [`Game`](crate::facts::Game)s without rules texts |
//! | `GET /api/games/{id}` | – | a [`Game`](crate::facts::Game) |
//! | `GET /api/lobby` | – | [`Lobby`] |
//! | `POST /api/commitments` | – | [`Commitment`] |
//! | `POST /api/tables` | [`CreateTable`] | [`Seated`] |
//! | `GET /api/tables/{id}` | – | a [`Table`] |
//! | `POST /api/tables/{id}/join` | [`Join`] | [`Seated`] |
//! | `GET /api/tables/{id}/record` | – | the record as text, or as JSON by `Accept` |
//! | `GET /api/tables/{id}/socket` | – | the WebSocket of the table |
//! | `GET /api/tables/{id}/at/{version}` | – | [`SceneResponse`]: the match after `version` events |
//! | `GET /api/tables/{id}/reach/{place}` | – | [`ReachResponse`] |
//! | `POST /api/import` | a record as text or JSON | [`Imported`] |
//! | `POST /api/scene` | [`SceneRequest`] | [`SceneResponse`] |
//! | `POST /api/reach` | [`ReachRequest`] | [`ReachResponse`] |
//! | `POST /api/arrange` | [`ArrangeRequest`] | [`ArrangeResponse`] |
//! | `GET /api/picture` | – | a position as SVG or PNG |
//! | `POST /api/analyse` | [`Analyse`] | [`Thought`](crate::Thought)s, one JSON object per line |

use serde::{Deserialize, Serialize};

use crate::table::{Table, TimeControl};
use crate::{Piece, Scene};

/// What the server is, and how it can be reached.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct About {
    /// The program's version.
    pub version: String,
    /// The address others can reach it by, if it listens to others.
    pub reach: Option<String>,
    /// How to make it listen to others, in words; only when it does not.
    pub how: Option<String>,
}

/// Makes a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateTable {
    /// The game with its options.
    pub game: String,
    /// One plan per seat, in order of play; the seats may be shuffled if `shuffle` says so.
    pub seats: Vec<SeatPlan>,
    /// Whether colours are drawn by lot.
    #[serde(default)]
    pub shuffle: bool,
    /// Whether it is in the lobby.
    #[serde(default)]
    pub public: bool,
    /// Whether accounts' ratings are at stake.
    #[serde(default)]
    pub rated: bool,
    /// The time control.
    #[serde(default)]
    pub clock: TimeControl,
    /// A position to begin from instead of the start.
    #[serde(default)]
    pub position: Option<String>,
    /// What the makers of the table add to its dice: any text of at most 64 characters.
    #[serde(default)]
    pub nonce: Option<String>,
    /// The id of a [`Commitment`] that the server made before it learned the nonce; it is used up. Only for games with
    /// chance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub commitment: Option<String>,
}

/// What the server has committed itself to: the dice of a table that is still to be made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Commitment {
    /// By which a table is made with it, once.
    pub id: String,
    /// The SHA-256 of the secret, in hex: the table will show the same.
    pub commitment: String,
    /// Until when it can be used, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub until: i64,
}

/// Who is to sit on a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum SeatPlan {
    /// Open to the first player who joins.
    Open,
    /// A person at the maker's screen; several of these share it.
    Here {
        /// Their name.
        name: String,
    },
    /// A computer player.
    Computer {
        /// From 1 to 8.
        level: u8,
    },
}

/// Sits down at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// The name to be shown.
    pub name: String,
    /// Which seat; the first open one if left out.
    #[serde(default)]
    pub seat: Option<String>,
    /// What this person adds to the table's dice.
    #[serde(default)]
    pub nonce: Option<String>,
}

/// The seats that the client got, with their tokens. A token is the right to play its seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seated {
    /// The table.
    pub table: Table,
    /// The seats and their tokens, in order of play.
    pub tokens: Vec<(String, String)>,
}

/// A part of a table's log.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LogPage {
    /// How many entries come before these.
    pub earlier: u32,
    /// The entries in order.
    pub log: Vec<crate::LogEntry>,
}

/// The lobby.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Lobby {
    /// Public tables with open seats: of each address the newest first, then of each the second, and so on.
    pub waiting: Vec<Table>,
    /// Public tables with a match going on, in the same order.
    pub playing: Vec<Table>,
    /// Whether the next page lists more of either.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub more: bool,
}

/// Asks what a position looks like: for the editor, the rules' live boards and shared links.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SceneRequest {
    /// The game with its options.
    pub game: String,
    /// A position text; the start if left out.
    #[serde(default)]
    pub position: Option<String>,
    /// Events of a match that begins there, as they stand in a record: actions, and what is none (`!resign:red`).
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub events: Vec<String>,
    /// Actions to do after them, whatever the match would say.
    #[serde(default)]
    pub actions: Vec<String>,
    /// Whether the seat to act passes then, so that the next seat is to act: what does it threaten?
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub pass: bool,
    /// Whether to look with the eyes of nobody and show everything, as after the end of a match.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub open: bool,
    /// An action to explain there.
    #[serde(default)]
    pub explain: Option<String>,
}

/// What it looks like, to the seat that acts or, if that was asked for, with everything open.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SceneResponse {
    /// The position's text after the events and actions.
    pub position: String,
    /// The seats of this match, also those that are out of it, in order of play.
    pub seats: Vec<String>,
    /// Who decides now: a seat's name, `chance` or `nobody`.
    pub actor: String,
    /// What it looks like.
    pub scene: Scene,
    /// What the last event or action did, in words and as data.
    pub happened: Vec<crate::DescribedEffect>,
    /// Why the action asked for is legal or not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// How the game ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<crate::Ended>,
}

/// Asks where the piece at a place could go if it were its owner's turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ReachRequest {
    /// The game with its options.
    pub game: String,
    /// A position text; the start if left out.
    #[serde(default)]
    pub position: Option<String>,
    /// The place's id.
    pub place: crate::Place,
}

/// Where the piece could go, as far as the caller may know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = "Reach"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Reach"))]
pub struct ReachResponse {
    /// The place that was asked about.
    pub place: crate::Place,
    /// The places it could go to; empty if nothing that moves stands there.
    pub targets: Vec<menagerie_game::Target>,
}

impl From<menagerie_game::Reach> for ReachResponse {
    fn from(reach: menagerie_game::Reach) -> Self {
        Self { place: reach.place, targets: reach.targets }
    }
}

/// Why an action is legal or not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Verdict {
    /// Whether it is.
    pub legal: bool,
    /// The rule's id.
    pub rule: String,
    /// In words.
    pub reason: String,
}

/// Pieces put down by hand: for the board editor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ArrangeRequest {
    /// The game with its options.
    pub game: String,
    /// The position whose other facts stay as they are; the start if left out.
    #[serde(default)]
    pub position: Option<String>,
    /// The pieces.
    pub pieces: Vec<Piece>,
    /// The seat whose turn begins.
    pub mover: String,
}

/// The text of pieces put down by hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArrangeResponse {
    /// The text.
    pub position: String,
    /// Why it is no position, if it is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// A record that was imported: a table whose match is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Imported {
    /// The table's id.
    pub id: String,
    /// Its address.
    pub url: String,
}

/// Asks for the computer's opinion of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Analyse {
    /// The game with its options.
    pub game: String,
    /// The position text.
    pub position: String,
    /// How many lines.
    #[serde(default)]
    pub lines: Option<u8>,
    /// How long to think, in milliseconds.
    #[serde(default)]
    pub time: Option<u32>,
    /// Only these first actions are searched (UCI's `searchmoves`); all if left out. At most 5.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub actions: Vec<String>,
}
