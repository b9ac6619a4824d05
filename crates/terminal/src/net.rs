//! The way to a server: calls and the table's WebSocket, each on threads of their own, so that the screen never waits.

use std::io;
use std::net::TcpStream;
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread;
use std::time::Duration;

use menagerie_wire::http::{CreateTable, Join, Lobby, Seated};
use menagerie_wire::table::Table;
use menagerie_wire::{Form, FromClient, Refused, ToClient};
use serde::de::DeserializeOwned;
use tungstenite::{Message, WebSocket};

/// What the server is asked.
#[derive(Debug)]
pub(crate) enum Call {
    /// Who waits, who plays.
    Lobby,
    /// Make a table.
    Create(Box<CreateTable>),
    /// Sit down at a table, or look on if there is no room.
    Join { table: String, join: Join },
    /// Open the table's socket with these tokens.
    Open { table: String, tokens: Vec<String> },
    /// Say something on it.
    Send(FromClient),
}

/// What is heard from the server.
#[derive(Debug)]
pub(crate) enum News {
    Lobby(Box<Lobby>),
    Seated(Box<Seated>),
    /// A call failed, in words.
    Failed(String),
    /// The socket is open.
    Connected,
    /// The socket is closed; it is being opened again.
    Lost,
    Heard(Box<ToClient>),
}

/// How long a read waits before what is to be said is said.
const PULSE: Duration = Duration::from_millis(50);
/// The longest pause between two attempts to connect.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
/// A call that takes longer has failed.
const PATIENCE: Duration = Duration::from_secs(10);

/// The way to one server.
pub(crate) struct Net {
    /// `http://host:port`
    base: String,
    tell: Sender<News>,
    socket: Option<Sender<FromClient>>,
}

impl Net {
    pub(crate) fn new(base: &str, tell: Sender<News>) -> Self {
        Self { base: base.to_owned(), tell, socket: None }
    }

    /// Makes a call; its answer comes as news.
    pub(crate) fn call(&mut self, call: Call) {
        let (base, tell) = (self.base.clone(), self.tell.clone());
        match call {
            Call::Open { table, tokens } => {
                let (socket, messages) = mpsc::channel();
                self.socket = Some(socket);
                thread::spawn(move || keep_open(&base, &table, &tokens, &messages, &tell));
            }
            Call::Send(message) => {
                if let Some(socket) = &self.socket {
                    let _ = socket.send(message);
                }
            }
            other => {
                thread::spawn(move || {
                    let news = answer(&base, other).unwrap_or_else(News::Failed);
                    let _ = tell.send(news);
                });
            }
        }
    }
}

fn answer(base: &str, call: Call) -> Result<News, String> {
    match call {
        Call::Lobby => get(&format!("{base}/api/lobby")).map(|lobby| News::Lobby(Box::new(lobby))),
        Call::Create(table) => post(&format!("{base}/api/tables"), &table).map(|seated| News::Seated(Box::new(seated))),
        Call::Join { table, join } => {
            let seated: Result<Seated, String> = post(&format!("{base}/api/tables/{table}/join"), &join);
            seated.map(Box::new).map(News::Seated).or_else(|full| look_on(base, &table).ok_or(full))
        }
        Call::Open { .. } | Call::Send(_) => Err("this goes over the socket".into()),
    }
}

/// A table without a seat for us can be looked at.
fn look_on(base: &str, table: &str) -> Option<News> {
    let table: Table = get(&format!("{base}/api/tables/{table}")).ok()?;
    Some(News::Seated(Box::new(Seated { table, tokens: Vec::new() })))
}

fn agent() -> ureq::Agent {
    ureq::Agent::config_builder().timeout_global(Some(PATIENCE)).http_status_as_error(false).build().into()
}

fn get<T: DeserializeOwned>(url: &str) -> Result<T, String> {
    read(agent().get(url).call())
}

fn post<T: DeserializeOwned>(url: &str, body: &impl serde::Serialize) -> Result<T, String> {
    read(agent().post(url).send_json(body))
}

fn read<T: DeserializeOwned>(answer: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> Result<T, String> {
    let mut answer = answer.map_err(|error| format!("the server cannot be reached: {error}"))?;
    let text =
        answer.body_mut().read_to_string().map_err(|error| format!("the server's answer was cut off: {error}"))?;
    if answer.status().is_success() {
        return serde_json::from_str(&text).map_err(|error| format!("the server speaks another language: {error}"));
    }
    let refused: Option<Refused> = serde_json::from_str(&text).ok();
    Err(refused.map_or_else(|| format!("the server says {}", answer.status()), |refused| refused.error))
}

/// Keeps a table's socket open until nobody wants it any more; after a loss it asks for what was missed.
fn keep_open(base: &str, table: &str, tokens: &[String], messages: &Receiver<FromClient>, tell: &Sender<News>) {
    let mut since = None;
    let mut pause = PULSE;
    loop {
        if let Ok(mut socket) = connect(base, table) {
            let hello = FromClient::Hello { tokens: tokens.to_vec(), since, form: Form::Scene, name: None };
            if say(&mut socket, &hello).is_ok() {
                pause = PULSE;
                if tell.send(News::Connected).is_err() || converse(&mut socket, messages, tell, &mut since).is_none() {
                    return;
                }
            }
        }
        if tell.send(News::Lost).is_err() {
            return;
        }
        thread::sleep(pause);
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// Listens and speaks until the connection is lost; `None` if nobody wants it any more.
fn converse(
    socket: &mut WebSocket<TcpStream>,
    messages: &Receiver<FromClient>,
    tell: &Sender<News>,
    since: &mut Option<u32>,
) -> Option<()> {
    loop {
        match socket.read() {
            Ok(Message::Text(text)) => {
                // A message that this client does not know yet is not for it.
                if let Ok(message) = serde_json::from_str::<ToClient>(&text) {
                    if let ToClient::Full { version, .. } | ToClient::Event { version, .. } = &message {
                        *since = Some(*version);
                    }
                    tell.send(News::Heard(Box::new(message))).ok()?;
                }
            }
            Ok(Message::Close(_)) => return Some(()),
            Ok(_) => {}
            Err(tungstenite::Error::Io(error)) if is_pause(&error) => {}
            Err(_) => return Some(()),
        }
        loop {
            match messages.try_recv() {
                Ok(message) if say(socket, &message).is_err() => return Some(()),
                Ok(_) => {}
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return None,
            }
        }
    }
}

fn is_pause(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}

fn say(socket: &mut WebSocket<TcpStream>, message: &FromClient) -> Result<(), String> {
    let text = serde_json::to_string(message).map_err(|error| error.to_string())?;
    socket.send(Message::text(text)).map_err(|error| error.to_string())
}

fn connect(base: &str, table: &str) -> Result<WebSocket<TcpStream>, String> {
    let host = base.strip_prefix("http://").ok_or("only http:// addresses")?;
    let address = if host.contains(':') { host.to_owned() } else { format!("{host}:80") };
    let stream = TcpStream::connect(address).map_err(|error| error.to_string())?;
    stream.set_read_timeout(Some(PATIENCE)).map_err(|error| error.to_string())?;
    stream.set_nodelay(true).map_err(|error| error.to_string())?;
    let url = format!("ws://{host}/api/tables/{table}/socket");
    let (socket, _) = tungstenite::client(url, stream).map_err(|error| error.to_string())?;
    socket.get_ref().set_read_timeout(Some(PULSE)).map_err(|error| error.to_string())?;
    Ok(socket)
}
