//! What comes in from the page and goes out to it, as JSON.

use menagerie_api::think::{Question, Reply};
use menagerie_wire::Thought;
use serde::{Deserialize, Serialize};

use crate::saved::SavedTable;

/// A message of the page.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "t", rename_all = "kebab-case", rename_all_fields = "camelCase")]
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
        /// The lesson files as JSON, by game.
        courses: serde_json::Map<String, serde_json::Value>,
    },
    /// Time has passed.
    Tick,
    /// Tables of an earlier visit, or of another tab. One that this tab has too is replaced if it has fewer events here;
    /// its connections are closed then, and come back to the new one.
    Restore {
        /// What [`Output::Save`] said last of each. Each is read alone, so that one of another version does not take the
        /// others with it.
        tables: Vec<serde_json::Value>,
        /// Whether they replace the tables of this tab in any case: another tab was first with another continuation.
        #[serde(default)]
        replace: bool,
    },
}

/// An HTTP call.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
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
