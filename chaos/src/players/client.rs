//! One client at one table: it plays, loses its connection, reconnects to another node, resumes, retries its pending
//! requests, and writes its transcript.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use fastrand::Rng;
use futures_util::{SinkExt, StreamExt};
use menagerie_wire::table::Table;
use menagerie_wire::{Code, FromClient, LogEntry, Offer, Refused, ToClient, ViewFormat};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, sleep_until, timeout, timeout_at};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::player_script;
use super::table_knowledge::TableKnowledge;
use super::{Counts, RunState};
use crate::checker::Kind;
use crate::transcript::{ClientEvent, Received, Transcript, TranscriptEntry};

/// The timeout of an answer; after it the client retries at another node.
const ANSWER: Duration = Duration::from_secs(10);
/// The time to wait for rematch votes.
const REMATCH: Duration = Duration::from_secs(5);
/// The thinking time of a player, in milliseconds.
const THOUGHT: std::ops::Range<u64> = 40..220;
/// The pause before another comparison with a new connection: nodes limit the rate of subscriptions.
const ONCE_MORE: Duration = Duration::from_secs(1);
/// Within this time a connected client must have what a new connection is shown: nodes poll the store every ten seconds.
const DELIVERY: Duration = Duration::from_secs(15);

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A request without an answer yet.
struct Pending {
    ack: u32,
    message: FromClient,
    /// The version known when it was sent first.
    known: u32,
    /// When it was sent on this connection.
    sent: Option<Instant>,
}

/// The next step on a connection.
enum Step {
    Say(FromClient),
    Wait,
    /// Nothing is left to do: compare with a new connection.
    Confirm,
    Leave(&'static str),
}

/// The clients of one table. At the end of a run none of them leaves before all have their answers: an answer that is
/// missing may still become an event.
pub(crate) struct Companions {
    clients: usize,
    quiet: AtomicUsize,
}

impl Companions {
    /// This number of clients.
    pub(crate) fn new(clients: usize) -> Arc<Self> {
        Arc::new(Self { clients, quiet: AtomicUsize::new(0) })
    }

    fn are_quiet(&self) -> bool {
        self.quiet.load(Ordering::Relaxed) >= self.clients
    }
}

pub(crate) struct Client {
    world: Arc<RunState>,
    companions: Arc<Companions>,
    /// Whether it has counted itself among the quiet ones.
    quiet: bool,
    token: Option<String>,
    /// The client id, by which every node recognises retries.
    word: String,
    dice: Rng,
    transcript: Transcript,
    known: TableKnowledge,
    pending: Option<Pending>,
    acks: u32,
    connected: Instant,
    greeted: bool,
    ended: Option<Instant>,
    rematch: Option<String>,
}

impl Client {
    /// A client with a seat's token, or a spectator.
    pub(crate) fn new(
        world: Arc<RunState>,
        companions: Arc<Companions>,
        table: &str,
        token: Option<String>,
        mut dice: Rng,
    ) -> Self {
        let transcript = Transcript { table: table.to_owned(), ..Transcript::default() };
        Self {
            world,
            companions,
            quiet: false,
            token,
            word: format!("{:032x}", dice.u128(..)),
            dice,
            transcript,
            known: TableKnowledge::default(),
            pending: None,
            acks: 0,
            connected: Instant::now(),
            greeted: false,
            ended: None,
            rematch: None,
        }
    }

    /// Plays until the match or the run is over; puts the transcript into the archive and returns the table of the
    /// rematch.
    pub(crate) async fn play(mut self) -> Option<String> {
        while !self.transcript.settled && !self.world.is_over() {
            self.visit().await;
            self.pause().await;
        }
        if !self.transcript.settled {
            let request = self.pending.as_ref().map(|pending| format!("an answer to {:?}", pending.message));
            self.transcript.waits_for = request.or_else(|| self.known.due());
        }
        self.transcript.seat = self.known.seat;
        archive(&self.world, &self.transcript);
        self.rematch
    }

    /// Whether only the comparison with a new connection is left.
    fn is_done(&self) -> bool {
        let waited = self.ended.is_some_and(|ended| ended.elapsed() > REMATCH);
        let over = self.ended.is_some() || self.companions.are_quiet();
        let at_rest = self.world.is_ending() && over && self.known.due().is_none();
        self.pending.is_none() && (at_rest || self.rematch.is_some() || waited)
    }

    /// At the end of a run, once it has all answers, it makes no more requests that a table without a clock would notice.
    fn note_quiet(&mut self) {
        if !self.quiet && self.world.is_ending() {
            self.quiet = true;
            self.companions.quiet.fetch_add(1, Ordering::Relaxed);
        }
    }

    async fn pause(&mut self) {
        sleep(Duration::from_millis(self.dice.u64(THOUGHT))).await;
    }

    fn note(&mut self, what: ClientEvent) {
        self.transcript.entries.push(TranscriptEntry { at: self.world.began.elapsed(), what });
    }

    fn lost(&mut self, why: impl Into<String>) {
        self.note(ClientEvent::Lost(why.into()));
    }

    /// Connects to a random node and sends a hello.
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
        self.note(ClientEvent::Connected { node, since });
        if since.is_some() {
            Counts::add(&self.world.counts.reconnects);
        }
        let tokens = self.token.iter().cloned().collect();
        let hello = FromClient::Subscribe {
            tokens,
            since,
            form: ViewFormat::Text,
            name: None,
            client: Some(self.word.clone()),
            account: false,
        };
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

    /// One connection, from its hello to its end.
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
                            self.note(ClientEvent::Sent(message));
                            if let Err(error) = socket.send(Message::text(text)).await {
                                return self.lost(error.to_string());
                            }
                        }
                        Step::Wait => {}
                        Step::Confirm => {
                            if let Err(why) = self.confirm(&mut socket).await {
                                return self.lost(why);
                            }
                            next = Instant::now() + ONCE_MORE;
                        }
                        Step::Leave(why) => return self.lost(why),
                    }
                }
            }
        }
    }

    /// Compares this connection with a new one: within [`DELIVERY`] it must get every event that the new one is shown. If it
    /// does not, the transcript ends with an older version than the log.
    async fn confirm(&mut self, socket: &mut Socket) -> Result<(), String> {
        let (token, dice) = (self.token.clone(), self.dice.fork());
        let (world, companions) = (Arc::clone(&self.world), Arc::clone(&self.companions));
        let mut other = Self::new(world, companions, &self.transcript.table, token, dice);
        let shown = other.look().await;
        other.transcript.seat = other.known.seat;
        other.transcript.settled = true;
        archive(&self.world, &other.transcript);
        if shown.is_none() {
            return Ok(());
        }
        let until = Instant::now() + DELIVERY;
        while self.known.version < other.known.version {
            match timeout_at(until, socket.next()).await {
                Ok(frame) => self.frame(frame)?,
                Err(_) => break,
            }
        }
        self.transcript.settled = self.known.version < other.known.version || self.is_done();
        if self.transcript.settled { Err("done".to_owned()) } else { Ok(()) }
    }

    /// A snapshot on a new connection.
    async fn look(&mut self) -> Option<()> {
        let mut socket = self.connect(None).await?;
        let until = Instant::now() + ANSWER;
        while !self.greeted {
            let frame = timeout_at(until, socket.next()).await.ok()?;
            if let Err(why) = self.frame(frame) {
                self.lost(why);
                return None;
            }
        }
        self.lost("has looked");
        Some(())
    }

    fn frame(&mut self, frame: Option<Result<Message, tokio_tungstenite::tungstenite::Error>>) -> Result<(), String> {
        match frame {
            Some(Ok(Message::Text(text))) => {
                let raw = text.to_string();
                match Received::try_from(raw.clone()) {
                    Ok(received) => {
                        self.hear(&received.message);
                        self.note(ClientEvent::Heard(Box::new(received)));
                    }
                    Err(error) => self.note(ClientEvent::Garbled(format!("{error}: {raw}"))),
                }
                Ok(())
            }
            Some(Ok(Message::Binary(bytes))) => {
                self.note(ClientEvent::Garbled(format!("a binary frame of {} bytes", bytes.len())));
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
        self.known.hear_table(table);
        self.rematch = self.rematch.take().or_else(|| table.rematch.clone());
    }

    fn hear_entry(&mut self, entry: &LogEntry) {
        self.known.turn = entry.turn;
        let own = Some(&entry.by) == self.known.seat.as_ref();
        let shown = |it: &Pending| {
            it.sent.is_none() && entry.version > it.known && player_script::shows(&it.message, &entry.event)
        };
        if own && self.pending.as_ref().is_some_and(shown) {
            self.pending = None;
        }
    }

    /// Refused because of an internal error: half of the time the client sends the same request with a new number.
    fn hear_refused(&mut self, refused: &Refused) {
        Counts::add(&self.world.counts.refused);
        let Some(Pending { message, .. }) = self.pending.take() else { return };
        if refused.code != Code::Trouble {
            return;
        }
        self.world.trouble(format_args!("{message:?}: {}", refused.error));
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

    /// Decides the next step.
    fn step(&mut self) -> Step {
        if !self.greeted {
            return if self.connected.elapsed() > ANSWER { Step::Leave("no greeting") } else { Step::Wait };
        }
        if self.world.is_over() {
            return Step::Leave("the run is over");
        }
        if self.pending.is_none() {
            self.note_quiet();
            if self.is_done() {
                return Step::Confirm;
            }
            if self.world.is_ending() {
                let Some(message) = player_script::finish(&self.known, self.acks + 1) else { return Step::Wait };
                self.acks += 1;
                self.ask(message);
                return Step::Wait;
            }
            // Now and then a player closes the page and opens it again.
            if self.dice.u32(0..2000) == 0 {
                return Step::Leave("switches to another node");
            }
            self.known.idle |= player_script::goes_idle(&self.known, &mut self.dice);
            let Some(message) = player_script::next(&self.known, self.acks + 1, &mut self.dice) else {
                return Step::Wait;
            };
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

/// Puts the transcript of a client that has finished into the archive.
fn archive(world: &RunState, transcript: &Transcript) {
    Counts::add(&world.counts.clients);
    if let Err(error) = world.archive.add(transcript) {
        world.find(Kind::ClientFailed, Some(&transcript.table), format!("a transcript cannot be written: {error}"));
    }
}
