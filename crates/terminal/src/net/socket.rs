//! The WebSocket of a table.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::time::Duration;

use menagerie_wire::{Form, FromClient, ToClient};
use tungstenite::{Message, WebSocket};

use super::News;
use super::http::Site;
use super::stream::Stream;
use super::unanswered::Unanswered;

/// How long a read waits before what is to be said is said.
const PULSE: Duration = Duration::from_millis(50);
/// The longest pause between two attempts to connect.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

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

impl Line {
    /// Keeps the socket open until nobody wants it any more; after a loss it asks for what was missed, and says again what
    /// was not answered.
    pub(super) fn keep_open(&self, site: &Site) {
        let mut since = None;
        let mut unanswered = Unanswered::default();
        let mut pause = PULSE;
        loop {
            if let Ok(mut socket) = connect(site, &self.table)
                && self.greet(&mut socket, since, &unanswered).is_ok()
            {
                pause = PULSE;
                if self.tell.send(News::Connected(self.number)).is_err()
                    || self.converse(&mut socket, &mut since, &mut unanswered).is_none()
                {
                    return;
                }
            }
            if self.tell.send(News::Lost(self.number)).is_err() {
                return;
            }
            // Nobody wants it any more if the other end of the line is gone.
            match self.messages.recv_timeout(pause) {
                Err(RecvTimeoutError::Disconnected) => return,
                Ok(message) => unanswered.keep(&message),
                Err(RecvTimeoutError::Timeout) => {}
            }
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    fn greet(&self, socket: &mut WebSocket<Stream>, since: Option<u32>, unanswered: &Unanswered) -> Result<(), String> {
        let (tokens, client) = (self.tokens.clone(), self.word.clone());
        say(socket, &FromClient::Hello { tokens, since, form: Form::Scene, name: None, client })?;
        unanswered.messages().try_for_each(|message| say(socket, message))
    }

    /// Listens and speaks until the connection is lost; `None` if nobody wants it any more.
    fn converse(
        &self,
        socket: &mut WebSocket<Stream>,
        since: &mut Option<u32>,
        unanswered: &mut Unanswered,
    ) -> Option<()> {
        loop {
            match socket.read() {
                Ok(Message::Text(text)) => {
                    // A message that this client does not know yet is not for it.
                    if let Ok(message) = serde_json::from_str::<ToClient>(&text) {
                        if let ToClient::Full { version, .. } | ToClient::Event { version, .. } = &message {
                            *since = Some(*version);
                        }
                        unanswered.hear(&message);
                        self.tell.send(News::Heard(self.number, Box::new(message))).ok()?;
                    }
                }
                Ok(Message::Close(_)) => return Some(()),
                Ok(_) => {}
                Err(tungstenite::Error::Io(error)) if is_pause(&error) => {}
                Err(_) => return Some(()),
            }
            loop {
                match self.messages.try_recv() {
                    Ok(message) => {
                        unanswered.keep(&message);
                        if say(socket, &message).is_err() {
                            return Some(());
                        }
                    }
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => return None,
                }
            }
        }
    }
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

fn connect(site: &Site, table: &str) -> Result<WebSocket<Stream>, String> {
    let (stream, host) = Stream::to(site)?;
    // The stream is encrypted or not already: this names host and path only.
    let url = format!("ws://{host}/api/tables/{table}/socket");
    let (socket, _) = tungstenite::client(url, stream).map_err(|error| error.to_string())?;
    socket.get_ref().tcp().set_read_timeout(Some(PULSE)).map_err(|error| error.to_string())?;
    Ok(socket)
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
}
