//! The task of a live table: it holds the table's state machine, appends its events, and sends its messages. Inputs
//! are handled one at a time, so nothing needs a lock.

use std::collections::HashMap;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use menagerie_bus::Notice;
use menagerie_game::Seat;
use menagerie_store as store;
use menagerie_store::{NewEvent, StoreError, TableId};
use menagerie_table::{Batch, ConnectionId, Hello, Numbered, Room, Stamped, Tell, Wish};
use menagerie_wire::table::Stage;
use menagerie_wire::{Code, FromClient, Refused, ToClient};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use crate::app::App;
use crate::error::{ApiError, is_logged, refused};
use crate::limits::limit_log::Limit;
use crate::mailbox::input::{Input, Outbox, text_of};
use crate::tables::chat::{alliance, apart, told};
use crate::tables::computer_seats::Thinking;
use crate::tables::load::{draw_of, table_state};
use crate::tables::table_log::mention_end;

/// So much of what was said in each circle of a table is in memory.
pub(crate) const RECALLED: u32 = 100;
/// The longest sleep; whoever wakes with nothing to do sleeps again.
const LONG: Duration = Duration::from_hours(1);

/// A table in memory.
pub(crate) struct TableTask {
    pub(crate) app: Arc<App>,
    pub(crate) id: TableId,
    pub(crate) stored: store::Table,
    pub(crate) room: Room,
    outboxes: HashMap<ConnectionId, Outbox>,
    /// What a computer player thinks about, and how to stop it.
    pub(crate) thinking: Option<Thinking>,
    /// When a client last asked for the table over HTTP.
    pub(crate) visited: Option<Instant>,
    /// Another node was first with what we wanted to append.
    pub(crate) overtaken: bool,
    /// After a failure, what is due is not tried again before this.
    pub(crate) resting: Option<Instant>,
    /// What was compared with the store last, besides the log.
    pub(crate) compared: Option<store::Standing>,
    /// Who is connected here, as the other nodes know it.
    pub(crate) mentioned: (Vec<Seat>, u32),
    /// Whether this node renews the lease of the waiting table.
    pub(crate) attended: bool,
}

impl TableTask {
    /// Reads a table and its log.
    pub(crate) async fn load(app: Arc<App>, id: TableId) -> Result<Self, ApiError> {
        let (stored, room) = read(&app, &id).await?;
        app.bus.tell(Notice::Who { table: id.clone() });
        Ok(Self {
            app,
            id,
            stored,
            room,
            outboxes: HashMap::new(),
            thinking: None,
            visited: None,
            overtaken: false,
            resting: None,
            compared: None,
            mentioned: (Vec::new(), 0),
            attended: false,
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
                    if self.forget_at(idle_since).is_some_and(|at| at <= Instant::now()) && self.forget(&inputs) {
                        return;
                    }
                }
                _ = closing.changed() => {}
            }
            self.settle().await;
            self.mention_who_is_here();
            self.note_attendance();
        }
        self.app.attendance.note(&self.id, false);
        self.stop_thinking();
        self.take_leave();
        self.app.lock_rooms().remove(&self.id);
    }

    async fn take(&mut self, input: Input) {
        let now = self.app.now();
        if input.is_visit() {
            self.visited = Some(Instant::now());
        }
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
            Input::Look { answer, .. } => {
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
            Input::Cancel { token, account, answer } => {
                let seat = self.seat_name_of(token, account.as_deref());
                let _ = answer.send(Box::pin(self.cancel(seat)).await);
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
                self.app.rate_limits.limit_log.hit(Limit::Watchers, from.into());
            }
            return Err(refused(Code::TooFast, "too many people look at this table"));
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
        let numbered = Numbered::of(&message);
        let deed = numbered.filter(|it| it.deed);
        if let Some(answer) = deed.and_then(|deed| self.room.answered(id, deed)) {
            return self.tell(vec![Tell { to: vec![id], message: answer }]);
        }
        // A flag that has fallen comes before whatever is said after its fall.
        self.settle().await;
        let again = (!self.app.bus.is_alone()).then(|| message.clone());
        let mut done = self.attempt(id, numbered, message).await;
        if let (Err(_), Some(message)) = (&done, again)
            && self.was_behind().await
        {
            done = Box::pin(self.attempt(id, numbered, message)).await;
        }
        if let Err(refused) = done {
            self.app.metrics.refused(refused.code);
            if let Some(deed) = deed {
                self.room.remember(id, deed, Err(refused.clone()));
            }
            let ack = numbered.map(|it| it.ack);
            self.tell(vec![Tell { to: vec![id], message: ToClient::Refused { ack, refused } }]);
        }
    }

    async fn attempt(
        &mut self,
        id: ConnectionId,
        numbered: Option<Numbered>,
        message: FromClient,
    ) -> Result<(), Refused> {
        self.check_reach(&message)?;
        let wish = match self.done_before(id, &message).await? {
            Some(version) => Wish::WasDone(version),
            None => self.room.wish(id, message, self.app.now())?,
        };
        self.grant(id, numbered, wish).await
    }

    async fn grant(&mut self, id: ConnectionId, numbered: Option<Numbered>, wish: Wish) -> Result<(), Refused> {
        let mut version = None;
        let mut tells = Vec::new();
        match wish {
            Wish::Append(batch) => tells = self.append(&batch).await?,
            Wish::WasDone(reached) => version = Some(reached),
            Wish::Nothing => {}
            Wish::Uncover(seat) => tells.push(self.room.uncover(id, seat, self.app.now())),
            Wish::Rematch(seat, again) => tells = Box::pin(self.rematch(seat, again)).await?,
            Wish::Say(seat, say) => {
                let kept = Box::pin(self.say(Some(id), seat, say, self.asked(id, numbered))).await?;
                (tells, version) = apart(kept);
            }
            Wish::Ally(seat, step) => {
                let kept = Box::pin(self.ally(seat, step, self.asked(id, numbered))).await?;
                (tells, version) = apart(kept);
            }
            Wish::Cancel(seat) => {
                let seat = self.room.info().seat_name(seat);
                Box::pin(self.cancel(Some(seat))).await.map_err(|no| no.0)?;
            }
            Wish::Pong(n) => tells.push(Tell { to: vec![id], message: ToClient::Pong { n } }),
        }
        if let Some(numbered) = numbered {
            let version = version.unwrap_or_else(|| self.room.version());
            if numbered.deed {
                self.room.remember(id, numbered, Ok(version));
            }
            let message = ToClient::Done { ack: numbered.ack, version };
            self.tell(vec![Tell { to: vec![id], message }]);
        }
        self.tell(tells);
        Ok(())
    }

    /// Appends events and lets them happen. Whoever asked for them is answered after they are on the disk.
    pub(crate) async fn append(&mut self, batch: &Batch) -> Result<Vec<Tell>, Refused> {
        let events: Vec<NewEvent> =
            batch.events.iter().map(|(text, by)| NewEvent { text: text.clone(), by: (*by).to_owned() }).collect();
        let (expected, number, asked) = (self.room.version(), events.len() as u64, Instant::now());
        let appended = match &batch.ended {
            None => self.app.store.append_and_wake(&self.id, expected, events, self.wake_after()).await,
            Some(ended) => self.app.store.append_end(&self.id, expected, events, ended.clone()).await,
        };
        match appended {
            Ok(appended) => {
                self.app.metrics.events.fetch_add(number, Ordering::Relaxed);
                self.app.metrics.durable.observe(asked.elapsed());
                self.app.bus.tell(Notice::Reached { table: self.id.clone(), seq: appended.seq });
                self.ended(batch).await;
                self.room.commit(batch, appended.at.0).map_err(|broken| ApiError::trouble(&broken).0)
            }
            Err(StoreError::Conflict) => {
                Box::pin(self.catch_up()).await?;
                self.overtaken = true;
                Err(refused(Code::Stale, "somebody else was first"))
            }
            Err(error) => Err(ApiError::from(error).0),
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
        let forget = self.forget_at(idle_since).unwrap_or_else(|| Instant::now() + LONG);
        let wake = self.flag_falls().map_or(forget, |falls| falls.min(forget));
        self.resting.filter(|_| self.is_resting()).unwrap_or(wake)
    }

    fn flag_falls(&self) -> Option<Instant> {
        let falls = self.room.flag_falls()? - self.app.now();
        Some(Instant::now() + Duration::from_millis(falls.max(0) as u64).min(LONG))
    }

    /// When the table may be forgotten: not while a client is connected here or a computer player thinks.
    fn forget_at(&self, idle_since: Instant) -> Option<Instant> {
        let needed = !self.room.is_deserted() || self.thinking.is_some();
        (!needed).then(|| idle_since + self.app.config.idle)
    }

    /// Leaves the registry unless something is on its way in. If a clock runs, the table is opened again when its flag
    /// falls: the store knows the deadline.
    fn forget(&self, inputs: &mpsc::Receiver<Box<Input>>) -> bool {
        let mut rooms = self.app.lock_rooms();
        if !inputs.is_empty() {
            return false;
        }
        rooms.remove(&self.id);
        self.app.attendance.note(&self.id, false);
        self.take_leave();
        true
    }
}

async fn read(app: &App, id: &TableId) -> Result<(store::Table, Room), ApiError> {
    let stored = app.store.table(id).await?;
    let state = table_state(&app.store, &stored).await?;
    let events = app.store.events(id, 1).await?;
    let events: Vec<Stamped> = events.into_iter().map(|event| Stamped { text: event.text, at: event.at.0 }).collect();
    let mut room =
        Room::open(state, &events, draw_of(&stored), app.now()).map_err(|broken| ApiError::trouble(&broken))?;
    let talk = app.store.talk(id, RECALLED).await?.into_iter().map(told).collect();
    let alliances = app.store.alliances(id).await?.into_iter().map(alliance).collect();
    room.recall(talk, alliances, app.store.mutes(id).await?);
    if room.game().end().is_some() {
        room.set_wishes(app.store.rematch_wishes(id).await?);
    }
    Ok((stored, room))
}
