//! A table of this browser: the state machine of the server's tables, without a store and without other nodes.

use menagerie_api::past::Past;
use menagerie_api::think::{Question, Reply, time_for};
use menagerie_game::erased::AnyView;
use menagerie_game::{Seat, Viewer};
use menagerie_table::refusal::refused;
use menagerie_table::secret::{Digest, Entropy};
use menagerie_table::{
    Accepted, ConnectionId, Delivery, EventBatch, IdempotencyKey, LiveTable, RematchVote, Subscription, names,
};
use menagerie_wire::table::{Table, TimeControl};
use menagerie_wire::{Code, FromClient, Refused, Thought, ToClient};

use crate::Output;
use crate::saved::SavedTable;

/// A table in memory.
pub struct LocalTable {
    /// What the page keeps.
    pub saved: SavedTable,
    room: LiveTable,
    /// The version that a computer player thinks about.
    thinking: Option<u32>,
    votes: Vec<(String, Option<String>)>,
}

impl LocalTable {
    /// Opens a table; a refusal if it makes no sense.
    pub fn open(saved: SavedTable, now: i64) -> Result<Self, Refused> {
        let broken = |cause: String| refused(Code::Trouble, format!("this table is damaged: {cause}"));
        let info = saved.info().ok_or_else(|| broken("an unknown game or seat".to_owned()))?;
        let room = LiveTable::open(info, &saved.log(), saved.draw(), now).map_err(|error| broken(error.to_string()))?;
        Ok(Self { saved, room, thinking: None, votes: Vec::new() })
    }

    /// The table as clients see it.
    pub fn shown(&self, now: i64) -> Table {
        self.room.shown_table(now)
    }

    /// When something is due by time alone.
    pub fn next_deadline(&self) -> Option<i64> {
        self.room.next_deadline()
    }

    /// The match so far, as the holder of a token may know it.
    pub fn past(&self, token: Option<&str>) -> Past {
        let over = self.room.game().end().is_some();
        Past {
            table: self.room.table().clone(),
            dice: self.saved.dice.as_ref().and_then(crate::saved::SavedDice::dice),
            log: self.room.stamped_events().collect(),
            viewer: self.viewer(token),
            over,
        }
    }

    /// The position as the holder of a token may know it.
    pub fn view(&self, token: Option<&str>) -> Box<dyn AnyView> {
        self.room.game().position().view(self.viewer(token))
    }

    fn viewer(&self, token: Option<&str>) -> Viewer {
        if self.room.game().end().is_some() {
            return Viewer::All;
        }
        let seat = token.and_then(|token| self.room.table().seats_of(&[Digest::of(token)]).first().copied());
        seat.map_or(Viewer::Spectator, Viewer::Seat)
    }

    /// A message on a WebSocket. The first one says whose seats it plays.
    pub fn receive(&mut self, socket: u32, message: FromClient, now: i64) -> Vec<Output> {
        let id = ConnectionId(u64::from(socket));
        match message {
            FromClient::Subscribe { tokens, since, form, name, client, .. } => {
                let tokens = tokens.iter().map(|token| Digest::of(token)).collect();
                let name = name.and_then(|name| names::name(&name).ok());
                let hello = Subscription { tokens, since, form, name, client, ..Subscription::default() };
                match self.room.connect(id, &hello, now) {
                    Ok(deliveries) => sent(deliveries),
                    Err(refused) => {
                        let mut out = sent(vec![refusal(id, None, refused)]);
                        out.push(Output::Closed { socket });
                        out
                    }
                }
            }
            message => self.command(id, message, now),
        }
    }

    fn command(&mut self, id: ConnectionId, message: FromClient, now: i64) -> Vec<Output> {
        let key = IdempotencyKey::of(&message);
        let once = key.filter(|key| key.once);
        if let Some(answer) = once.and_then(|key| self.room.earlier_answer(id, key)) {
            return sent(vec![Delivery { to: vec![id], message: answer }]);
        }
        // A flag that has fallen takes effect before any command that comes after its fall.
        let mut out = self.settle(now);
        let accepted = self.room.parse(id, message).and_then(|command| self.room.check(id, command, now));
        match accepted.and_then(|accepted| self.execute(id, key, accepted, now)) {
            Ok(done) => out.extend(done),
            Err(refused) => {
                if let Some(key) = once {
                    self.room.remember_answer(id, key, Err(refused.clone()));
                }
                out.extend(sent(vec![refusal(id, key.map(|key| key.ack), refused)]));
            }
        }
        out
    }

    fn execute(
        &mut self,
        id: ConnectionId,
        key: Option<IdempotencyKey>,
        accepted: Accepted,
        now: i64,
    ) -> Result<Vec<Output>, Refused> {
        let mut out = Vec::new();
        let mut version = None;
        match accepted {
            Accepted::Append(batch) => out = self.append(&batch, now)?,
            Accepted::WasDone(reached) => version = Some(reached),
            Accepted::Nothing => {}
            Accepted::Uncover(seat) => out = sent(vec![self.room.uncover(id, seat, now)]),
            Accepted::Rematch(seat, vote) => out = self.vote(seat, vote, now),
            Accepted::Chat(..) | Accepted::Ally(..) => {
                return Err(refused(Code::NotNow, "nobody else is at a table of this browser"));
            }
            Accepted::Cancel(_) => return Err(refused(Code::NotNow, "the match has begun already")),
            Accepted::Pong(n) => out = sent(vec![Delivery { to: vec![id], message: ToClient::Pong { n } }]),
        }
        if let Some(key) = key {
            let version = version.unwrap_or_else(|| self.room.version());
            if key.once {
                self.room.remember_answer(id, key, Ok(version));
            }
            out.splice(0..0, sent(vec![Delivery { to: vec![id], message: ToClient::Done { ack: key.ack, version } }]));
        }
        Ok(out)
    }

    fn vote(&mut self, seat: Seat, RematchVote { wants, nonce }: RematchVote, now: i64) -> Vec<Output> {
        let name = self.room.info().seat_name(seat).to_owned();
        self.votes.retain(|(known, _)| *known != name);
        if wants {
            self.votes.push((name, nonce));
        }
        self.room.set_rematch_votes(self.votes.clone());
        self.told_all(now)
    }

    /// The nonces of an agreed rematch whose table is still to be made.
    pub fn agreed_rematch(&self) -> Option<Vec<String>> {
        self.room.is_rematch_agreed().then(|| self.room.rematch_nonces())
    }

    /// The table of the next game exists.
    pub fn set_rematch(&mut self, id: &str, now: i64) -> Vec<Output> {
        self.room.set_rematch(id.to_owned());
        self.saved.rematch = Some(id.to_owned());
        let mut out = vec![Output::Save { table: Box::new(self.saved.clone()) }];
        out.extend(self.told_all(now));
        out
    }

    fn told_all(&self, now: i64) -> Vec<Output> {
        let mut deliveries = self.room.broadcast_snapshot(now);
        deliveries.extend(self.room.broadcast_table(now));
        sent(deliveries)
    }

    /// The page has closed a WebSocket.
    pub fn disconnect(&mut self, socket: u32, now: i64) -> Vec<Output> {
        sent(self.room.disconnect(ConnectionId(u64::from(socket)), now))
    }

    fn append(&mut self, batch: &EventBatch, now: i64) -> Result<Vec<Output>, Refused> {
        let deliveries = self.room.commit(batch, now).map_err(|error| refused(Code::Trouble, error.to_string()))?;
        self.saved.events.extend(batch.events.iter().map(|(text, _)| (text.clone(), now)));
        let mut out = vec![Output::Save { table: Box::new(self.saved.clone()) }];
        out.extend(sent(deliveries));
        Ok(out)
    }

    /// Does what is due without a command.
    pub fn settle(&mut self, now: i64) -> Vec<Output> {
        let mut out = Vec::new();
        while let Some(batch) = self.room.due(now) {
            match self.append(&batch, now) {
                Ok(done) => out.extend(done),
                Err(_) => break,
            }
        }
        out
    }

    /// The search that the computer player to move needs, unless it thinks already.
    pub fn thinks(&mut self, entropy: &Entropy, now: i64) -> Option<Output> {
        let version = self.room.version();
        let seat = self.room.acting()?;
        let level = self.room.table().computer(seat)?;
        if self.thinking.replace(version) == Some(version) {
            return None;
        }
        let question = Box::new(self.question(seat, level, entropy, now));
        Some(Output::Think { table: self.saved.id.clone(), version, question })
    }

    /// What a seat may know of the position.
    pub fn known_to(&self, seat: Seat) -> Box<dyn AnyView> {
        self.room.game().position().view(Viewer::Seat(seat))
    }

    /// The view of the seat and nothing else; the past only where nothing is hidden.
    fn question(&self, seat: Seat, level: u8, entropy: &Entropy, now: i64) -> Question {
        let increment = match self.saved.clock {
            TimeControl::Fischer { increment, .. } => i64::from(increment) * 1000,
            _ => 0,
        };
        let mut seed = [0; 8];
        entropy(&mut seed);
        let open = !self.room.info().hidden;
        let past = || (self.saved.start.clone(), self.saved.events.iter().map(|(text, _)| text.clone()).collect());
        Question {
            game: self.saved.game.clone(),
            seat,
            view: self.known_to(seat).text(),
            past: open.then(past),
            level: Some(level),
            time: time_for(level, self.room.time_left(seat, now).map(|left| (left, increment))),
            lines: 1,
            actions: Vec::new(),
            seed: u64::from_le_bytes(seed),
        }
    }

    /// How far the search of the computer player to move is. What it likes is its own business.
    pub fn progress(&self, version: u32, thought: Thought) -> Vec<Output> {
        let Some(seat) = self.room.acting().filter(|_| version == self.room.version()) else { return Vec::new() };
        let seat = self.room.info().seat_name(seat).to_owned();
        let message = ToClient::Thinking { seat, thought: Thought { lines: Vec::new(), ..thought } };
        sent(vec![Delivery { to: self.room.connection_ids(), message }])
    }

    /// A computer player has decided. An answer to an old version is too late; without an answer the search is asked for again.
    pub fn found(&mut self, version: u32, reply: Option<Reply>, now: i64) -> Vec<Output> {
        if version != self.room.version() {
            return Vec::new();
        }
        self.thinking = None;
        let (Some(seat), Some(reply)) = (self.room.acting(), reply) else { return Vec::new() };
        self.room.set_expected(seat, reply.expected);
        let appended = self.room.batch(&reply.action).and_then(|batch| self.append(&batch, now));
        appended.unwrap_or_default()
    }
}

fn refusal(to: ConnectionId, ack: Option<u32>, refused: Refused) -> Delivery {
    Delivery { to: vec![to], message: ToClient::Refused { ack, refused } }
}

/// The deliveries as messages on `WebSocket`s.
fn sent(deliveries: Vec<Delivery>) -> Vec<Output> {
    let mut out = Vec::new();
    for Delivery { to, message } in deliveries {
        // A message of the wire can always be written.
        let text = serde_json::to_string(&message).unwrap_or_default();
        out.extend(to.into_iter().map(|id| Output::Message { socket: id.0 as u32, text: text.clone() }));
    }
    out
}
