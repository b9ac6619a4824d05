//! One of several nodes: listens to the bus, compares with the store in case a notice was lost, and takes over
//! tables whose deadline has passed.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use menagerie_bus::{Heard, NodeId, Notice};
use menagerie_store as store;
use menagerie_store::{AccountId, Millis, TableId};
use menagerie_wire::table::{Stage, TimeControl};
use serde_json::Value;
use tokio::time::{Instant, sleep};

use crate::app::App;
use crate::mailbox::input::Input;
use crate::mailbox::news::News;

/// How often the store is asked about the tables in memory: rarely while the bus tells, often while it does not.
const LOOK: Duration = Duration::from_secs(10);
const LOOK_OFTEN: Duration = Duration::from_secs(1);
/// Tables in one question.
const TABLES_AT_ONCE: usize = 500;
/// How often a node looks for tables that nobody looks after.
const SWEEP: Duration = Duration::from_secs(1);
/// Whoever takes such a table and dies too is followed by another after so many milliseconds.
const SWEEP_AGAIN: i64 = 5_000;
const SWEPT_AT_ONCE: u32 = 50;
/// A match that has just begun is looked at for the first time after so many milliseconds.
const FIRST_LOOK: i64 = 3_000;
/// How often the database is asked for its time.
const ASK_TIME: Duration = Duration::from_secs(10);

/// What a node does besides serving, until it is aborted. A server that is alone only opens the tables that are due.
pub(crate) async fn take_part(app: Arc<App>) {
    if app.bus.is_alone() {
        return sweep(&app).await;
    }
    tokio::join!(follow(&app), look_around(&app), sweep(&app), keep_time(&app));
}

/// Passes on what the other nodes tell.
async fn follow(app: &Arc<App>) {
    let taken = app.news.lock().unwrap_or_else(PoisonError::into_inner).take();
    let mut listener = taken.unwrap_or_else(|| app.bus.listen());
    while let Some(heard) = listener.next().await {
        match heard {
            Heard::Notice(from, notice) => app.hear(from, notice).await,
            Heard::Met(node) => {
                tracing::info!(node = node.as_str(), "another node or worker is there");
                app.tell_rooms(&News::Who);
            }
            Heard::Lost(node) => {
                tracing::info!(node = node.as_str(), "another node or worker has gone");
                app.tell_rooms(&News::Lost(node));
            }
            Heard::Up => {
                tracing::info!("the bus to the other nodes is up");
                app.look_again().await;
            }
            Heard::Down => {}
        }
    }
}

/// Whether the store is to be asked so long after the last time. The bus may have gone down since then.
fn is_time_to_look(bus_is_up: bool, waited: Duration) -> bool {
    waited >= if bus_is_up { LOOK } else { LOOK_OFTEN }
}

/// A notice may have been lost: what is in memory is compared with the store.
async fn look_around(app: &Arc<App>) {
    let mut looked = Instant::now();
    loop {
        sleep(LOOK_OFTEN).await;
        if !is_time_to_look(app.bus.is_up(), looked.elapsed()) {
            continue;
        }
        looked = Instant::now();
        let tables: Vec<TableId> = app.lock_rooms().keys().cloned().collect();
        for tables in tables.chunks(TABLES_AT_ONCE) {
            match app.store.standings(tables).await {
                Ok(standings) => {
                    for (table, standing) in standings {
                        app.tell_room(&table, News::Stands(standing));
                    }
                }
                Err(cause) => tracing::warn!(%cause, "the store cannot be asked how the tables stand"),
            }
        }
    }
}

/// Opens tables whose deadline has passed: they left memory, the server was restarted, or their node has died.
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
                        Ok(room) => drop(room.send(Input::News(News::Woken)).await),
                        Err(no) => tracing::warn!(%table, cause = no.0.error, "a table cannot be opened"),
                    }
                }
                if more {
                    continue;
                }
            }
            Err(cause) => tracing::warn!(%cause, "the store cannot be asked what is due"),
        }
        sleep(SWEEP).await;
    }
}

async fn keep_time(app: &Arc<App>) {
    loop {
        sleep(ASK_TIME).await;
        if let Err(cause) = app.ask_time().await {
            tracing::warn!(%cause, "the database does not tell its time");
        }
    }
}

impl App {
    async fn hear(self: &Arc<Self>, from: NodeId, notice: Notice) {
        match notice {
            Notice::Reached { table, seq } => self.tell_room(&table, News::Reached(seq)),
            Notice::Changed { table } => self.tell_room(&table, News::Changed),
            Notice::Who { table } => self.tell_room(&table, News::Who),
            Notice::Here { table, seats, watching } => {
                self.tell_room(&table, News::Here { node: from, seats, watching });
            }
            Notice::Account { account, event } => self.hear_of_account(account, &event),
            Notice::Bans => self.hear_of_bans().await,
            Notice::Thought { job, asker, thought } if asker == *self.bus.node() => {
                self.asked.tell(&job, serde_json::from_value(thought).ok());
            }
            Notice::Answered { job, asker } if asker == *self.bus.node() => self.asked.tell(&job, None),
            Notice::Alive | Notice::Bye | Notice::Work | Notice::Thought { .. } | Notice::Answered { .. } => {}
        }
    }

    /// Something happened to an account at another node. If a match begins there, nobody seeks it here any more.
    fn hear_of_account(&self, account: AccountId, event: &Value) {
        let begun = event["game"]["id"].as_str().filter(|_| event["type"] == "gameStart");
        if let Some(table) = begun.and_then(|id| id.parse().ok()) {
            self.seeks.met(&table);
        }
        self.event_hub.tell(account, event);
    }

    /// The bus works again: everything may have changed meanwhile.
    async fn look_again(&self) {
        self.hear_of_bans().await;
        let reached = News::Reached(u32::MAX);
        for news in [reached, News::Changed, News::Who] {
            self.tell_rooms(&news);
        }
    }

    async fn hear_of_bans(&self) {
        if let Err(cause) = self.read_bans().await {
            tracing::warn!(%cause, "who is banned cannot be read");
        }
    }

    fn tell_rooms(&self, news: &News) {
        let rooms: Vec<_> = self.lock_rooms().values().cloned().collect();
        for room in rooms {
            // A table with so much to do looks at the store soon anyway.
            let _ = room.try_send(Input::News(news.clone()));
        }
    }

    /// Tells a table in memory; one that is not will read everything when it is opened.
    pub(crate) fn tell_room(&self, table: &TableId, news: News) {
        let room = self.lock_rooms().get(table).cloned();
        if let Some(room) = room {
            let _ = room.try_send(Input::News(news));
        }
    }

    /// Tells an account something, whichever node its stream is open at.
    pub(crate) fn tell_account(&self, account: AccountId, event: Value) {
        self.event_hub.tell(account, &event);
        self.bus.tell(Notice::Account { account, event });
    }

    /// A match begins: if this server dies, its clocks and computer players are looked after later, or by another node.
    pub(crate) async fn watch_over(&self, table: &store::Table) {
        let computer = |seat: &store::Seat| matches!(seat.player, store::Player::Computer { .. });
        let against_computers = table.seats.iter().any(computer) && !table.seats.iter().all(computer);
        let alive = table.settings.clock != TimeControl::None || against_computers;
        if table.stage != Stage::Playing || !alive {
            return;
        }
        if let Err(cause) = self.store.wake_at(&table.id, Some(Millis(self.now() + FIRST_LOOK))).await {
            tracing::warn!(table = %table.id, %cause, "nobody else would look after a table");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `docs/cluster.md`: without the bus news takes up to a second, however lately the store was asked when it went down.
    #[test]
    fn a_bus_that_goes_down_is_not_waited_for() {
        let seconds = Duration::from_secs;
        for (up, waited, expected) in [(true, 1, false), (true, 9, false), (true, 10, true), (false, 1, true)] {
            assert_eq!(is_time_to_look(up, seconds(waited)), expected, "{up} {waited}");
        }
    }
}
