//! One client at one table: it plays, loses its connection, finds another node, says what it has seen and what it still
//! wants, and writes everything down.

use std::sync::Arc;
use std::time::Duration;

use fastrand::Rng;
use futures_util::{SinkExt, StreamExt};
use menagerie_wire::table::Table;
use menagerie_wire::{Code, Entry, Form, FromClient, Offer, Refused, ToClient};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::mind::{self, Known};
use super::{Counts, World};
use crate::transcript::{Line, Transcript, What};

/// An answer that takes longer is given up, and asked for elsewhere.
const ANSWER: Duration = Duration::from_secs(10);
/// So long the others may think about another game.
const REMATCH: Duration = Duration::from_secs(5);
/// How long people think, in milliseconds.
const THOUGHT: std::ops::Range<u64> = 40..220;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Something that was asked and not answered yet.
struct Pending {
    ack: u32,
    message: FromClient,
    /// What was known when it was asked first.
    known: u32,
    /// When it was sent on this connection.
    sent: Option<Instant>,
}

/// What a client wants to do with its connection.
enum Step {
    Say(FromClient),
    Wait,
    Leave(&'static str),
}

pub(crate) struct Client {
    world: Arc<World>,
    token: Option<String>,
    /// By which nodes know it again, whichever it comes to.
    word: String,
    dice: Rng,
    transcript: Transcript,
    known: Known,
    pending: Option<Pending>,
    acks: u32,
    connected: Instant,
    greeted: bool,
    ended: Option<Instant>,
    rematch: Option<String>,
}

impl Client {
    /// A client that holds a seat's token, or looks on.
    pub(crate) fn new(world: Arc<World>, table: &str, token: Option<String>, mut dice: Rng) -> Self {
        let transcript = Transcript { table: table.to_owned(), ..Transcript::default() };
        Self {
            world,
            token,
            word: format!("{:032x}", dice.u128(..)),
            dice,
            transcript,
            known: Known::default(),
            pending: None,
            acks: 0,
            connected: Instant::now(),
            greeted: false,
            ended: None,
            rematch: None,
        }
    }

    /// Plays until the match or the run is over. What it wrote down, and the table of the next game.
    pub(crate) async fn play(mut self) -> (Transcript, Option<String>) {
        while !self.is_done() && !self.world.is_over() {
            self.visit().await;
            self.breathe().await;
        }
        while self.pending.is_none() && !self.transcript.settled && !self.world.is_over() {
            self.transcript.settled = self.look().await.is_some();
            self.breathe().await;
        }
        self.transcript.seat = self.known.seat;
        (self.transcript, self.rematch)
    }

    /// Whether nothing is left to be done but to look once more.
    fn is_done(&self) -> bool {
        let waited = self.ended.is_some_and(|ended| ended.elapsed() > REMATCH);
        self.pending.is_none() && (self.world.is_ending() || self.rematch.is_some() || waited)
    }

    async fn breathe(&mut self) {
        sleep(Duration::from_millis(self.dice.u64(THOUGHT))).await;
    }

    fn note(&mut self, what: What) {
        self.transcript.lines.push(Line { at: self.world.began.elapsed(), what });
    }

    fn lost(&mut self, why: impl Into<String>) {
        self.note(What::Lost(why.into()));
    }

    /// A connection to any node, with its greeting on the way.
    async fn connect(&mut self, since: Option<u32>) -> Option<Socket> {
        let node = self.dice.usize(..self.world.nodes.len());
        let url = format!("ws://{}/api/tables/{}/socket", self.world.nodes[node], self.transcript.table);
        let mut socket = match timeout(ANSWER, connect_async(url)).await {
            Ok(Ok((socket, _))) => socket,
            Ok(Err(error)) => {
                self.lost(error.to_string());
                return None;
            }
            Err(_) => {
                self.lost("no connection");
                return None;
            }
        };
        self.note(What::Connected { node, since });
        if since.is_some() {
            Counts::add(&self.world.counts.reconnects);
        }
        let tokens = self.token.iter().cloned().collect();
        let hello = FromClient::Hello { tokens, since, form: Form::Text, name: None, client: Some(self.word.clone()) };
        let sent = socket.send(Message::text(serde_json::to_string(&hello).unwrap_or_default())).await;
        (self.connected, self.greeted) = (Instant::now(), false);
        match sent {
            Ok(()) => Some(socket),
            Err(error) => {
                self.lost(error.to_string());
                None
            }
        }
    }

    /// One connection, from its greeting to its end.
    async fn visit(&mut self) {
        let since = self.known.seen.is_some().then_some(self.known.version);
        let Some(mut socket) = self.connect(since).await else { return };
        if let Some(pending) = &mut self.pending {
            pending.sent = None;
        }
        let mut next = Instant::now();
        loop {
            tokio::select! {
                frame = socket.next() => match self.frame(frame) {
                    Ok(()) => {}
                    Err(why) => return self.lost(why),
                },
                () = sleep_until(next) => {
                    next = Instant::now() + Duration::from_millis(self.dice.u64(THOUGHT));
                    match self.step() {
                        Step::Say(message) => {
                            let text = serde_json::to_string(&message).unwrap_or_default();
                            self.note(What::Sent(message));
                            if let Err(error) = socket.send(Message::text(text)).await {
                                return self.lost(error.to_string());
                            }
                        }
                        Step::Wait => {}
                        Step::Leave(why) => return self.lost(why),
                    }
                }
            }
        }
    }

    /// The last look: everything, when all is well.
    async fn look(&mut self) -> Option<()> {
        let mut socket = self.connect(None).await?;
        while !self.greeted {
            let frame = timeout(ANSWER, socket.next()).await.ok()?;
            if let Err(why) = self.frame(frame) {
                self.lost(why);
                return None;
            }
        }
        Some(())
    }

    fn frame(&mut self, frame: Option<Result<Message, tokio_tungstenite::tungstenite::Error>>) -> Result<(), String> {
        match frame {
            Some(Ok(Message::Text(text))) => {
                let message: ToClient = serde_json::from_str(&text).map_err(|error| format!("{error}: {text}"))?;
                self.hear(&message);
                self.note(What::Heard(Box::new(message)));
                Ok(())
            }
            Some(Ok(Message::Close(_))) | None => Err("closed by the node".to_owned()),
            Some(Ok(_)) => Ok(()),
            Some(Err(error)) => Err(error.to_string()),
        }
    }

    fn hear(&mut self, message: &ToClient) {
        match message {
            ToClient::Full { version, table, seen, log, .. } => {
                self.greeted = true;
                self.known.version = *version;
                if self.token.is_some() {
                    self.known.seat = Some(seen.viewer.clone());
                }
                self.known.seen = Some((**seen).clone());
                self.hear_table(table);
                for entry in log {
                    self.hear_entry(entry);
                }
            }
            ToClient::Event { version, entry, seen } => {
                self.known.version = *version;
                self.known.seen = Some((**seen).clone());
                self.hear_entry(entry);
            }
            ToClient::Table { table } => {
                self.greeted = true;
                self.hear_table(table);
            }
            ToClient::Done { ack, .. } if self.is_pending(*ack) => {
                Counts::add(&self.world.counts.done);
                self.pending = None;
            }
            ToClient::Refused { ack: Some(ack), refused } if self.is_pending(*ack) => self.hear_refused(refused),
            _ => {}
        }
        if self.known.seen.as_ref().is_some_and(|seen| seen.ended.is_some()) && self.ended.is_none() {
            self.ended = Some(Instant::now());
        }
    }

    fn is_pending(&self, ack: u32) -> bool {
        self.pending.as_ref().is_some_and(|pending| pending.ack == ack)
    }

    fn hear_table(&mut self, table: &Table) {
        self.known.stage = Some(table.stage);
        self.rematch = self.rematch.take().or_else(|| table.rematch.clone());
    }

    fn hear_entry(&mut self, entry: &Entry) {
        self.known.turn = entry.turn;
        let own = Some(&entry.by) == self.known.seat.as_ref();
        let shown =
            |it: &Pending| it.sent.is_none() && entry.version > it.known && mind::shows(&it.message, &entry.event);
        if own && self.pending.as_ref().is_some_and(shown) {
            self.pending = None;
        }
    }

    /// Refused because of a trouble of the server's own: as often as not the same is asked again, under a new number.
    fn hear_refused(&mut self, refused: &Refused) {
        Counts::add(&self.world.counts.refused);
        let Some(Pending { message, .. }) = self.pending.take() else { return };
        if refused.code != Code::Trouble {
            return;
        }
        Counts::add(&self.world.counts.trouble);
        if let FromClient::Act { at, seat, action, .. } = message
            && self.dice.bool()
        {
            self.acks += 1;
            self.ask(FromClient::Act { ack: self.acks, at, seat, action });
        }
    }

    fn ask(&mut self, message: FromClient) {
        Counts::add(&self.world.counts.asked);
        self.known.asked_again |= matches!(message, FromClient::Offer { offer: Offer::Rematch, .. });
        self.pending = Some(Pending { ack: self.acks, message, known: self.known.version, sent: None });
    }

    /// What to do now.
    fn step(&mut self) -> Step {
        if !self.greeted {
            return if self.connected.elapsed() > ANSWER { Step::Leave("no greeting") } else { Step::Wait };
        }
        if self.pending.is_none() {
            if self.is_done() {
                return Step::Leave("done");
            }
            // Now and then somebody closes the page and opens it again.
            if self.dice.u32(0..2000) == 0 {
                return Step::Leave("goes to another node");
            }
            self.known.asleep |= mind::falls_asleep(&self.known, &mut self.dice);
            let Some(message) = mind::next(&self.known, self.acks + 1, &mut self.dice) else { return Step::Wait };
            self.acks += 1;
            self.ask(message);
        }
        let Some(pending) = &mut self.pending else { return Step::Wait };
        match pending.sent {
            None => {
                pending.sent = Some(Instant::now());
                Step::Say(pending.message.clone())
            }
            Some(sent) if sent.elapsed() > ANSWER => Step::Leave("no answer"),
            Some(_) => Step::Wait,
        }
    }
}
