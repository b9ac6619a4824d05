//! The WebSocket of a table.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::time::{Duration, Instant};

use menagerie_wire::{Code, Form, FromClient, Refused, ToClient};
use tungstenite::handshake::HandshakeError;
use tungstenite::{Bytes, Message, WebSocket};

use super::News;
use super::backoff::Backoff;
use super::heartbeat::{Heartbeat, Pulse};
use super::http::Site;
use super::stream::Stream;
use super::unanswered::Unanswered;

/// How long a read waits before what is to be said is said.
const READ_TIMEOUT: Duration = Duration::from_millis(50);

/// A table's socket, over all its connections.
pub(super) struct Line {
    pub(super) number: u64,
    pub(super) table: String,
    pub(super) tokens: Vec<String>,
    /// The word by which the server knows this line again. No other line has it: each counts its messages anew.
    pub(super) word: Option<String>,
    /// What is to be said.
    pub(super) messages: Receiver<FromClient>,
    /// Where news go.
    pub(super) tell: Sender<News>,
}

/// How a connection ended.
enum Ended {
    /// Nobody wants it any more.
    Unwanted,
    /// It broke, or the server cannot be reached.
    Lost,
    /// The server does not let us in, in words: another attempt would end the same way.
    Rejected(String),
}

impl Line {
    /// Keeps the socket open until nobody wants it any more. After a loss it connects again by itself, with exponential
    /// backoff, and says again what was not answered.
    pub(super) fn keep_open(&self, site: &Site) {
        let mut unanswered = Unanswered::default();
        let mut backoff = Backoff::default();
        loop {
            match self.connection(site, &mut unanswered, &mut backoff) {
                Ended::Unwanted => return,
                Ended::Rejected(why) => {
                    let _ = self.tell.send(News::Rejected(self.number, why));
                    return;
                }
                Ended::Lost => {}
            }
            let retry_in = backoff.pause(getrandom::u32().unwrap_or_default() as u8);
            if self.tell.send(News::Lost { line: self.number, retry_in }).is_err()
                || !self.wait(retry_in, &mut unanswered)
            {
                return;
            }
        }
    }

    /// One connection, from its opening to its end.
    fn connection(&self, site: &Site, unanswered: &mut Unanswered, backoff: &mut Backoff) -> Ended {
        match connect(site, &self.table) {
            Ok(mut socket) => match self.greet(&mut socket, unanswered) {
                Ok(()) => self.converse(&mut socket, unanswered, backoff),
                Err(_) => Ended::Lost,
            },
            Err(ended) => ended,
        }
    }

    /// Waits before the next attempt; says whether the line is still wanted.
    fn wait(&self, pause: Duration, unanswered: &mut Unanswered) -> bool {
        let until = Instant::now() + pause;
        loop {
            match self.messages.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(message) => unanswered.keep(&message),
                Err(RecvTimeoutError::Timeout) => return true,
                Err(RecvTimeoutError::Disconnected) => return false,
            }
        }
    }

    /// Says hello. It asks for everything, also after a loss: clocks and wishes for another game have no versions, so the
    /// events that were missed would not bring them up to date.
    fn greet(&self, socket: &mut WebSocket<Stream>, unanswered: &Unanswered) -> Result<(), String> {
        let (tokens, client) = (self.tokens.clone(), self.word.clone());
        say(socket, &FromClient::Hello { tokens, since: None, form: Form::Scene, name: None, client })?;
        unanswered.messages().try_for_each(|message| say(socket, message))
    }

    /// Listens and speaks until the connection ends.
    fn converse(&self, socket: &mut WebSocket<Stream>, unanswered: &mut Unanswered, backoff: &mut Backoff) -> Ended {
        let mut heartbeat = Heartbeat::new(Instant::now());
        let mut welcome = false;
        loop {
            match socket.read() {
                Ok(Message::Close(_)) => return Ended::Lost,
                Ok(frame) => {
                    heartbeat.heard(Instant::now());
                    if let Message::Text(text) = frame
                        && let Err(ended) = self.hear(&text, &mut welcome, unanswered, backoff)
                    {
                        return ended;
                    }
                }
                Err(tungstenite::Error::Io(error)) if is_pause(&error) => {}
                Err(_) => return Ended::Lost,
            }
            let beaten = match heartbeat.check(Instant::now()) {
                Pulse::Fine => Ok(()),
                Pulse::Ping => socket.send(Message::Ping(Bytes::new())).map_err(|_| Ended::Lost),
                Pulse::Dead => Err(Ended::Lost),
            };
            if let Err(ended) = beaten.and_then(|()| self.speak(socket, unanswered)) {
                return ended;
            }
        }
    }

    /// Passes a message on. One that this client does not know yet is not for it.
    fn hear(
        &self,
        text: &str,
        welcome: &mut bool,
        unanswered: &mut Unanswered,
        backoff: &mut Backoff,
    ) -> Result<(), Ended> {
        let Ok(message) = serde_json::from_str::<ToClient>(text) else { return Ok(()) };
        if let ToClient::Refused { ack: None, refused } = &message
            && !*welcome
            && is_final(refused.code)
        {
            return Err(Ended::Rejected(refused.error.clone()));
        }
        unanswered.hear(&message);
        if matches!(message, ToClient::Full { .. }) && !*welcome {
            *welcome = true;
            backoff.reset();
            self.tell.send(News::Connected(self.number)).map_err(|_| Ended::Unwanted)?;
        }
        self.tell.send(News::Heard(self.number, Box::new(message))).map_err(|_| Ended::Unwanted)
    }

    /// Says whatever waits to be said.
    fn speak(&self, socket: &mut WebSocket<Stream>, unanswered: &mut Unanswered) -> Result<(), Ended> {
        loop {
            match self.messages.try_recv() {
                Ok(message) => {
                    unanswered.keep(&message);
                    say(socket, &message).map_err(|_| Ended::Lost)?;
                }
                Err(TryRecvError::Empty) => return Ok(()),
                Err(TryRecvError::Disconnected) => return Err(Ended::Unwanted),
            }
        }
    }
}

/// Whether a hello that was refused with this code would be refused again.
const fn is_final(code: Code) -> bool {
    matches!(code, Code::NotAllowed | Code::NotFound | Code::Malformed)
}

/// A word that no other line has, of this process or another; nothing where there is no randomness.
pub(super) fn new_word() -> Option<String> {
    let mut bits = [0; 16];
    getrandom::fill(&mut bits).ok()?;
    Some(format!("{:032x}", u128::from_ne_bytes(bits)))
}

fn is_pause(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}

fn say(socket: &mut WebSocket<Stream>, message: &FromClient) -> Result<(), String> {
    let text = serde_json::to_string(message).map_err(|error| error.to_string())?;
    socket.send(Message::text(text)).map_err(|error| error.to_string())
}

fn connect(site: &Site, table: &str) -> Result<WebSocket<Stream>, Ended> {
    let (stream, host) = Stream::to(site).map_err(|_| Ended::Lost)?;
    // The stream is encrypted or not already: this names host and path only.
    let url = format!("ws://{host}/api/tables/{table}/socket");
    let (socket, _) = tungstenite::client(url, stream).map_err(|error| refusal_of(&error))?;
    socket.get_ref().tcp().set_read_timeout(Some(READ_TIMEOUT)).map_err(|_| Ended::Lost)?;
    Ok(socket)
}

/// A server that answers the handshake with a refusal says so again; everything else may be better next time.
fn refusal_of<Role: tungstenite::handshake::HandshakeRole>(error: &HandshakeError<Role>) -> Ended {
    let HandshakeError::Failure(tungstenite::Error::Http(answer)) = error else { return Ended::Lost };
    let refused: Option<Refused> = answer.body().as_deref().and_then(|body| serde_json::from_slice(body).ok());
    match refused {
        Some(refused) if is_final(refused.code) => Ended::Rejected(refused.error),
        _ => Ended::Lost,
    }
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, TcpStream};
    use std::sync::mpsc;
    use std::thread;

    use menagerie_wire::{Room, Say};

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
            FromClient::Hello { client: Some(client), .. } => client,
            other => panic!("no hello with a client's word: {other:?}"),
        }
    }

    fn words(ack: u32) -> FromClient {
        let say = Say { room: Room::Players, text: format!("words {ack}") };
        FromClient::Say { ack, seat: Some("red".to_owned()), say }
    }

    /// Opens a line to a server of its own; what is sent here is said there.
    fn open(server: &TcpListener) -> (mpsc::Sender<FromClient>, mpsc::Receiver<News>) {
        let site = Site::new(&format!("http://{}", server.local_addr().unwrap()), None);
        let ((said, messages), (tell, news)) = (mpsc::channel(), mpsc::channel());
        let (table, tokens) = ("abcdefgh".to_owned(), vec!["token".to_owned()]);
        let line = Line { number: 1, table, tokens, word: new_word(), messages, tell };
        thread::spawn(move || line.keep_open(&site));
        (said, news)
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
        // What comes after the answer is heard shows that it was.
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

    /// The peer neither reads nor answers, as a machine without power would: only the heartbeat can tell.
    #[test]
    fn a_server_that_falls_silent_is_noticed_and_connected_to_again_without_a_message() {
        let server = TcpListener::bind("127.0.0.1:0").unwrap();
        let (_said, news) = open(&server);
        let mut silent = accept(&server);
        let client = client_of(hear(&mut silent));
        let lost = news.recv_timeout(LONG).unwrap();
        assert!(matches!(lost, News::Lost { line: 1, .. }), "{lost:?}");
        assert_eq!(client_of(hear(&mut accept(&server))), client, "the same line again");
        drop(silent);
    }

    #[test]
    fn a_token_that_is_refused_is_told_and_not_tried_again() {
        let server = TcpListener::bind("127.0.0.1:0").unwrap();
        let (_said, news) = open(&server);
        let mut peer = accept(&server);
        hear(&mut peer);
        let refused = Refused { code: Code::NotAllowed, error: "no such token".to_owned(), rule: None };
        let text = serde_json::to_string(&ToClient::Refused { ack: None, refused }).unwrap();
        peer.send(Message::text(text)).unwrap();
        let rejected = news.recv_timeout(LONG).unwrap();
        assert!(matches!(&rejected, News::Rejected(1, why) if why == "no such token"), "{rejected:?}");
        assert!(news.recv_timeout(LONG).is_err(), "the line is closed");
    }
}
