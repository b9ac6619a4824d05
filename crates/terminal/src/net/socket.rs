//! The WebSocket of a table.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::time::Duration;

use menagerie_wire::{Form, FromClient, ToClient};
use tungstenite::{Message, WebSocket};

use super::News;
use super::http::Site;
use super::stream::Stream;

/// How long a read waits before what is to be said is said.
const PULSE: Duration = Duration::from_millis(50);
/// The longest pause between two attempts to connect.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// Keeps a table's socket open until nobody wants it any more; after a loss it asks for what was missed.
pub(super) fn keep_open(
    site: &Site,
    line: u64,
    table: &str,
    tokens: &[String],
    messages: &Receiver<FromClient>,
    tell: &Sender<News>,
) {
    let mut since = None;
    let mut pause = PULSE;
    loop {
        if let Ok(mut socket) = connect(site, table) {
            let hello =
                FromClient::Hello { tokens: tokens.to_vec(), since, form: Form::Scene, name: None, client: None };
            if say(&mut socket, &hello).is_ok() {
                pause = PULSE;
                if tell.send(News::Connected(line)).is_err()
                    || converse(&mut socket, line, messages, tell, &mut since).is_none()
                {
                    return;
                }
            }
        }
        if tell.send(News::Lost(line)).is_err() {
            return;
        }
        // Nobody wants it any more if the other end of the line is gone.
        match messages.recv_timeout(pause) {
            Err(RecvTimeoutError::Disconnected) => return,
            Ok(_) | Err(RecvTimeoutError::Timeout) => {}
        }
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// Listens and speaks until the connection is lost; `None` if nobody wants it any more.
fn converse(
    socket: &mut WebSocket<Stream>,
    line: u64,
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
                    tell.send(News::Heard(line, Box::new(message))).ok()?;
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

fn say(socket: &mut WebSocket<Stream>, message: &FromClient) -> Result<(), String> {
    let text = serde_json::to_string(message).map_err(|error| error.to_string())?;
    socket.send(Message::text(text)).map_err(|error| error.to_string())
}

fn connect(site: &Site, table: &str) -> Result<WebSocket<Stream>, String> {
    let (stream, host) = Stream::to(site)?;
    // The stream is encrypted or not already: this names host and path only.
    let url = format!("ws://{host}/api/tables/{table}/socket");
    let (socket, _) = tungstenite::client(url, stream).map_err(|error| error.to_string())?;
    socket.get_ref().tcp().set_read_timeout(Some(PULSE)).map_err(|error| error.to_string())?;
    Ok(socket)
}
