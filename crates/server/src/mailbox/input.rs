//! The messages to a table's task.

use axum::extract::ws::Utf8Bytes;
use menagerie_game::Seat;
use menagerie_store::Account;
use menagerie_table::secret::Digest;
use menagerie_table::{ConnectionId, Hello, Room};
use menagerie_wire::http::{Join, Seated};
use menagerie_wire::table::Table;
use menagerie_wire::{FromClient, Refused, Said, Thought, ToClient};
use tokio::sync::{mpsc, oneshot};

use crate::engine::search::Reply;
use crate::error::ApiError;
use crate::limits::address::Address;
use crate::mailbox::news::News;
use crate::records::past::Past;

/// Where a connection's messages go. Whoever does not read is cut off.
pub(crate) type Outbox = mpsc::Sender<Utf8Bytes>;

/// Makes a program's message of how the table stands and the seat that it plays.
pub(crate) type Message = dyn Fn(&Room, Seat) -> FromClient + Send + Sync;

/// What comes in for a table.
pub(crate) enum Input {
    /// A connection says hello; the answer names the accounts whose seats it plays.
    Hello { id: ConnectionId, hello: Hello, outbox: Outbox, answer: oneshot::Sender<Result<Vec<String>, Refused>> },
    /// A connection says something else.
    Message { id: ConnectionId, message: FromClient },
    /// A connection is closed.
    Gone { id: ConnectionId },
    /// Somebody sits down.
    Join { join: Join, account: Option<Account>, answer: oneshot::Sender<Result<Seated, ApiError>> },
    /// A program that plays an account's seat says something; the answer is whether the match goes on.
    Program { account: String, message: Box<Message>, answer: oneshot::Sender<Result<bool, Refused>> },
    /// Somebody looks at the table; not a visit if the server looks itself.
    Look { visit: bool, answer: oneshot::Sender<Table> },
    /// A computer player tells how far it has come.
    Progress { seat: Seat, version: u32, thought: Thought },
    /// A computer player has decided, as an answer to this version.
    Decided { seat: Seat, version: u32, reply: Option<Reply> },
    /// Somebody does not want to hear a seat any more, or wants to again.
    Mute { token: Digest, speaker: String, muted: bool, answer: oneshot::Sender<Result<(), ApiError>> },
    /// Somebody complains.
    Report { grievance: Grievance, answer: oneshot::Sender<Result<(), ApiError>> },
    /// Somebody wants to see the match so far, as far as this token allows.
    Past { token: Option<Digest>, answer: oneshot::Sender<Result<Past, ApiError>> },
    /// A program that plays an account's seat, or looks on, reads what was said.
    Heard { account: String, answer: oneshot::Sender<Vec<Said>> },
    /// A program that plays an account's seat ends the match before it has really begun.
    Abort { account: String, answer: oneshot::Sender<Result<(), ApiError>> },
    /// Whoever made the table, known by a seat's token or by an account, closes it before its match begins.
    Cancel { token: Option<Digest>, account: Option<String>, answer: oneshot::Sender<Result<(), ApiError>> },
    /// An operator closes the table, or removes something that was said.
    Operate { order: Order, answer: oneshot::Sender<Result<(), ApiError>> },
    /// Something happened on another node.
    News(News),
}

impl Input {
    /// Whether it comes from a client over HTTP that waits for what happens at the table.
    pub(crate) fn is_visit(&self) -> bool {
        matches!(self, Self::Look { visit: true, .. } | Self::Past { .. } | Self::Program { .. })
    }
}

/// A complaint about something that was said.
#[derive(Clone)]
pub(crate) struct Grievance {
    /// The token of the seat that complains; none for a spectator.
    pub(crate) token: Option<Digest>,
    /// Where it comes from.
    pub(crate) from: Address,
    /// The number of what was said.
    pub(crate) message: u32,
    /// Why.
    pub(crate) reason: String,
}

/// What an operator can do at a table.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Order {
    /// Nobody plays here any more.
    Close,
    /// The same, unless the match has begun.
    CloseIfWaiting,
    /// The same, unless the match has begun or somebody is there.
    CloseIfUnattended,
    /// Removes something that was said.
    Unsay(u32),
}

/// A message as it is sent.
pub(crate) fn text_of(message: &ToClient) -> Option<Utf8Bytes> {
    let mut text = Vec::with_capacity(USUAL_LENGTH);
    serde_json::to_writer(&mut text, message).ok()?;
    Utf8Bytes::try_from(text).ok()
}

/// As many bytes as what an event tells a program.
const USUAL_LENGTH: usize = 1024;
