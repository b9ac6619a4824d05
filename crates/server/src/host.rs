//! The task of a live table: it holds the room, appends what the room wants appended, and tells people what the room
//! wants told. One at a time, so that nothing needs a lock.

mod input;

use std::collections::HashMap;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use menagerie_bus::Notice;
use menagerie_game::Seat;
use menagerie_store as store;
use menagerie_store::{NewEvent, StoreError, TableId};
use menagerie_wire::table::Stage;
use menagerie_wire::{Code, FromClient, Refused, ToClient};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use crate::app::App;
use crate::hits::Limit;
use crate::mention::mention_end;
use crate::refuse::{No, is_logged, refused};
use crate::room::{Batch, Connection, ConnectionId, Hello, Room, Stamped, Tell, Wish};
use crate::socket::text_of;
use crate::stored::{draw_of, table_state};
use crate::talking::{alliance, apart, told};

use input::Message;
pub(crate) use input::{Grievance, Input, Order, Outbox};

/// So much of what was said in each circle of a table is in memory.
pub(crate) const RECALLED: u32 = 100;
/// The longest sleep; whoever wakes with nothing to do sleeps again.
const LONG: Duration = Duration::from_hours(1);

/// A table in memory.
pub(crate) struct Host {
    pub(crate) app: Arc<App>,
    pub(crate) id: TableId,
    pub(crate) stored: store::Table,
    pub(crate) room: Room,
    outboxes: HashMap<ConnectionId, Outbox>,
    /// The version that a computer player thinks about, and how to stop it.
    pub(crate) thinking: Option<(u32, Arc<AtomicBool>)>,
    /// Another node was first with what we wanted to append.
    pub(crate) overtaken: bool,
    /// After a failure, what is due is not tried again before this.
    pub(crate) resting: Option<Instant>,
    /// What was compared with the store last, besides the log.
    pub(crate) compared: Option<store::Standing>,
    /// Who is connected here, as the other nodes know it.
    pub(crate) mentioned: (Vec<Seat>, u32),
}

impl Host {
    /// Reads a table and its log.
    pub(crate) async fn load(app: Arc<App>, id: TableId) -> Result<Self, No> {
        let (stored, room) = read(&app, &id).await?;
        app.bus.tell(Notice::Who { table: id.clone() });
        Ok(Self {
            app,
            id,
            stored,
            room,
            outboxes: HashMap::new(),
            thinking: None,
            overtaken: false,
            resting: None,
            compared: None,
            mentioned: (Vec::new(), 0),
        })
    }

    /// Runs until nobody needs the table. What it may wait for at work is in boxes, for most tables are idle: one in memory is
    /// as large as the largest thing it may wait for.
    pub(crate) async fn run(mut self, mut inputs: mpsc::Receiver<Box<Input>>) {
        let mut closing = self.app.closing();
        let mut idle_since = Instant::now();
        self.settle().await;
        Box::pin(self.finish_rematch()).await;
        let mut alarm = pin!(sleep_until(self.wake(idle_since)));
        while !*closing.borrow() {
            // It is put off when it rings, not with each input: whoever wakes too early sleeps again.
            let wake = self.wake(idle_since);
            if wake < alarm.deadline() || alarm.is_elapsed() {
                alarm.as_mut().reset(wake);
            }
            tokio::select! {
                biased;
                input = inputs.recv() => {
                    let Some(input) = input else { break };
                    Box::pin(self.take(*input)).await;
                    idle_since = Instant::now();
                }
                () = &mut alarm => {
                    if self.is_idle(idle_since) && self.forget(&inputs) {
                        return;
                    }
                }
                _ = closing.changed() => {}
            }
            self.settle().await;
            self.mention_who_is_here();
        }
        self.stop_thinking();
        self.take_leave();
        self.app.lock_rooms().remove(&self.id);
    }

    async fn take(&mut self, input: Input) {
        let now = self.app.now();
        match input {
            Input::Hello { id, hello, outbox, answer } => {
                let greeted = Box::pin(self.greet(id, &hello, outbox)).await;
                let _ = answer.send(greeted.map(|tells| {
                    self.tell(tells);
                    self.room.accounts_of(id)
                }));
            }
            Input::Message { id, message } => self.message(id, message).await,
            Input::Gone { id } => {
                self.outboxes.remove(&id);
                let tells = self.room.disconnect(id, now);
                self.tell(tells);
            }
            Input::Join { join, account, answer } => {
                let seated = Box::pin(self.join(join, account)).await;
                let _ = answer.send(seated);
            }
            Input::Program { account, message, answer } => {
                let _ = answer.send(Box::pin(self.program(&account, &*message)).await);
            }
            Input::Look { answer } => {
                let _ = answer.send(self.room.shown_table(now));
            }
            Input::Progress { seat, version, thought } => self.progress(seat, version, thought),
            Input::Decided { seat, version, reply } => Box::pin(self.decided(seat, version, reply)).await,
            Input::Mute { token, speaker, muted, answer } => {
                let _ = answer.send(Box::pin(self.mute(token, &speaker, muted)).await);
            }
            Input::Report { grievance, answer } => {
                let _ = answer.send(Box::pin(self.report(grievance)).await);
            }
            Input::Past { token, answer } => {
                let _ = answer.send(self.past(token));
            }
            Input::Heard { account, answer } => {
                let _ = answer.send(self.heard_by(&account));
            }
            Input::Abort { account, answer } => {
                let _ = answer.send(Box::pin(self.abort(&account)).await);
            }
            Input::Operate { order, answer } => {
                let _ = answer.send(Box::pin(self.operate(order)).await);
            }
            Input::News(news) => Box::pin(self.hear(news)).await,
        }
    }

    async fn greet(&mut self, id: ConnectionId, hello: &Hello, outbox: Outbox) -> Result<Vec<Tell>, Refused> {
        if self.room.connection_count() >= self.app.config.limits.connections_per_table {
            if let Some(from) = hello.from {
                self.app.gate.hits.hit(Limit::Watchers, from.into());
            }
            return Err(refused(Code::TooMuch, "too many people look at this table"));
        }
        // Whoever comes from another node has perhaps seen more there than is known here.
        if !self.app.bus.is_alone() {
            let _ = self.catch_up().await;
        }
        self.check_bans(&hello.tokens)?;
        let mut connected = self.room.connect(id, hello, self.app.now());
        if connected.is_err() && self.was_behind().await {
            connected = self.room.connect(id, hello, self.app.now());
        }
        let tells = connected?;
        self.outboxes.insert(id, outbox);
        Ok(tells)
    }

    async fn message(&mut self, id: ConnectionId, message: FromClient) {
        let ack = message.ack();
        if let Some(answer) = message.ack_of_deed().and_then(|ack| self.room.answered(id, ack)) {
            return self.tell(vec![Tell { to: vec![id], message: answer }]);
        }
        // A flag that has fallen comes before whatever is said after its fall.
        self.settle().await;
        let again = (!self.app.bus.is_alone()).then(|| message.clone());
        let mut done = self.attempt(id, ack, message).await;
        if let (Err(_), Some(message)) = (&done, again)
            && self.was_behind().await
        {
            done = Box::pin(self.attempt(id, ack, message)).await;
        }
        if let Err(refused) = done {
            self.app.metrics.refused(refused.code);
            if let Some(ack) = ack {
                self.room.remember(id, ack, Err(refused.clone()));
            }
            self.tell(vec![Tell { to: vec![id], message: ToClient::Refused { ack, refused } }]);
        }
    }

    async fn attempt(&mut self, id: ConnectionId, ack: Option<u32>, message: FromClient) -> Result<(), Refused> {
        self.check_reach(&message)?;
        let wish = match self.done_before(id, &message).await? {
            Some(version) => Wish::WasDone(version),
            None => self.room.wish(id, message, self.app.now())?,
        };
        self.grant(id, ack, wish).await
    }

    async fn grant(&mut self, id: ConnectionId, ack: Option<u32>, wish: Wish) -> Result<(), Refused> {
        let mut version = None;
        let mut tells = Vec::new();
        match wish {
            Wish::Append(batch) => tells = self.append(&batch).await?,
            Wish::WasDone(reached) => version = Some(reached),
            Wish::Nothing => {}
            Wish::Uncover(seat) => tells.push(self.room.uncover(id, seat, self.app.now())),
            Wish::Rematch(seat, again) => tells = Box::pin(self.rematch(seat, again)).await?,
            Wish::Say(seat, say) => {
                let kept = Box::pin(self.say(Some(id), seat, say, self.asked(id, ack))).await?;
                (tells, version) = apart(kept);
            }
            Wish::Ally(seat, step) => {
                let kept = Box::pin(self.ally(seat, step, self.asked(id, ack))).await?;
                (tells, version) = apart(kept);
            }
            Wish::Pong(n) => tells.push(Tell { to: vec![id], message: ToClient::Pong { n } }),
        }
        if let Some(ack) = ack {
            let version = version.unwrap_or_else(|| self.room.version());
            self.room.remember(id, ack, Ok(version));
            self.tell(vec![Tell { to: vec![id], message: ToClient::Done { ack, version } }]);
        }
        self.tell(tells);
        Ok(())
    }

    /// What a program asks for over HTTP: the same as on a socket, at the present version. Says whether the match goes on.
    async fn program(&mut self, account: &str, message: &Message) -> Result<bool, Refused> {
        let done = self.attempt_program(account, message).await;
        if done.is_err() && self.was_behind().await {
            return self.attempt_program(account, message).await;
        }
        done
    }

    async fn attempt_program(&mut self, account: &str, message: &Message) -> Result<bool, Refused> {
        let seat = self.room.table().seat_of_account(account);
        let seat = seat.ok_or_else(|| refused(Code::NotAllowed, "you do not play at this table"))?;
        self.settle().await;
        let message = message(&self.room, seat);
        self.check_reach(&message)?;
        let tells = match self.room.wish_of(&Connection::of_program(seat), message, self.app.now())? {
            Wish::Append(batch) => self.append(&batch).await?,
            Wish::Say(seat, say) => apart(self.say(None, seat, say, None).await?).0,
            Wish::Rematch(seat, again) => self.rematch(seat, again).await?,
            Wish::Ally(seat, step) => apart(self.ally(seat, step, None).await?).0,
            Wish::WasDone(_) | Wish::Nothing | Wish::Uncover(_) | Wish::Pong(_) => Vec::new(),
        };
        self.tell(tells);
        Ok(self.room.is_playing())
    }

    /// Appends events and lets them happen. Whoever asked for them is answered after they are on the disk.
    pub(crate) async fn append(&mut self, batch: &Batch) -> Result<Vec<Tell>, Refused> {
        let events: Vec<NewEvent> =
            batch.events.iter().map(|(text, by)| NewEvent { text: text.clone(), by: (*by).to_owned() }).collect();
        let (expected, number) = (self.room.version(), events.len() as u64);
        let appended = match &batch.ended {
            None => self.app.store.append_and_wake(&self.id, expected, events, self.wake_after()).await,
            Some(ended) => self.app.store.append_end(&self.id, expected, events, ended.clone()).await,
        };
        match appended {
            Ok(appended) => {
                self.app.metrics.events.fetch_add(number, Ordering::Relaxed);
                self.app.bus.tell(Notice::Reached { table: self.id.clone(), seq: appended.seq });
                self.ended(batch).await;
                self.room.commit(batch, appended.at.0).map_err(|broken| No::trouble(&broken).0)
            }
            Err(StoreError::Conflict) => {
                Box::pin(self.catch_up()).await?;
                self.overtaken = true;
                Err(refused(Code::Stale, "somebody else was first"))
            }
            Err(error) => Err(No::from(error).0),
        }
    }

    /// The match is over: what follows from that.
    async fn ended(&mut self, batch: &Batch) {
        let Some(ended) = &batch.ended else { return };
        self.stored.stage = Stage::Over;
        // The store counts the end as a change of the table.
        self.stored.revision += 1;
        self.stored.result = Some(ended.clone());
        mention_end(&self.stored, ended);
        if let Err(cause) = Box::pin(self.app.rate(&self.stored, ended)).await {
            tracing::error!(table = %self.id, %cause, "a match is rated later");
        }
        self.app.announce(&self.stored, "gameFinish");
    }

    /// Somebody else has written to this table: reads it again and tells everybody everything.
    pub(crate) async fn reload(&mut self) -> Result<(), Refused> {
        let (stored, mut room) = Box::pin(read(&self.app, &self.id)).await.map_err(|no| no.0)?;
        let tells = room.take_over(&mut self.room, self.app.now());
        self.stored = stored;
        self.room = room;
        self.tell(tells);
        Ok(())
    }

    /// Lets happen what is due without anybody's asking.
    pub(crate) async fn settle(&mut self) {
        while !self.is_resting()
            && let Some(batch) = self.due().await
        {
            match Box::pin(self.append(&batch)).await {
                Ok(tells) => self.tell(tells),
                Err(refused) => {
                    if !is_logged(&refused) {
                        tracing::warn!(table = %self.id, cause = refused.error, "what is due could not be appended");
                    }
                    self.rest();
                    return;
                }
            }
        }
        self.let_computers_think();
    }

    /// Sends messages; a connection that does not read them is cut off.
    pub(crate) fn tell(&mut self, tells: Vec<Tell>) {
        for Tell { to, message } in tells {
            let Some(text) = text_of(&message) else { continue };
            for id in to {
                let sent = self.outboxes.get(&id).is_none_or(|outbox| outbox.try_send(text.clone()).is_ok());
                if !sent {
                    self.outboxes.remove(&id);
                }
            }
        }
    }

    /// When to look again although nothing came in: a flag falls, a deserted table is to be forgotten, or a rest is over.
    fn wake(&self, idle_since: Instant) -> Instant {
        let nothing_to_do = Instant::now() + LONG;
        let forget = if self.room.is_deserted() { idle_since + self.app.config.idle } else { nothing_to_do };
        let wake = self.flag_falls().map_or(forget, |falls| falls.min(forget));
        self.resting.filter(|_| self.is_resting()).unwrap_or(wake)
    }

    fn flag_falls(&self) -> Option<Instant> {
        let falls = self.room.flag_falls()? - self.app.now();
        Some(Instant::now() + Duration::from_millis(falls.max(0) as u64).min(LONG))
    }

    fn is_idle(&self, since: Instant) -> bool {
        self.room.is_deserted() && since.elapsed() >= self.app.config.idle
    }

    /// Leaves the registry unless something is on its way in. If a clock runs, the table is opened again when its flag
    /// falls: opening it lets that happen.
    fn forget(&self, inputs: &mpsc::Receiver<Box<Input>>) -> bool {
        let mut rooms = self.app.lock_rooms();
        if !inputs.is_empty() {
            return false;
        }
        rooms.remove(&self.id);
        self.take_leave();
        if let Some(falls) = self.flag_falls().filter(|_| self.app.bus.is_alone()) {
            let (app, id) = (Arc::clone(&self.app), self.id.clone());
            tokio::spawn(async move {
                sleep_until(falls).await;
                let _ = app.room(&id).await;
            });
        }
        true
    }
}

async fn read(app: &App, id: &TableId) -> Result<(store::Table, Room), No> {
    let stored = app.store.table(id).await?;
    let state = table_state(&app.store, &stored).await?;
    let events = app.store.events(id, 1).await?;
    let events: Vec<Stamped> = events.into_iter().map(|event| Stamped { text: event.text, at: event.at.0 }).collect();
    let mut room = Room::open(state, &events, draw_of(&stored), app.now()).map_err(|broken| No::trouble(&broken))?;
    let talk = app.store.talk(id, RECALLED).await?.into_iter().map(told).collect();
    let alliances = app.store.alliances(id).await?.into_iter().map(alliance).collect();
    room.recall(talk, alliances, app.store.mutes(id).await?);
    if room.game().end().is_some() {
        room.set_wishes(app.store.rematch_wishes(id).await?);
    }
    Ok((stored, room))
}
