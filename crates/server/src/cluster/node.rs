//! One node of a cluster: listens to the bus, polls the store in case a notice was lost, and takes over tables whose
//! deadline has passed.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use menagerie_bus::{BusEvent, NodeId, Notice};
use menagerie_store as store;
use menagerie_store::{AccountId, Millis, Stage, TableId, TimeControl};
use serde_json::Value;
use tokio::time::{Instant, sleep};

use crate::app::App;
use crate::cluster::limit_sharing::share_limits;
use crate::mailbox::cluster_event::ClusterEvent;
use crate::mailbox::input::Input;

/// The polling interval of the store: long while the bus is up, short while it is down.
const POLL: Duration = Duration::from_secs(10);
const POLL_WITHOUT_BUS: Duration = Duration::from_secs(1);
/// Tables per query.
const TABLES_AT_ONCE: usize = 500;
/// The polling interval for overdue tables.
const SWEEP: Duration = Duration::from_secs(1);
/// The lease on an overdue table, in milliseconds. If the node that took it dies too, another node takes it after this
/// time.
const SWEEP_AGAIN: i64 = 5_000;
const SWEPT_AT_ONCE: u32 = 50;
/// The first deadline of a new match, in milliseconds after its start.
const FIRST_LOOK: i64 = 3_000;
/// The polling interval of the database's clock.
const CLOCK_POLL: Duration = Duration::from_secs(10);

/// The background tasks of a node, until aborted. A single server only opens overdue tables.
pub(crate) async fn run_node(app: Arc<App>) {
    if app.bus.is_alone() {
        return sweep(&app).await;
    }
    tokio::join!(listen_to_bus(&app), poll_changes(&app), sweep(&app), sync_clock(&app), share_limits(&app));
}

/// Handles what the bus delivers.
async fn listen_to_bus(app: &Arc<App>) {
    let taken = app.news.lock().unwrap_or_else(PoisonError::into_inner).take();
    let mut listener = taken.unwrap_or_else(|| app.bus.listen());
    while let Some(heard) = listener.next().await {
        match heard {
            BusEvent::Notice(from, notice) => app.handle_notice(from, notice).await,
            BusEvent::NodeJoined(node) => {
                tracing::info!(node = node.as_str(), "node or worker joined");
                app.send_to_all_tables(&ClusterEvent::Announce);
            }
            BusEvent::NodeLost(node) => {
                tracing::info!(node = node.as_str(), "node or worker left");
                app.send_to_all_tables(&ClusterEvent::NodeLost(node));
            }
            BusEvent::Up => {
                tracing::info!("bus connected");
                app.resync().await;
            }
            BusEvent::Down => {}
        }
    }
}

/// Whether to poll the store this long after the last poll. The bus may have gone down since.
fn is_poll_due(bus_is_up: bool, waited: Duration) -> bool {
    waited >= if bus_is_up { POLL } else { POLL_WITHOUT_BUS }
}

/// Compares tables in memory with the store, because a notice may have been lost.
async fn poll_changes(app: &Arc<App>) {
    let mut polled = Instant::now();
    loop {
        sleep(POLL_WITHOUT_BUS).await;
        if !is_poll_due(app.bus.is_up(), polled.elapsed()) {
            continue;
        }
        polled = Instant::now();
        let tables: Vec<TableId> = app.lock_rooms().keys().cloned().collect();
        for tables in tables.chunks(TABLES_AT_ONCE) {
            match app.store.table_versions(tables).await {
                Ok(standings) => {
                    for (table, standing) in standings {
                        app.send_to_table(&table, ClusterEvent::StoreState(standing));
                    }
                }
                Err(cause) => tracing::warn!(%cause, "cannot poll the store for changes of tables"),
            }
        }
    }
}

/// Opens tables whose deadline has passed: they left memory, the server restarted, or their node died.
async fn sweep(app: &Arc<App>) {
    loop {
        match app.store.take_due(SWEEP_AGAIN, SWEPT_AT_ONCE).await {
            Ok(tables) => {
                let more = tables.len() == SWEPT_AT_ONCE as usize;
                for table in tables {
                    if *app.closing().borrow() {
                        return;
                    }
                    match app.room(&table).await {
                        Ok(room) => drop(room.send(Input::Cluster(ClusterEvent::Deadline)).await),
                        Err(no) => tracing::warn!(%table, cause = no.refused.error, "cannot open a table"),
                    }
                }
                if more {
                    continue;
                }
            }
            Err(cause) => tracing::warn!(%cause, "cannot poll the store for overdue tables"),
        }
        sleep(SWEEP).await;
    }
}

async fn sync_clock(app: &Arc<App>) {
    loop {
        sleep(CLOCK_POLL).await;
        if let Err(cause) = app.ask_time().await {
            tracing::warn!(%cause, "cannot read the database's clock");
        }
    }
}

impl App {
    async fn handle_notice(self: &Arc<Self>, from: NodeId, notice: Notice) {
        match notice {
            Notice::Reached { table, seq, events } => {
                self.send_to_table(&table, ClusterEvent::Reached { seq, events });
            }
            Notice::Changed { table } => self.send_to_table(&table, ClusterEvent::Changed),
            Notice::PresenceRequest { table, seq } => {
                self.send_to_table(&table, ClusterEvent::PresenceQuery { node: from, seq });
            }
            Notice::Presence { table, seats, watching, seq } => {
                self.send_to_table(&table, ClusterEvent::Presence { node: from, seats, watching, seq });
            }
            Notice::Account { account, event } => self.handle_account_event(account, &event),
            Notice::Bans => self.reload_bans().await,
            Notice::Spent { limit, by } => self.charge_spent(&limit, &by),
            Notice::SignIn { account, address, stranger, succeeded } => {
                self.charge_sign_in(&account, &address, stranger, succeeded);
            }
            Notice::JobProgress { job, requester, progress } if requester == *self.bus.node() => {
                self.pending_jobs.notify(&job, serde_json::from_value(progress).ok());
            }
            Notice::JobFinished { job, requester } if requester == *self.bus.node() => {
                self.pending_jobs.notify(&job, None);
            }
            Notice::Heartbeat
            | Notice::Leaving
            | Notice::JobWaiting
            | Notice::JobProgress { .. }
            | Notice::JobFinished { .. } => {}
        }
    }

    /// An account's event from another node. If it is the start of a match, the account's seek here ends.
    fn handle_account_event(&self, account: AccountId, event: &Value) {
        let begun = event["game"]["id"].as_str().filter(|_| event["type"] == "gameStart");
        if let Some(table) = begun.and_then(|id| id.parse().ok()) {
            self.seeks.met(&table);
        }
        self.event_hub.tell(account, event);
    }

    /// The bus reconnected: notices may have been lost, so everything is read again.
    async fn resync(&self) {
        self.reload_bans().await;
        let reached = ClusterEvent::Reached { seq: u32::MAX, events: Vec::new() };
        for news in [ClusterEvent::Announce, reached, ClusterEvent::Changed] {
            self.send_to_all_tables(&news);
        }
    }

    async fn reload_bans(&self) {
        if let Err(cause) = self.read_bans().await {
            tracing::warn!(%cause, "cannot read the bans");
        }
    }

    fn send_to_all_tables(&self, news: &ClusterEvent) {
        let rooms: Vec<_> = self.lock_rooms().values().cloned().collect();
        for room in rooms {
            // If the mailbox is full the table polls the store soon anyway.
            let _ = room.try_send(Input::Cluster(news.clone()));
        }
    }

    /// Sends news to a table in memory. A table that is not in memory reads everything when it is opened.
    pub(crate) fn send_to_table(&self, table: &TableId, news: ClusterEvent) {
        let room = self.lock_rooms().get(table).cloned();
        if let Some(room) = room {
            let _ = room.try_send(Input::Cluster(news));
        }
    }

    /// Sends an event to an account's streams at all nodes.
    pub(crate) fn tell_account(&self, account: AccountId, event: Value) {
        self.event_hub.tell(account, &event);
        self.bus.publish(Notice::Account { account, event });
    }

    /// Stores the first deadline of a new match. If this server dies, another node takes over its clocks and computer
    /// seats.
    pub(crate) async fn watch_over(&self, table: &store::Table) {
        let computer = |seat: &store::Seat| matches!(seat.player, store::Player::Computer { .. });
        let against_computers = table.seats.iter().any(computer) && !table.seats.iter().all(computer);
        let alive = table.settings.clock != TimeControl::None || against_computers;
        if table.stage != Stage::Playing || !alive {
            return;
        }
        if let Err(cause) = self.store.set_deadline(&table.id, Some(Millis(self.now() + FIRST_LOOK))).await {
            tracing::warn!(table = %table.id, %cause, "cannot store the deadline of a new match");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `docs/host/cluster.md`: without the bus, news takes up to a second, however recent the last poll was.
    #[test]
    fn polling_speeds_up_as_soon_as_the_bus_is_down() {
        let seconds = Duration::from_secs;
        for (up, waited, expected) in [(true, 1, false), (true, 9, false), (true, 10, true), (false, 1, true)] {
            assert_eq!(is_poll_due(up, seconds(waited)), expected, "{up} {waited}");
        }
    }
}
