//! The WebSocket of a table: reconnects with exponential backoff, and resends unacknowledged
//! messages.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::time::{Duration, Instant};

use menagerie_wire::{Code, FromClient, Refused, ToClient, ViewFormat};
use tungstenite::handshake::HandshakeError;
use tungstenite::{Bytes, Message, WebSocket};

use super::NetEvent;
use super::backoff::Backoff;
use super::heartbeat::{Heartbeat, HeartbeatCheck};
use super::http::HttpClient;
use super::stream::Stream;
use super::unacknowledged::Unacknowledged;

/// The read timeout. Outgoing messages wait at most this long.
const READ_TIMEOUT: Duration = Duration::from_millis(50);

/// A table's socket across all its connections.
pub(super) struct TableSocket {
    pub(super) socket_id: u64,
    pub(super) table: String,
    pub(super) tokens: Vec<String>,
    /// The client id by which the server recognises this socket after a reconnect. Each socket numbers
    /// its own messages.
    pub(super) client_id: Option<String>,
    /// The messages to send.
    pub(super) messages: Receiver<FromClient>,
    /// The events for the client.
    pub(super) events: Sender<NetEvent>,
}

/// How a connection ended.
enum ConnectionEnd {
    /// The client closed the socket.
    Unwanted,
    /// The connection broke, or the server is not reachable.
    Lost,
    /// The server refused the connection; the text says why. A retry would fail too.
    Rejected(String),
}

impl TableSocket {
    /// Keeps the socket open until the client closes it. After a loss it reconnects with exponential
    /// backoff and resends the unacknowledged messages.
    pub(super) fn run(&self, client: &HttpClient) {
        let mut unacknowledged = Unacknowledged::default();
        let mut backoff = Backoff::default();
        loop {
            match self.connection(client, &mut unacknowledged, &mut backoff) {
                ConnectionEnd::Unwanted => return,
                ConnectionEnd::Rejected(why) => {
                    let _ = self.events.send(NetEvent::Rejected(self.socket_id, why));
                    return;
                }
                ConnectionEnd::Lost => {}
            }
            let retry_in = backoff.pause(getrandom::u32().unwrap_or_default() as u8);
            if self.events.send(NetEvent::Lost { socket_id: self.socket_id, retry_in }).is_err()
                || !self.wait(retry_in, &mut unacknowledged)
            {
                return;
            }
        }
    }

    /// Runs one connection from its opening to its end.
    fn connection(
        &self,
        client: &HttpClient,
        unacknowledged: &mut Unacknowledged,
        backoff: &mut Backoff,
    ) -> ConnectionEnd {
        match connect(client, &self.table) {
            Ok(mut socket) => match self.send_hello(&mut socket, unacknowledged) {
                Ok(()) => self.run_connection(&mut socket, unacknowledged, backoff),
                Err(_) => ConnectionEnd::Lost,
            },
            Err(end) => end,
        }
    }

    /// Waits before the next attempt. Returns whether the socket is still wanted.
    fn wait(&self, pause: Duration, unacknowledged: &mut Unacknowledged) -> bool {
        let until = Instant::now() + pause;
        loop {
            match self.messages.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(message) => unacknowledged.sent(&message),
                Err(RecvTimeoutError::Timeout) => return true,
                Err(RecvTimeoutError::Disconnected) => return false,
            }
        }
    }

    /// Sends `hello`. It asks for the full state, also after a reconnect: clocks and rematch votes have
    /// no versions, so the missed events alone would not bring them up to date.
    fn send_hello(&self, socket: &mut WebSocket<Stream>, unacknowledged: &Unacknowledged) -> Result<(), String> {
        let (tokens, client) = (self.tokens.clone(), self.client_id.clone());
        send(
            socket,
            &FromClient::Subscribe { tokens, since: None, form: ViewFormat::Scene, name: None, client, account: false },
        )?;
        unacknowledged.messages().try_for_each(|message| send(socket, message))
    }

    /// Receives and sends until the connection ends.
    fn run_connection(
        &self,
        socket: &mut WebSocket<Stream>,
        unacknowledged: &mut Unacknowledged,
        backoff: &mut Backoff,
    ) -> ConnectionEnd {
        let mut heartbeat = Heartbeat::new(Instant::now());
        let mut welcome = false;
        loop {
            match socket.read() {
                Ok(Message::Close(_)) => return ConnectionEnd::Lost,
                Ok(frame) => {
                    heartbeat.heard(Instant::now());
                    if let Message::Text(text) = frame
                        && let Err(end) = self.receive(&text, &mut welcome, unacknowledged, backoff)
                    {
                        return end;
                    }
                }
                Err(tungstenite::Error::Io(error)) if is_timeout(&error) => {}
                Err(_) => return ConnectionEnd::Lost,
            }
            let checked = match heartbeat.check(Instant::now()) {
                HeartbeatCheck::Alive => Ok(()),
                HeartbeatCheck::Ping => socket.send(Message::Ping(Bytes::new())).map_err(|_| ConnectionEnd::Lost),
                HeartbeatCheck::Dead => Err(ConnectionEnd::Lost),
            };
            if let Err(end) = checked.and_then(|()| self.send_pending(socket, unacknowledged)) {
                return end;
            }
        }
    }

    /// Passes a message to the client. Unknown messages of newer servers are skipped.
    fn receive(
        &self,
        text: &str,
        welcome: &mut bool,
        unacknowledged: &mut Unacknowledged,
        backoff: &mut Backoff,
    ) -> Result<(), ConnectionEnd> {
        let Ok(message) = serde_json::from_str::<ToClient>(text) else { return Ok(()) };
        if let ToClient::Refused { ack: None, refused } = &message
            && !*welcome
            && is_final(refused.code)
        {
            return Err(ConnectionEnd::Rejected(refused.error.clone()));
        }
        unacknowledged.received(&message);
        if matches!(message, ToClient::Full { .. }) && !*welcome {
            *welcome = true;
            backoff.reset();
            self.events.send(NetEvent::Connected(self.socket_id)).map_err(|_| ConnectionEnd::Unwanted)?;
        }
        self.events.send(NetEvent::Message(self.socket_id, Box::new(message))).map_err(|_| ConnectionEnd::Unwanted)
    }

    /// Sends the pending messages.
    fn send_pending(
        &self,
        socket: &mut WebSocket<Stream>,
        unacknowledged: &mut Unacknowledged,
    ) -> Result<(), ConnectionEnd> {
        loop {
            match self.messages.try_recv() {
                Ok(message) => {
                    unacknowledged.sent(&message);
                    send(socket, &message).map_err(|_| ConnectionEnd::Lost)?;
                }
                Err(TryRecvError::Empty) => return Ok(()),
                Err(TryRecvError::Disconnected) => return Err(ConnectionEnd::Unwanted),
            }
        }
    }
}

/// Whether a `hello` that was refused with this code would be refused again.
const fn is_final(code: Code) -> bool {
    matches!(code, Code::NotAllowed | Code::NotFound | Code::Malformed)
}

/// A unique client id; `None` if the system has no randomness.
pub(super) fn new_client_id() -> Option<String> {
    let mut bits = [0; 16];
    getrandom::fill(&mut bits).ok()?;
    Some(format!("{:032x}", u128::from_ne_bytes(bits)))
}

fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}

fn send(socket: &mut WebSocket<Stream>, message: &FromClient) -> Result<(), String> {
    let text = serde_json::to_string(message).map_err(|error| error.to_string())?;
    socket.send(Message::text(text)).map_err(|error| error.to_string())
}

fn connect(client: &HttpClient, table: &str) -> Result<WebSocket<Stream>, ConnectionEnd> {
    let (stream, host) = Stream::to(client).map_err(|_| ConnectionEnd::Lost)?;
    // The stream already does the encryption; this URL only names host and path.
    let url = format!("ws://{host}/api/tables/{table}/socket");
    let (socket, _) = tungstenite::client(url, stream).map_err(|error| refusal_of(&error))?;
    socket.get_ref().tcp().set_read_timeout(Some(READ_TIMEOUT)).map_err(|_| ConnectionEnd::Lost)?;
    Ok(socket)
}

/// A refused handshake is final for some codes. Other errors may be temporary.
fn refusal_of<Role: tungstenite::handshake::HandshakeRole>(error: &HandshakeError<Role>) -> ConnectionEnd {
    let HandshakeError::Failure(tungstenite::Error::Http(answer)) = error else { return ConnectionEnd::Lost };
    let refused: Option<Refused> = answer.body().as_deref().and_then(|body| serde_json::from_slice(body).ok());
    match refused {
        Some(refused) if is_final(refused.code) => ConnectionEnd::Rejected(refused.error),
        _ => ConnectionEnd::Lost,
    }
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, TcpStream};
    use std::sync::mpsc;
    use std::thread;

    use menagerie_wire::{ChatChannel, ChatPost};

    use super::*;

    type Peer = WebSocket<TcpStream>;

    fn accept(server: &TcpListener) -> Peer {
        let (stream, _) = server.accept().unwrap();
        tungstenite::accept(stream).unwrap()
    }

    fn hear(peer: &mut Peer) -> FromClient {
        serde_json::from_str(peer.read().unwrap().to_text().unwrap()).unwrap()
    }

    fn client_of(hello: FromClient) -> String {
        match hello {
            FromClient::Subscribe { client: Some(client), .. } => client,
            other => panic!("no hello with a client's word: {other:?}"),
        }
    }

    fn words(ack: u32) -> FromClient {
        let say = ChatPost { room: ChatChannel::Players, text: format!("words {ack}") };
        FromClient::Chat { ack, seat: Some("red".to_owned()), say }
    }

    /// Opens a socket to a test server. Returns the sender of its messages and its events.
    fn open(server: &TcpListener) -> (mpsc::Sender<FromClient>, mpsc::Receiver<NetEvent>) {
        let client = HttpClient::new(&format!("http://{}", server.local_addr().unwrap()), None);
        let ((said, messages), (events, event)) = (mpsc::channel(), mpsc::channel());
        let (table, tokens) = ("abcdefgh".to_owned(), vec!["token".to_owned()]);
        let socket = TableSocket { socket_id: 1, table, tokens, client_id: new_client_id(), messages, events };
        thread::spawn(move || socket.run(&client));
        (said, event)
    }

    #[test]
    fn what_was_not_answered_is_said_again_under_the_same_word() {
        let server = TcpListener::bind("127.0.0.1:0").unwrap();
        let (said, _news) = open(&server);
        let mut peer = accept(&server);
        let client = client_of(hear(&mut peer));
        for ack in [1, 2] {
            said.send(words(ack)).unwrap();
            assert_eq!(hear(&mut peer), words(ack));
        }
        let done = serde_json::to_string(&ToClient::Done { ack: 1, version: 0 }).unwrap();
        peer.send(Message::text(done)).unwrap();
        // The close frame shows that the client has read the answer.
        peer.send(Message::Close(None)).unwrap();
        while peer.read().is_ok() {}
        drop(peer);

        let mut peer = accept(&server);
        assert_eq!(client_of(hear(&mut peer)), client);
        assert_eq!(hear(&mut peer), words(2));
        said.send(words(3)).unwrap();
        assert_eq!(hear(&mut peer), words(3), "and nothing else");
    }

    #[test]
    fn two_lines_have_two_words() {
        let server = TcpListener::bind("127.0.0.1:0").unwrap();
        let _lines = [open(&server), open(&server)];
        let clients = [0, 1].map(|_| client_of(hear(&mut accept(&server))));
        assert_ne!(clients[0], clients[1], "each line counts its messages anew");
    }

    const LONG: Duration = Duration::from_mins(1);

    /// The peer neither reads nor answers, like a machine without power. Only the heartbeat detects that.
    #[test]
    fn a_server_that_falls_silent_is_noticed_and_connected_to_again_without_a_message() {
        let server = TcpListener::bind("127.0.0.1:0").unwrap();
        let (_said, event) = open(&server);
        let mut silent = accept(&server);
        let client = client_of(hear(&mut silent));
        let lost = event.recv_timeout(LONG).unwrap();
        assert!(matches!(lost, NetEvent::Lost { socket_id: 1, .. }), "{lost:?}");
        assert_eq!(client_of(hear(&mut accept(&server))), client, "the same line again");
        drop(silent);
    }

    #[test]
    fn a_token_that_is_refused_is_told_and_not_tried_again() {
        let server = TcpListener::bind("127.0.0.1:0").unwrap();
        let (_said, event) = open(&server);
        let mut peer = accept(&server);
        hear(&mut peer);
        let refused = Refused { code: Code::NotAllowed, error: "no such token".to_owned(), rule: None };
        let text = serde_json::to_string(&ToClient::Refused { ack: None, refused }).unwrap();
        peer.send(Message::text(text)).unwrap();
        let rejected = event.recv_timeout(LONG).unwrap();
        assert!(matches!(&rejected, NetEvent::Rejected(1, why) if why == "no such token"), "{rejected:?}");
        assert!(event.recv_timeout(LONG).is_err(), "the line is closed");
    }
}
