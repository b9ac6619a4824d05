//! Replication: a node with the table in memory applies the events that other nodes appended, and tells them who is
//! connected here (presence).
//!
//! Only the holders of a table, the nodes that have it in memory, are told what happens at it. A node that opens a table
//! announces itself and its last event to all nodes, and each holder answers with its own last event. The node that is behind
//! reads the store. So an event that a node appends before it knows of another holder reaches that holder too.

use std::sync::atomic::Ordering;
use std::time::Duration;

use menagerie_bus::{CarriedEvent, NodeId, Notice};
use menagerie_store as store;
use menagerie_store::{Millis, Stage, TableVersions};
use menagerie_table::{Command, Delivery, EventBatch, RemotePresence, StampedEvent};
use menagerie_wire::Code;
use menagerie_wire::table;
use tokio::time::Instant;

use crate::error::ServerError;
use crate::mailbox::cluster_event::ClusterEvent;
use crate::tables::chat::{alliance_entry, chat_message};
use crate::tables::load::{beside_the_log, draw_of, table_info, versions_of};
use crate::tables::table_task::{RECALLED, TableTask};

/// The grace period of a deadline, in milliseconds. The node that holds the table handles the flag itself; other nodes
/// wait this much longer.
const SLACK: i64 = 2_000;
/// The deadline of a computer player's move, in milliseconds. After it another node takes over.
const THINKING: i64 = 10_000;
/// The most bytes of event texts in a notice. The bus drops a notice that is too long for `PostgreSQL`'s `NOTIFY`.
const MAX_CARRIED_BYTES: usize = 1_000;
/// The backoff after a failure.
const BACKOFF: Duration = Duration::from_secs(1);

impl TableTask {
    /// Handles news from another node.
    pub(crate) async fn on_cluster_event(&mut self, news: ClusterEvent) {
        let done = match news {
            ClusterEvent::Reached { seq, events } => self.on_reached(seq, events).await,
            ClusterEvent::Changed => self.refresh().await.map(|_| ()),
            ClusterEvent::StoreState(standing) => self.compare_with_store(standing).await,
            ClusterEvent::Announce => {
                self.announce();
                self.send_presence();
                Ok(())
            }
            ClusterEvent::PresenceQuery { node, seq } => self.on_presence_query(node, seq).await,
            ClusterEvent::Presence { node, seats, watching, seq } => {
                self.set_remote_presence(&node, &seats, watching);
                self.on_presence(&node, seq).await
            }
            ClusterEvent::NodeLost(node) => {
                self.set_remote_presence(&node, &[], 0);
                self.set_holder(&node, false);
                Ok(())
            }
            ClusterEvent::Deadline => self.handle_deadline().await,
        };
        if let Err(error) = done {
            tracing::warn!(table = %self.id, cause = error.refused.error, "cannot apply the changes of another node yet");
        }
    }

    /// The log has reached event `seq`. Events that directly follow those here are applied as the bus carried them; after
    /// a gap the store is read.
    async fn on_reached(&mut self, seq: u32, events: Vec<CarriedEvent>) -> Result<(), ServerError> {
        if seq <= self.room.version() {
            return Ok(());
        }
        let follows = !events.is_empty() && seq.checked_sub(events.len() as u32) == Some(self.room.version());
        if !follows || self.room.table().stage != table::Stage::Playing {
            return self.catch_up().await;
        }
        self.app.metrics.events_from_bus.fetch_add(events.len() as u64, Ordering::Relaxed);
        let stamped = |event: CarriedEvent| StampedEvent { text: event.text, at: event.at };
        self.apply_remote(&events.into_iter().map(stamped).collect::<Vec<_>>()).await
    }

    /// The events of an append for the bus: none in a game with hidden information, whose events stay in the store, and
    /// none if they are too long for a notice.
    pub(crate) fn carried(&self, batch: &EventBatch, at: Millis) -> Vec<CarriedEvent> {
        let length: usize = batch.events.iter().map(|(text, _)| text.len()).sum();
        if self.app.bus.is_alone() || self.room.info().hidden || length > MAX_CARRIED_BYTES {
            return Vec::new();
        }
        batch.events.iter().map(|(text, _)| CarriedEvent { text: text.clone(), at: at.0 }).collect()
    }

    /// Reads the events that other nodes appended, applies them and sends them to the connections here.
    pub(crate) async fn catch_up(&mut self) -> Result<(), ServerError> {
        let from = self.room.version() + 1;
        let events = self.app.store.events(&self.id, from).await?;
        if events.is_empty() {
            return Ok(());
        }
        if self.room.table().stage == table::Stage::Waiting {
            self.refresh().await?;
        }
        self.app.metrics.events_from_store.fetch_add(events.len() as u64, Ordering::Relaxed);
        let stamped = |event: store::Event| StampedEvent { text: event.text, at: event.at.0 };
        self.apply_remote(&events.into_iter().map(stamped).collect::<Vec<_>>()).await
    }

    /// Applies events that other nodes appended, and sends them to the connections here.
    async fn apply_remote(&mut self, events: &[StampedEvent]) -> Result<(), ServerError> {
        match self.room.apply_stored(events) {
            Ok(deliveries) => self.send_missed(deliveries),
            Err(cause) => {
                tracing::warn!(table = %self.id, %cause, "the log does not fit; loading the table again");
                return self.reload().await;
            }
        }
        self.sync_result().await
    }

    /// If another node ended the match, updates the table, and rates the match in case that node died first.
    async fn sync_result(&mut self) -> Result<(), ServerError> {
        if self.room.game().end().is_none() || self.stored.stage == Stage::Over {
            return Ok(());
        }
        // The end changes the table's row and nothing else.
        let table = self.app.store.table(&self.id).await?;
        self.apply_table_row(table).await?;
        if let Some(ended) = &self.stored.result {
            self.app.rate(&self.stored, ended).await?;
        }
        Ok(())
    }

    /// Reads chat, alliances, mutes and the table's row again, and sends changes to clients. Returns whether the table
    /// or its alliances changed.
    pub(crate) async fn refresh(&mut self) -> Result<bool, ServerError> {
        let store = self.app.store.clone();
        let talk = store.chat_messages(&self.id, RECALLED).await?.into_iter().map(chat_message).collect();
        let alliances = store.alliance_steps(&self.id).await?.into_iter().map(alliance_entry).collect();
        let mutes = store.mutes(&self.id).await?;
        let table = store.table(&self.id).await?;
        let changed = table.revision != self.stored.revision || table.rematch != self.stored.rematch;
        if changed {
            self.apply_table_row(table).await?;
        }
        self.room.set_mutes(mutes);
        let mut deliveries = self.room.sync_chat(talk, self.app.now());
        let steps = self.room.sync_alliances(alliances);
        let news = changed || !steps.is_empty();
        deliveries.extend(steps);
        self.send_missed(deliveries);
        if self.room.game().end().is_some() {
            let votes = store.rematch_votes(&self.id).await?;
            let deliveries = Box::pin(self.set_rematch_votes(votes)).await?;
            self.deliver(deliveries);
        }
        Ok(news)
    }

    /// Sends what happened at other nodes, condensed so that a client's outgoing queue does not overflow.
    fn send_missed(&mut self, deliveries: Vec<Delivery>) {
        let deliveries = self.room.collapse_backlog(deliveries, self.app.now());
        self.deliver(deliveries);
    }

    /// Applies a change of the table's row: a player joined, the match began or ended, an operator closed the table.
    async fn apply_table_row(&mut self, table: store::Table) -> Result<(), ServerError> {
        let now = self.app.now();
        let begins = self.stored.stage == Stage::Waiting && table.stage != Stage::Waiting;
        let state = table_info(&self.app.store, &table).await?;
        let draw = draw_of(&table);
        self.stored = table;
        // In a running match only the log moves the clocks.
        if self.stored.stage != Stage::Playing || self.room.version() == 0 {
            self.room.update_seats(state, draw, now);
        }
        let deliveries = if begins { self.room.broadcast_snapshot(now) } else { self.room.broadcast_table(now) };
        self.deliver(deliveries);
        Ok(())
    }

    /// Before a client reads the table: what another client knows from another node is applied here first, also if its
    /// notice was lost.
    pub(crate) async fn read_store(&mut self) -> Result<(), ServerError> {
        if self.app.bus.is_alone() {
            return Ok(());
        }
        match versions_of(&self.app.store, &self.id).await? {
            Some(standing) => Box::pin(self.compare_with_store(standing)).await,
            None => Ok(()),
        }
    }

    /// Compares with the store's state, because a notice may have been lost.
    async fn compare_with_store(&mut self, standing: TableVersions) -> Result<(), ServerError> {
        if standing.seq > self.room.version() {
            self.catch_up().await?;
            // The node that appended these events does not know that this one holds the table.
            self.announce();
        }
        let beside = Some(beside_the_log(standing));
        if self.compared != beside {
            self.refresh().await?;
            self.compared = beside;
        }
        Ok(())
    }

    /// Reads the store again after a refusal. Returns whether this node was behind, so that the refused command is
    /// worth a retry.
    pub(crate) async fn was_behind(&mut self) -> bool {
        if self.app.bus.is_alone() {
            return false;
        }
        let (version, overtaken) = (self.room.version(), std::mem::take(&mut self.overtaken));
        if let Err(error) = Box::pin(self.catch_up()).await {
            tracing::debug!(table = %self.id, cause = error.refused.error, "cannot read the store");
            return overtaken;
        }
        overtaken || self.room.version() > version || Box::pin(self.refresh()).await.unwrap_or(false)
    }

    /// Refuses a claim while the bus is down: the node cannot know whether the seat is connected at another node.
    pub(crate) fn check_reach(&self, command: &Command) -> Result<(), ServerError> {
        if matches!(command, Command::ClaimGone { .. }) && !self.app.bus.is_up() {
            return Err(ServerError::new(
                Code::NotNow,
                "that seat may be connected to another node, which cannot be checked now; try again later",
            ));
        }
        Ok(())
    }

    /// What is due by the database's clock, which may differ from this machine's.
    pub(crate) async fn due(&mut self) -> Option<EventBatch> {
        let due = self.room.due(self.app.now())?;
        if self.app.bus.is_alone() {
            return Some(due);
        }
        let Ok(now) = Box::pin(self.app.ask_time()).await else {
            self.rest();
            return None;
        };
        self.room.due(now)
    }

    /// Begins the backoff after a failure.
    pub(crate) fn rest(&mut self) {
        self.resting = Some(Instant::now() + BACKOFF);
    }

    pub(crate) fn is_resting(&self) -> bool {
        self.resting.is_some_and(|until| Instant::now() < until)
    }

    /// Tells the other nodes that data outside the log changed.
    pub(crate) fn changed(&self) {
        self.app.bus.publish_to(&self.holders, Notice::Changed { table: self.id.clone() });
    }

    /// Tells all nodes that this one holds the table. Those that hold it too answer.
    pub(crate) fn announce(&self) {
        if !self.app.bus.is_alone() {
            self.app.bus.publish(Notice::PresenceRequest { table: self.id.clone(), seq: Some(self.room.version()) });
        }
    }

    /// A node that holds the table asks who is connected here.
    async fn on_presence_query(&mut self, node: NodeId, seq: Option<u32>) -> Result<(), ServerError> {
        match seq {
            Some(_) => self.send_presence_to(&node),
            // A node of an earlier version, which hears what is sent to all.
            None => self.send_presence(),
        }
        self.set_holder(&node, seq.is_some());
        self.compare_with_holder(&node, seq).await
    }

    /// Who is connected at another node that holds the table up to event `seq`, or does not hold it any more.
    async fn on_presence(&mut self, node: &NodeId, seq: Option<u32>) -> Result<(), ServerError> {
        // What was said here before this node knew of the other one did not reach it.
        if self.set_holder(node, seq.is_some()) && seq.is_some() {
            self.send_presence_to(node);
        }
        self.compare_with_holder(node, seq).await
    }

    /// The node that is behind reads the store.
    async fn compare_with_holder(&mut self, node: &NodeId, seq: Option<u32>) -> Result<(), ServerError> {
        let (Some(seq), version) = (seq, self.room.version()) else { return Ok(()) };
        if seq < version {
            let reached = Notice::Reached { table: self.id.clone(), seq: version, events: Vec::new() };
            self.app.bus.publish_to(&[node.clone()].into(), reached);
        }
        if seq > version { self.catch_up().await } else { Ok(()) }
    }

    /// Returns whether that changed anything.
    fn set_holder(&mut self, node: &NodeId, holds: bool) -> bool {
        let changes = self.holders.contains(node) != holds;
        if changes {
            let others = self.holders.iter().filter(|other| *other != node).cloned();
            self.holders = others.chain(holds.then(|| node.clone())).collect();
        }
        changes
    }

    /// Tells the other nodes who is connected here, if it changed.
    pub(crate) fn mention_who_is_here(&mut self) {
        if !self.app.bus.is_alone() && self.mentioned != self.room.connected() {
            self.send_presence();
        }
    }

    fn send_presence(&mut self) {
        let nobody = (Vec::new(), 0);
        let connected = self.room.connected();
        if connected != nobody || self.mentioned != nobody {
            self.app.bus.publish_to(&self.holders, self.presence());
        }
        self.mentioned = connected;
    }

    fn send_presence_to(&self, node: &NodeId) {
        self.app.bus.publish_to(&[node.clone()].into(), self.presence());
    }

    fn presence(&self) -> Notice {
        let (seats, watching) = self.room.connected();
        let seats = seats.iter().map(|&seat| self.room.info().seat_name(seat).to_owned()).collect();
        Notice::Presence { table: self.id.clone(), seats, watching, seq: Some(self.room.version()) }
    }

    /// Tells the other holders that the table leaves memory here, and that nobody is connected here any more.
    pub(crate) fn take_leave(&self) {
        if self.mentioned != (Vec::new(), 0) || !self.holders.is_empty() {
            let left = Notice::Presence { table: self.id.clone(), seats: Vec::new(), watching: 0, seq: None };
            self.app.bus.publish_to(&self.holders, left);
        }
    }

    fn set_remote_presence(&mut self, node: &NodeId, seats: &[String], watching: u32) {
        let seats = seats.iter().filter_map(|name| self.room.info().seat_named(name)).collect();
        let deliveries =
            self.room.set_remote_presence(node.as_str(), RemotePresence { seats, watching }, self.app.now());
        self.deliver(deliveries);
    }

    /// The table's deadline, in milliseconds after the next event. Another node opens the table if nothing is appended
    /// until then.
    pub(crate) fn wake_after(&self) -> Option<i64> {
        let now = self.app.now();
        let left = self.room.seats().iter().filter_map(|seat| self.room.time_left(seat, now)).min();
        let computers = self.room.seats().iter().any(|seat| self.room.table().computer(seat).is_some());
        // A game between computers runs only while a spectator has the table open.
        let computers = computers && self.room.has_people();
        let first = self.room.first_action_due().map(|due| due - now);
        let left = left.into_iter().chain(first).min();
        left.map(|left| left.max(0) + self.slack()).into_iter().chain(computers.then_some(THINKING)).min()
    }

    /// How long after its deadline a table is taken over.
    fn slack(&self) -> i64 {
        if self.app.bus.is_alone() { 0 } else { SLACK }
    }

    /// The table's deadline has passed: does what is due and stores the next deadline.
    async fn handle_deadline(&mut self) -> Result<(), ServerError> {
        self.catch_up().await?;
        self.settle().await;
        let thinks = self.room.acting().is_some_and(|seat| self.room.table().computer(seat).is_some());
        let thinks = thinks && !self.is_paused();
        let due = self.room.next_deadline().map(|due| due + self.slack());
        let next = due.into_iter().chain(thinks.then(|| self.app.now() + THINKING)).min();
        Ok(self.app.store.set_deadline(&self.id, next.map(Millis)).await?)
    }
}
