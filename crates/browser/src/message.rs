//! What comes in from the page and goes out to it, as JSON.

use std::collections::BTreeMap;

use menagerie_api::think::{Question, Reply};
use menagerie_wire::Thought;
use serde::{Deserialize, Serialize};

use crate::saved::SavedTable;

/// A message of the page: an object whose field `t` says which one.
#[derive(Clone, Debug, Deserialize)]
#[serde(from = "AnyInput")]
pub enum Input {
    /// An HTTP call.
    Request(Request),
    /// A WebSocket to a table was opened.
    Open {
        /// The page's number for it.
        socket: u32,
        /// The table.
        table: String,
    },
    /// The page sends a message on a WebSocket.
    Message {
        /// Which one.
        socket: u32,
        /// The message, as JSON.
        text: String,
    },
    /// The page has closed a WebSocket.
    Close {
        /// Which one.
        socket: u32,
    },
    /// A search for a computer player has ended.
    Found {
        /// Its table.
        table: String,
        /// The version it answers.
        version: u32,
        /// What it found.
        reply: Option<Reply>,
    },
    /// What a search for a computer player has found so far.
    Progress {
        /// Its table.
        table: String,
        /// The version it answers.
        version: u32,
        /// How far it is.
        thought: Thought,
    },
    /// The courses of the games, which the module does not contain. Comes before all other messages.
    Courses {
        /// The lesson files as texts of JSON, by game.
        courses: BTreeMap<String, String>,
    },
    /// The puzzles of a game, which the module does not contain. Come before the first call about them.
    Puzzles {
        /// The game's id.
        game: String,
        /// The text of its rules, which name the themes.
        rules: String,
        /// The puzzles, as a text of JSON.
        puzzles: String,
    },
    /// Time has passed.
    Tick,
    /// Tables of an earlier visit, or of another tab. One that this tab has too is replaced if it has fewer events here;
    /// its connections are closed then, and come back to the new one.
    Restore {
        /// What [`Output::Save`] said last of each, as texts of JSON. Each is read alone, so that one of another version does
        /// not take the others with it.
        tables: Vec<String>,
        /// Whether they replace the tables of this tab in any case: another tab was first with another continuation.
        replace: bool,
    },
}

/// The fields of all messages of the page. A reader for tagged enums would make the module larger.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct AnyInput {
    t: Tag,
    id: u32,
    method: String,
    path: String,
    body: String,
    token: Option<String>,
    accept: Option<String>,
    socket: u32,
    table: String,
    text: String,
    version: u32,
    reply: Option<Reply>,
    thought: Thought,
    courses: BTreeMap<String, String>,
    game: String,
    rules: String,
    puzzles: String,
    tables: Vec<String>,
    replace: bool,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Tag {
    Request,
    Open,
    Message,
    Close,
    Found,
    Progress,
    Courses,
    Puzzles,
    #[default]
    Tick,
    Restore,
}

impl From<AnyInput> for Input {
    fn from(any: AnyInput) -> Self {
        let AnyInput { socket, table, version, .. } = any;
        match any.t {
            Tag::Request => Self::Request(Request {
                id: any.id,
                method: any.method,
                path: any.path,
                body: any.body,
                token: any.token,
                accept: any.accept,
            }),
            Tag::Open => Self::Open { socket, table },
            Tag::Message => Self::Message { socket, text: any.text },
            Tag::Close => Self::Close { socket },
            Tag::Found => Self::Found { table, version, reply: any.reply },
            Tag::Progress => Self::Progress { table, version, thought: any.thought },
            Tag::Courses => Self::Courses { courses: any.courses },
            Tag::Puzzles => Self::Puzzles { game: any.game, rules: any.rules, puzzles: any.puzzles },
            Tag::Tick => Self::Tick,
            Tag::Restore => Self::Restore { tables: any.tables, replace: any.replace },
        }
    }
}

/// An HTTP call.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The page's number for it.
    pub id: u32,
    /// `GET`, `POST` or `DELETE`.
    pub method: String,
    /// The path with its query.
    pub path: String,
    /// The body, if there is one.
    pub body: String,
    /// The token of a seat.
    pub token: Option<String>,
    /// The content type that the page wants.
    pub accept: Option<String>,
}

/// A message to the page.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "t", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Output {
    /// The answer to an HTTP call.
    Answer {
        /// The page's number for the call.
        id: u32,
        /// The HTTP status.
        status: u16,
        /// The body: JSON, or the text of a record.
        body: String,
    },
    /// The answer to an analysis: the page starts this search, and its lines are the body.
    Analyse {
        /// The page's number for the call.
        id: u32,
        /// What to search.
        question: Box<Question>,
    },
    /// A message on a WebSocket.
    Message {
        /// Which one.
        socket: u32,
        /// The message, as JSON.
        text: String,
    },
    /// A WebSocket is closed from here.
    Closed {
        /// Which one.
        socket: u32,
    },
    /// A computer player is to move: the page starts a search, in place of an earlier one of the table.
    Think {
        /// The table.
        table: String,
        /// The version that it answers.
        version: u32,
        /// What to search.
        question: Box<Question>,
    },
    /// The table has changed: the page keeps this in place of what it has.
    Save {
        /// The table.
        table: Box<SavedTable>,
    },
    /// Something is due at this time: the page sends [`Input::Tick`] then.
    Wake {
        /// In milliseconds since 1970.
        at: i64,
    },
}
