//! The way to a server: calls and the table's WebSocket, each on threads of their own, so that the screen never waits.

mod backoff;
mod heartbeat;
mod http;
mod promise;
mod socket;
mod stream;
mod unanswered;

use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

use menagerie_wire::http::{CreateTable, Join, Lobby, Seated};
use menagerie_wire::{FromClient, ToClient};

use http::Site;
pub(crate) use promise::Promise;
use socket::{Line, new_word};

/// What the server is asked.
#[derive(Debug)]
pub(crate) enum Call {
    /// Who waits, who plays.
    Lobby,
    /// Whose API token we have.
    Account,
    /// Make a table.
    Create(Box<CreateTable>),
    /// Sit down at a public table like this one that waits for somebody, or make it. Not at our own ones.
    Find { wanted: Box<CreateTable>, join: Join, own: Vec<String> },
    /// Sit down at a table, or look on if there is no room.
    Join { table: String, join: Join },
    /// Look on.
    Watch { table: String },
    /// Come back to seats that are ours; at a rematch, with what was promised for its dice.
    Return { table: String, tokens: Tokens, promised: Option<Promise> },
    /// The record of a match that is over.
    Record { table: String },
    /// Open the table's socket with these tokens. What is heard on it comes with the number of this line.
    Open { line: u64, table: String, tokens: Vec<String> },
    /// Say something on it.
    Send(FromClient),
    /// Close it.
    Close,
}

/// Seats and their tokens, which are never shown.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Tokens(pub(crate) Vec<(String, String)>);

impl std::fmt::Debug for Tokens {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.0.iter().map(|(seat, _)| seat)).finish()
    }
}

/// What this person adds to a table's dice: nobody can guess it.
pub(crate) fn nonce() -> String {
    let half = || getrandom::u64().unwrap_or_default();
    format!("{:016x}{:016x}", half(), half())
}

/// What is heard from the server.
#[derive(Debug)]
pub(crate) enum News {
    Lobby(Box<Lobby>),
    /// The list of tables cannot be had, in words.
    NoLobby(String),
    /// The name of our account.
    Account(String),
    /// The server does not know our API token, in words.
    NoAccount(String),
    Seated(Box<Seated>),
    Record(String),
    /// A call failed, in words.
    Failed(String),
    /// The socket of this line is open.
    Connected(u64),
    /// It is closed, and is opened again after this pause.
    Lost {
        line: u64,
        retry_in: Duration,
    },
    /// The server does not let us in, in words. It is not asked again.
    Rejected(u64, String),
    Heard(u64, Box<ToClient>),
}

/// The way to one server.
pub(crate) struct Net {
    site: Arc<Site>,
    tell: Sender<News>,
    socket: Option<Sender<FromClient>>,
}

impl Net {
    /// The way to the server at `base`, `http://host:port`; with an API token we are its account.
    pub(crate) fn new(base: &str, account: Option<&str>, tell: Sender<News>) -> Self {
        Self { site: Arc::new(Site::new(base, account)), tell, socket: None }
    }

    /// Makes a call; its answer comes as news.
    pub(crate) fn call(&mut self, call: Call) {
        let (site, tell) = (Arc::clone(&self.site), self.tell.clone());
        match call {
            Call::Open { line, table, tokens } => {
                let (socket, messages) = mpsc::channel();
                self.socket = Some(socket);
                let line = Line { number: line, table, tokens, word: new_word(), messages, tell };
                thread::spawn(move || line.keep_open(&site));
            }
            Call::Send(message) => {
                if let Some(socket) = &self.socket {
                    let _ = socket.send(message);
                }
            }
            Call::Close => self.socket = None,
            other => {
                thread::spawn(move || {
                    let failed = if matches!(other, Call::Lobby) { News::NoLobby } else { News::Failed };
                    let news = site.answer(other).unwrap_or_else(failed);
                    let _ = tell.send(news);
                });
            }
        }
    }
}
