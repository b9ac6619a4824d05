//! The connection to a server: HTTP calls and the table's WebSocket. Each runs on its own thread
//! and never blocks the user interface.

mod backoff;
mod dice_commitment;
mod heartbeat;
mod http;
mod socket;
mod stream;
mod unacknowledged;

use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

use menagerie_wire::http::{CreateTable, Join, Lobby, Seated};
use menagerie_wire::{FromClient, ToClient};

pub(crate) use dice_commitment::DiceCommitment;
use http::HttpClient;
use socket::{TableSocket, new_client_id};

/// A call to the server.
#[derive(Debug)]
pub(crate) enum Call {
    /// List the tables of the lobby.
    Lobby,
    /// Ask for the account of our API token.
    Account,
    /// Create a table.
    Create(Box<CreateTable>),
    /// Join a public table like this one that waits for players, but not one of our own; or create it.
    Find { wanted: Box<CreateTable>, join: Join, own: Vec<String> },
    /// Join a table, or watch it if it is full.
    Join { table: String, join: Join },
    /// Watch a table.
    Watch { table: String },
    /// Return to our seats; at a rematch, with the commitment to its dice.
    Return { table: String, tokens: Tokens, dice_commitment: Option<DiceCommitment> },
    /// Fetch the record of a finished match.
    Record { table: String },
    /// Open the table's socket with these tokens. Its events carry this id.
    Open { socket_id: u64, table: String, tokens: Vec<String> },
    /// Send a message on the socket.
    Send(FromClient),
    /// Close the socket.
    Close,
}

/// Seats and their tokens. `Debug` does not show the tokens.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Tokens(pub(crate) Vec<(String, String)>);

impl std::fmt::Debug for Tokens {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.0.iter().map(|(seat, _)| seat)).finish()
    }
}

/// A random nonce that this client adds to a table's dice.
pub(crate) fn nonce() -> String {
    let half = || getrandom::u64().unwrap_or_default();
    format!("{:016x}{:016x}", half(), half())
}

/// An event of the network.
#[derive(Debug)]
pub(crate) enum NetEvent {
    Lobby(Box<Lobby>),
    /// The list of tables is not available; the text says why.
    NoLobby(String),
    /// The name of our account.
    Account(String),
    /// The server does not know our API token.
    NoAccount(String),
    Seated(Box<Seated>),
    Record(String),
    /// A call failed; the text says why.
    Failed(String),
    /// The socket with this id is open.
    Connected(u64),
    /// The connection is lost. The client reconnects after this pause.
    Lost {
        socket_id: u64,
        retry_in: Duration,
    },
    /// The server refused the connection; the text says why. The client does not try again.
    Rejected(u64, String),
    Message(u64, Box<ToClient>),
}

/// The connection to one server.
pub(crate) struct Net {
    client: Arc<HttpClient>,
    events: Sender<NetEvent>,
    socket: Option<Sender<FromClient>>,
}

impl Net {
    /// Connects to the server at `base`, `http://host:port`, with the API token of an account or as a
    /// guest.
    pub(crate) fn new(base: &str, account: Option<&str>, events: Sender<NetEvent>) -> Self {
        Self { client: Arc::new(HttpClient::new(base, account)), events, socket: None }
    }

    /// Makes a call. Its result comes as an event.
    pub(crate) fn call(&mut self, call: Call) {
        let (client, events) = (Arc::clone(&self.client), self.events.clone());
        match call {
            Call::Open { socket_id, table, tokens } => {
                let (socket, messages) = mpsc::channel();
                self.socket = Some(socket);
                let socket = TableSocket { socket_id, table, tokens, client_id: new_client_id(), messages, events };
                thread::spawn(move || socket.run(&client));
            }
            Call::Send(message) => {
                if let Some(socket) = &self.socket {
                    let _ = socket.send(message);
                }
            }
            Call::Close => self.socket = None,
            other => {
                thread::spawn(move || {
                    let failed = if matches!(other, Call::Lobby) { NetEvent::NoLobby } else { NetEvent::Failed };
                    let event = client.call(other).unwrap_or_else(failed);
                    let _ = events.send(event);
                });
            }
        }
    }
}
