//! The messages to a table's task.

use menagerie_game::Seat;
use menagerie_game::erased::AnyView;
use menagerie_store::Account;
use menagerie_table::secret::Digest;
use menagerie_table::{ConnectionId, Subscription};
use menagerie_wire::http::{Join, Seated};
use menagerie_wire::table::Table;
use menagerie_wire::{ChatMessage, ChatPost, FromClient, Thought, ToClient};
use tokio::sync::{mpsc, oneshot};
use tungstenite::Utf8Bytes;

use crate::engine::search::Reply;
use crate::error::ServerError;
use crate::limits::address::Address;
use crate::mailbox::cluster_event::ClusterEvent;
use menagerie_api::past::Past;

/// The queue of a connection. A slow client, whose queue is full, is disconnected.
pub(crate) type Outbox = mpsc::Sender<Utf8Bytes>;

/// What a bot asks for over HTTP, for the seat that its account plays.
#[derive(Clone, Debug)]
pub(crate) enum BotRequest {
    /// Do an action.
    Act { action: String },
    /// Offer a draw, or agree to one.
    OfferDraw,
    /// Agree to the draw that others have offered, if there is one.
    AcceptDraw,
    /// Offer a draw unless an offer stands already.
    OfferFirstDraw,
    /// Decline a draw, or withdraw one's own offer.
    DeclineDraw,
    /// Resign.
    Resign,
    /// Claim that the acting seat has left.
    ClaimVictory,
    /// Offer, accept or decline a takeback. Without a turn: to the turn that is offered, or to the seat's own last turn.
    Takeback { accept: bool, turn: Option<u32> },
    /// Post a chat message.
    Chat(ChatPost),
}

/// What comes in for a table.
pub(crate) enum Input {
    /// A connection says hello; the answer names the accounts whose seats it plays.
    Subscribe {
        id: ConnectionId,
        hello: Subscription,
        outbox: Outbox,
        answer: oneshot::Sender<Result<Vec<String>, ServerError>>,
    },
    /// A connection says something else.
    Message { id: ConnectionId, message: FromClient },
    /// A connection is closed.
    Disconnected { id: ConnectionId },
    /// A player joins.
    Join { join: Join, account: Option<Account>, answer: oneshot::Sender<Result<Seated, ServerError>> },
    /// A program that plays an account's seat says something; the answer is whether the match goes on.
    Bot { account: String, request: BotRequest, answer: oneshot::Sender<Result<bool, ServerError>> },
    /// A client reads the table; no visit if the server reads it for itself.
    GetTable { visit: bool, answer: oneshot::Sender<Table> },
    /// A computer player tells how far it has come.
    EngineProgress { seat: Seat, version: u32, thought: Thought },
    /// A computer player has decided, as an answer to this version.
    EngineMove { seat: Seat, version: u32, reply: Option<Reply> },
    /// A seat mutes another seat, or ends that.
    Mute { token: Digest, speaker: String, muted: bool, answer: oneshot::Sender<Result<(), ServerError>> },
    /// A player or spectator reports a chat message.
    Report { report: ChatReport, answer: oneshot::Sender<Result<(), ServerError>> },
    /// A client reads the match so far, as far as its token or its account allows.
    GetPast { token: Option<Digest>, account: Option<String>, answer: oneshot::Sender<Result<Past, ServerError>> },
    /// A client reads the position as it stands, as far as its token or its account allows.
    GetView {
        token: Option<Digest>,
        account: Option<String>,
        answer: oneshot::Sender<Result<Box<dyn AnyView>, ServerError>>,
    },
    /// A program that plays an account's seat, or looks on, reads what was said.
    GetChat { account: String, answer: oneshot::Sender<Vec<ChatMessage>> },
    /// A program that plays an account's seat ends the match before it has really begun.
    Abort { account: String, answer: oneshot::Sender<Result<(), ServerError>> },
    /// The creator, known by a seat's token or by an account, closes the table before its match begins.
    Cancel { token: Option<Digest>, account: Option<String>, answer: oneshot::Sender<Result<(), ServerError>> },
    /// An operator closes the table, or removes something that was said.
    Admin { command: AdminCommand, answer: oneshot::Sender<Result<(), ServerError>> },
    /// Something happened on another node.
    Cluster(ClusterEvent),
}

impl Input {
    /// Whether it comes from a client over HTTP that waits for what happens at the table.
    pub(crate) fn is_visit(&self) -> bool {
        matches!(
            self,
            Self::GetTable { visit: true, .. } | Self::GetPast { .. } | Self::GetView { .. } | Self::Bot { .. }
        )
    }

    /// Whether a client reads the table over HTTP and changes nothing.
    pub(crate) const fn is_read(&self) -> bool {
        matches!(
            self,
            Self::GetTable { visit: true, .. } | Self::GetPast { .. } | Self::GetView { .. } | Self::GetChat { .. }
        )
    }
}

/// A report about a chat message.
#[derive(Clone)]
pub(crate) struct ChatReport {
    /// The token of the reporting seat; none for a spectator.
    pub(crate) token: Option<Digest>,
    /// The account of the reporter, whose seat counts without a token.
    pub(crate) account: Option<String>,
    /// Where it comes from.
    pub(crate) from: Address,
    /// The number of what was said.
    pub(crate) message: u32,
    /// Why.
    pub(crate) reason: String,
}

/// What an operator can do at a table.
#[derive(Clone, Copy, Debug)]
pub(crate) enum AdminCommand {
    /// Nobody plays here any more.
    Close,
    /// The same, unless the match has begun.
    CloseIfWaiting,
    /// The same, unless the match has begun or a client is connected.
    CloseIfUnattended,
    /// Removes something that was said.
    RemoveMessage(u32),
}

/// A message as it is sent.
pub(crate) fn text_of(message: &ToClient) -> Option<Utf8Bytes> {
    let mut text = Vec::with_capacity(USUAL_LENGTH);
    serde_json::to_writer(&mut text, message).ok()?;
    Utf8Bytes::try_from(text).ok()
}

/// As many bytes as what an event tells a program.
const USUAL_LENGTH: usize = 1024;
