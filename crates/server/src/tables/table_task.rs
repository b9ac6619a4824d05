//! The task of a live table: it holds the table's state machine, appends its events, and sends its messages. Inputs
//! are handled one at a time, so nothing needs a lock.

use std::collections::HashMap;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use menagerie_bus::{NodeId, Notice};
use menagerie_game::Seat;
use menagerie_store as store;
use menagerie_store::{NewEvent, Stage, StoreError, TableId};
use menagerie_table::{ConnectionId, Delivery, EventBatch, LiveTable, StampedEvent, Subscription};
use menagerie_wire::Code;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use crate::app::App;
use crate::error::ServerError;
use crate::limits::limit_log::Limit;
use crate::mailbox::input::{Input, Outbox, text_of};
use crate::records::stored::ToStored;
use crate::tables::chat::{alliance_entry, chat_message};
use crate::tables::computer_seats::Thinking;
use crate::tables::load::{beside_the_log, draw_of, table_info, versions_of};
use crate::tables::table_log::log_end;

/// Chat messages in memory per channel.
pub(crate) const RECALLED: u32 = 100;
/// The longest sleep of an idle task.
const LONG: Duration = Duration::from_hours(1);

/// A table in memory.
pub(crate) struct TableTask {
    pub(crate) app: Arc<App>,
    pub(crate) id: TableId,
    pub(crate) stored: store::Table,
    pub(crate) room: LiveTable,
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
    pub(crate) compared: Option<store::TableVersions>,
    /// The other nodes that hold the table: they are told what happens here.
    pub(crate) holders: Arc<[NodeId]>,
    /// Who is connected here, as the other nodes know it.
    pub(crate) mentioned: (Vec<Seat>, u32),
    /// Whether this node renews the lease of the waiting table.
    pub(crate) attended: bool,
}

impl TableTask {
    /// Reads a table and its log.
    pub(crate) async fn load(app: Arc<App>, id: TableId) -> Result<Self, ServerError> {
        // The versions come first: what changes while the rest is read differs from them at the next comparison. Without
        // them the first comparison would read every table in memory again, all at the same moment.
        let compared = if app.bus.is_alone() { None } else { versions_of(&app.store, &id).await?.map(beside_the_log) };
        let (stored, room) = read(&app, &id).await?;
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
            compared,
            holders: Arc::default(),
            mentioned: (Vec::new(), 0),
            attended: false,
        })
    }

    /// Runs until nobody needs the table. What it may wait for at work is in boxes, for most tables are idle: one in memory is
    /// as large as the largest thing it may wait for.
    pub(crate) async fn run(mut self, mut inputs: mpsc::Receiver<Box<Input>>) {
        let mut closing = self.app.closing();
        let mut idle_since = Instant::now();
        // From here on the task gets what other nodes say about the table.
        self.announce();
        self.settle().await;
        Box::pin(self.finish_rematch()).await;
        let mut alarm = pin!(sleep_until(self.wake(idle_since)));
        while !*closing.borrow() {
            // The timer is reset when it fires, not with each input: waking too early is cheap.
            let wake = self.wake(idle_since);
            if wake < alarm.deadline() || alarm.is_elapsed() {
                alarm.as_mut().reset(wake);
            }
            tokio::select! {
                biased;
                input = inputs.recv() => {
                    let Some(input) = input else { break };
                    // A table that only other nodes use leaves memory here.
                    let is_used_here = !matches!(*input, Input::Cluster(_));
                    Box::pin(self.take(*input)).await;
                    if is_used_here {
                        idle_since = Instant::now();
                    }
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
        // Without its database a node still answers over HTTP with what it knows.
        if input.is_read()
            && let Err(error) = self.read_store().await
        {
            tracing::debug!(table = %self.id, cause = error.refused.error, "cannot read the store");
        }
        match input {
            Input::Subscribe { id, hello, outbox, answer } => {
                let greeted = Box::pin(self.subscribe(id, &hello, outbox)).await;
                let _ = answer.send(greeted.map(|deliveries| {
                    self.deliver(deliveries);
                    self.room.accounts_of(id)
                }));
            }
            Input::Message { id, message } => self.message(id, message).await,
            Input::Disconnected { id } => {
                self.outboxes.remove(&id);
                let deliveries = self.room.disconnect(id, now);
                self.deliver(deliveries);
            }
            Input::Join { join, account, answer } => {
                let seated = Box::pin(self.join(join, account)).await;
                let _ = answer.send(seated);
            }
            Input::Bot { account, request, answer } => {
                let _ = answer.send(Box::pin(self.bot_request(&account, &request)).await);
            }
            Input::GetTable { answer, .. } => {
                let _ = answer.send(self.room.shown_table(now));
            }
            Input::EngineProgress { seat, version, thought } => self.engine_progress(seat, version, thought),
            Input::EngineMove { seat, version, reply } => Box::pin(self.engine_move(seat, version, reply)).await,
            Input::Mute { token, speaker, muted, answer } => {
                let _ = answer.send(Box::pin(self.mute(token, &speaker, muted)).await);
            }
            Input::Report { report, answer } => {
                let _ = answer.send(Box::pin(self.report(report)).await);
            }
            Input::GetPast { token, account, answer } => {
                let _ = answer.send(self.past(token, account.as_deref()));
            }
            Input::GetView { token, account, answer } => {
                let _ = answer.send(self.view(token, account.as_deref()));
            }
            Input::GetChat { account, answer } => {
                let _ = answer.send(self.chat_for_account(&account));
            }
            Input::Abort { account, answer } => {
                let _ = answer.send(Box::pin(self.abort(&account)).await);
            }
            Input::Cancel { token, account, answer } => {
                let seat = self.seat_name_of(token, account.as_deref());
                let _ = answer.send(Box::pin(self.cancel(seat)).await);
            }
            Input::Admin { command, answer } => {
                let _ = answer.send(Box::pin(self.administer(command)).await);
            }
            Input::Cluster(news) => Box::pin(self.on_cluster_event(news)).await,
        }
    }

    async fn subscribe(
        &mut self,
        id: ConnectionId,
        hello: &Subscription,
        outbox: Outbox,
    ) -> Result<Vec<Delivery>, ServerError> {
        if self.room.connection_count() >= self.app.config.limits.connections_per_table {
            if let Some(from) = hello.from {
                self.app.rate_limits.limit_log.hit(Limit::Watchers, from.into());
            }
            return Err(ServerError::new(Code::TooFast, "too many people look at this table"));
        }
        // A client that has lost its connection may have seen more at another node: this one refuses it while it cannot
        // read the store.
        self.read_store().await?;
        self.check_bans(&hello.tokens)?;
        let mut connected = self.room.connect(id, hello, self.app.now());
        if connected.is_err() && self.was_behind().await {
            connected = self.room.connect(id, hello, self.app.now());
        }
        let deliveries = connected?;
        self.outboxes.insert(id, outbox);
        Ok(deliveries)
    }

    /// Appends events and applies them. The client is answered after they are durable.
    pub(crate) async fn append(&mut self, batch: &EventBatch) -> Result<Vec<Delivery>, ServerError> {
        let events: Vec<NewEvent> =
            batch.events.iter().map(|(text, by)| NewEvent { text: text.clone(), by: (*by).to_owned() }).collect();
        let (expected, number, asked) = (self.room.version(), events.len() as u64, Instant::now());
        let appended = match &batch.ended {
            None => self.app.store.append_with_deadline(&self.id, expected, events, self.wake_after()).await,
            Some(ended) => self.app.store.append_end(&self.id, expected, events, ended.to_stored()).await,
        };
        match appended {
            Ok(appended) => {
                self.app.metrics.events.fetch_add(number, Ordering::Relaxed);
                self.app.metrics.durable.observe(asked.elapsed());
                let events = self.carried(batch, appended.at);
                let reached = Notice::Reached { table: self.id.clone(), seq: appended.seq, events };
                self.app.bus.publish_to(&self.holders, reached);
                self.ended(batch).await;
                self.room.commit(batch, appended.at.0).map_err(|broken| ServerError::trouble(&broken))
            }
            Err(StoreError::Conflict) => {
                Box::pin(self.catch_up()).await?;
                self.overtaken = true;
                Err(ServerError::new(Code::Stale, "another command was first"))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// The match is over: what follows from that.
    async fn ended(&mut self, batch: &EventBatch) {
        let Some(ended) = batch.ended.as_ref().map(ToStored::to_stored) else { return };
        self.stored.stage = Stage::Over;
        // The store counts the end as a change of the table.
        self.stored.revision += 1;
        self.stored.result = Some(ended.clone());
        log_end(&self.stored, &ended);
        if let Err(cause) = Box::pin(self.app.rate(&self.stored, &ended)).await {
            tracing::error!(table = %self.id, %cause, "a match is rated later");
        }
        self.app.publish_game_event(&self.stored, "gameFinish");
    }

    /// Another node has written to this table: loads it again and sends snapshots.
    pub(crate) async fn reload(&mut self) -> Result<(), ServerError> {
        let (stored, mut room) = Box::pin(read(&self.app, &self.id)).await?;
        let deliveries = room.take_over(&mut self.room, self.app.now());
        self.stored = stored;
        self.room = room;
        self.deliver(deliveries);
        Ok(())
    }

    /// Appends the events that are due without a command.
    pub(crate) async fn settle(&mut self) {
        while !self.is_resting()
            && let Some(batch) = self.due().await
        {
            match Box::pin(self.append(&batch)).await {
                Ok(deliveries) => self.deliver(deliveries),
                Err(error) => {
                    if !error.is_logged() {
                        tracing::warn!(table = %self.id, cause = error.refused.error, "what is due could not be appended");
                    }
                    self.rest();
                    return;
                }
            }
        }
        if self.is_first_action_overdue() {
            Box::pin(self.abort_overdue()).await;
        }
        self.let_computers_think();
    }

    /// Sends messages; a connection that does not read them is cut off.
    pub(crate) fn deliver(&mut self, deliveries: Vec<Delivery>) {
        for Delivery { to, message } in deliveries {
            let Some(text) = text_of(&message) else { continue };
            for id in to {
                let sent = self.outboxes.get(&id).is_none_or(|outbox| outbox.try_send(text.clone()).is_ok());
                if !sent {
                    self.outboxes.remove(&id);
                }
            }
        }
    }

    /// When to look again although nothing came in: a deadline passes, a deserted table is to be forgotten, or a rest is over.
    fn wake(&self, idle_since: Instant) -> Instant {
        let forget = self.forget_at(idle_since).unwrap_or_else(|| Instant::now() + LONG);
        let wake = self.deadline().map_or(forget, |due| due.min(forget));
        self.resting.filter(|_| self.is_resting()).unwrap_or(wake)
    }

    fn deadline(&self) -> Option<Instant> {
        let left = self.room.next_deadline()? - self.app.now();
        Some(Instant::now() + Duration::from_millis(left.max(0) as u64).min(LONG))
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

async fn read(app: &App, id: &TableId) -> Result<(store::Table, LiveTable), ServerError> {
    let stored = app.store.table(id).await?;
    let state = table_info(&app.store, &stored).await?;
    let events = app.store.events(id, 1).await?;
    let events: Vec<StampedEvent> =
        events.into_iter().map(|event| StampedEvent { text: event.text, at: event.at.0 }).collect();
    let mut room =
        LiveTable::open(state, &events, draw_of(&stored), app.now()).map_err(|broken| ServerError::trouble(&broken))?;
    let talk = app.store.chat_messages(id, RECALLED).await?.into_iter().map(chat_message).collect();
    let alliances = app.store.alliance_steps(id).await?.into_iter().map(alliance_entry).collect();
    room.load_chat(talk, alliances, app.store.mutes(id).await?);
    if room.game().end().is_some() {
        room.set_rematch_votes(app.store.rematch_votes(id).await?);
    }
    Ok((stored, room))
}
