//! Players: tables of every game, one after another. Each seat has its own connection.

use std::sync::Arc;
use std::time::Duration;

use fastrand::Rng;
use futures_util::future::join_all;
use futures_util::{SinkExt, StreamExt};
use menagerie_catalog::{Chosen, games};
use menagerie_wire::http::{CreateTable, Join, SeatPlan, Seated};
use menagerie_wire::table::TimeControl;
use menagerie_wire::{ChatChannel, ChatPost, FromClient, TableView, ToClient, ViewFormat};
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::World;
use crate::http;
use crate::promises::Fact;

/// The timeout of an answer.
const ANSWER: Duration = Duration::from_secs(20);
/// How often a waiting client looks whether the run is over.
const TICK: Duration = Duration::from_millis(100);
/// The thinking time of a player, in milliseconds.
const THOUGHT: std::ops::Range<u64> = 2..40;
/// A match with more events than this is resigned soon, so that matches end within a run.
const LONG: u32 = 40;

/// Plays tables until the run is over.
pub(crate) async fn play(world: Arc<World>, number: usize, mut dice: Rng) {
    let mut next = number;
    while !world.is_over() {
        if world.is_paused() {
            sleep(TICK).await;
            continue;
        }
        let game = games()[next % games().len()].info().id;
        next += super::TABLES;
        let Some((table, seats)) = make(&world, game).await else { continue };
        let clients = seats.into_iter().map(|(seat, token)| Player::new(&world, &table, seat, dice.fork()).play(token));
        join_all(clients).await;
    }
}

/// Makes a table, takes all of its seats, and returns them with their tokens.
async fn make(world: &World, game: &str) -> Option<(String, Vec<(String, String)>)> {
    let chosen: Chosen = game.parse().ok()?;
    let count = chosen.start().seats().iter().count();
    let wanted = CreateTable {
        game: game.to_owned(),
        seats: vec![SeatPlan::Open; count],
        shuffle: false,
        public: false,
        rated: false,
        clock: TimeControl::None,
        position: None,
        nonce: None,
        commitment: None,
    };
    let made = post(world, "/api/tables", &serde_json::to_value(wanted).ok()?).await?;
    let table = made.table.id;
    let mut seats = made.tokens;
    while seats.len() < count {
        let join = Join { name: format!("Player {}", seats.len()), seat: None, nonce: None };
        let seated = post(world, &format!("/api/tables/{table}/join"), &serde_json::to_value(join).ok()?).await?;
        for (seat, token) in &seated.tokens {
            let (seat, token) = (seat.clone(), token.clone());
            world.promises.add(Fact::Seat { table: table.clone(), seat, token });
        }
        seats.extend(seated.tokens);
    }
    Some((table, seats))
}

async fn post(world: &World, path: &str, body: &Value) -> Option<Seated> {
    let response = http::call(world.server, "POST", path, None, body).await.ok()?;
    (response.status < 300).then_some(())?;
    serde_json::from_value(response.body).ok()
}

/// One seat at one table.
struct Player<'a> {
    world: &'a World,
    table: &'a str,
    seat: String,
    dice: Rng,
    version: u32,
    seen: Option<TableView>,
    acks: u32,
    /// The request without an answer.
    pending: Option<FromClient>,
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

impl<'a> Player<'a> {
    fn new(world: &'a World, table: &'a str, seat: String, dice: Rng) -> Self {
        Self { world, table, seat, dice, version: 0, seen: None, acks: 0, pending: None }
    }

    async fn play(mut self, token: String) {
        let url = format!("ws://{}/api/tables/{}/socket", self.world.server, self.table);
        let Ok(Ok((mut socket, _))) = timeout(ANSWER, connect_async(url)).await else { return };
        let (tokens, form) = (vec![token], ViewFormat::Text);
        let hello = FromClient::Subscribe { tokens, since: None, form, name: None, client: None, account: false };
        if say(&mut socket, &hello).await.is_none() {
            return;
        }
        let mut waited = Instant::now();
        while waited.elapsed() < ANSWER && !(self.pending.is_none() && self.is_done()) {
            match timeout(TICK, socket.next()).await {
                Ok(Some(Ok(Message::Text(text)))) => {
                    waited = Instant::now();
                    if let Ok(message) = serde_json::from_str(&text) {
                        self.hear(message);
                    }
                }
                Ok(Some(Ok(_))) => {}
                Ok(_) => return,
                // While other seats think, nothing comes.
                Err(_) if self.pending.is_none() => waited = Instant::now(),
                Err(_) => {}
            }
            if self.pending.is_none() && !self.is_done() && self.next(&mut socket).await.is_none() {
                return;
            }
        }
    }

    fn is_done(&self) -> bool {
        self.world.is_over() || self.seen.as_ref().is_some_and(|seen| seen.ended.is_some())
    }

    fn hear(&mut self, message: ToClient) {
        match message {
            ToClient::Full { version, seen, .. } => self.look(version, *seen),
            ToClient::Event { version, seen, .. } => {
                let events = version as usize;
                self.world.promises.add(Fact::Length { table: self.table.to_owned(), events });
                if seen.ended.is_some() {
                    self.world.promises.add(Fact::Over { table: self.table.to_owned() });
                }
                self.look(version, *seen);
            }
            ToClient::Done { ack, version } if ack == self.acks => self.done(version as usize),
            ToClient::Refused { ack: Some(ack), .. } if ack == self.acks => self.pending = None,
            _ => {}
        }
    }

    fn look(&mut self, version: u32, seen: TableView) {
        self.version = version;
        self.seen = Some(seen);
    }

    /// The server has acknowledged the pending request.
    fn done(&mut self, version: usize) {
        let table = || self.table.to_owned();
        let fact = match self.pending.take() {
            Some(FromClient::Act { at, action, .. }) => {
                self.world.promises.add(Fact::Length { table: table(), events: version });
                Fact::Event { table: table(), number: at as usize + 1, text: action }
            }
            Some(FromClient::Undo { at, .. }) => {
                Fact::Event { table: table(), number: at as usize + 1, text: "!undo".to_owned() }
            }
            Some(FromClient::Chat { say, .. }) => Fact::Chat { table: table(), text: say.text },
            Some(_) => Fact::Length { table: table(), events: version },
            None => return,
        };
        self.world.promises.add(fact);
    }

    /// Sends the next request, if it is this seat's turn; `None` if the connection is gone.
    async fn next(&mut self, socket: &mut Socket) -> Option<()> {
        let Some(message) = self.choose() else { return Some(()) };
        sleep(Duration::from_millis(self.dice.u64(THOUGHT))).await;
        say(socket, &message).await?;
        self.pending = Some(message);
        Some(())
    }

    fn choose(&mut self) -> Option<FromClient> {
        let seen = self.seen.as_ref()?;
        if seen.actor != self.seat || self.world.is_paused() {
            return None;
        }
        let action = self.dice.choice(seen.actions.as_deref()?)?.clone();
        self.acks += 1;
        let (ack, at, seat) = (self.acks, self.version, self.seat.clone());
        Some(match self.dice.u32(0..100) {
            0..10 => {
                let say = ChatPost { room: ChatChannel::Players, text: format!("{seat} says {ack}") };
                FromClient::Chat { ack, seat: Some(seat), say }
            }
            10..15 if seen.can_undo => FromClient::Undo { ack, at, seat },
            15..25 if at > LONG => FromClient::Resign { ack, seat },
            _ => FromClient::Act { ack, at, seat, action },
        })
    }
}

async fn say(socket: &mut Socket, message: &FromClient) -> Option<()> {
    socket.send(Message::text(serde_json::to_string(message).ok()?)).await.ok()
}
