//! Replication: a node that holds a table applies the events that other nodes appended, and tells them who is
//! connected here (presence).

use std::time::Duration;

use menagerie_bus::{NodeId, Notice};
use menagerie_store as store;
use menagerie_store::{Millis, Standing};
use menagerie_table::{Batch, RemotePresence, Stamped, Tell};
use menagerie_wire::table::Stage;
use menagerie_wire::{Code, FromClient, Refused};
use tokio::time::Instant;

use crate::error::{ApiError, refused};
use crate::mailbox::news::News;
use crate::tables::chat::{alliance, told};
use crate::tables::load::{draw_of, table_state};
use crate::tables::table_task::{RECALLED, TableTask};

/// A node that still holds the table lets a flag fall by itself; the others wait so many milliseconds more.
const SLACK: i64 = 2_000;
/// So long a computer player's move may take, in milliseconds, before another node looks after it.
const THINKING: i64 = 10_000;
/// After a failure nothing is tried again before this.
const REST: Duration = Duration::from_secs(1);

impl TableTask {
    /// Something happened on another node.
    pub(crate) async fn hear(&mut self, news: News) {
        let done = match news {
            News::Reached(seq) if seq > self.room.version() => self.catch_up().await,
            News::Reached(_) => Ok(()),
            News::Changed => self.refresh().await.map(|_| ()),
            News::Stands(standing) => self.compare(standing).await,
            News::Who => {
                self.say_who_is_here();
                Ok(())
            }
            News::Here { node, seats, watching } => {
                self.hear_of(&node, &seats, watching);
                Ok(())
            }
            News::Lost(node) => {
                self.hear_of(&node, &[], 0);
                Ok(())
            }
            News::Woken => self.woken().await,
        };
        if let Err(refused) = done {
            tracing::warn!(table = %self.id, cause = refused.error, "what another node did cannot be followed yet");
        }
    }

    /// Reads what others have appended, lets it happen here and tells everybody what they missed.
    pub(crate) async fn catch_up(&mut self) -> Result<(), Refused> {
        let from = self.room.version() + 1;
        let events = self.app.store.events(&self.id, from).await.map_err(|error| ApiError::from(error).0)?;
        if events.is_empty() {
            return Ok(());
        }
        if self.room.table().stage == Stage::Waiting {
            self.refresh().await?;
        }
        let stamped = |event: store::Event| Stamped { text: event.text, at: event.at.0 };
        let events: Vec<Stamped> = events.into_iter().map(stamped).collect();
        match self.room.follow(&events) {
            Ok(tells) => self.tell_missed(tells),
            Err(cause) => {
                tracing::warn!(table = %self.id, %cause, "a table is read anew");
                return self.reload().await;
            }
        }
        self.follow_end().await
    }

    /// If the match has ended elsewhere, so has the table; and whoever ended it may have died before it was rated.
    async fn follow_end(&mut self) -> Result<(), Refused> {
        if self.room.game().end().is_none() || self.stored.stage == Stage::Over {
            return Ok(());
        }
        self.refresh().await?;
        if let Some(ended) = &self.stored.result {
            self.app.rate(&self.stored, ended).await.map_err(|error| ApiError::from(error).0)?;
        }
        Ok(())
    }

    /// Reads again what stands beside the log, and tells what is new. Whether the table or its alliances have changed.
    pub(crate) async fn refresh(&mut self) -> Result<bool, Refused> {
        self.try_refresh().await.map_err(|no| no.0)
    }

    async fn try_refresh(&mut self) -> Result<bool, ApiError> {
        let store = self.app.store.clone();
        let talk = store.talk(&self.id, RECALLED).await?.into_iter().map(told).collect();
        let alliances = store.alliances(&self.id).await?.into_iter().map(alliance).collect();
        let mutes = store.mutes(&self.id).await?;
        let table = store.table(&self.id).await?;
        let changed = table.revision != self.stored.revision || table.rematch != self.stored.rematch;
        if changed {
            self.follow_table(table).await?;
        }
        self.room.set_mutes(mutes);
        let mut tells = self.room.hear_talk(talk, self.app.now());
        let steps = self.room.hear_alliances(alliances);
        let news = changed || !steps.is_empty();
        tells.extend(steps);
        self.tell_missed(tells);
        if self.room.game().end().is_some() {
            let wishes = store.rematch_wishes(&self.id).await?;
            let tells = Box::pin(self.hear_wishes(wishes)).await?;
            self.tell(tells);
        }
        Ok(news)
    }

    /// Tells what has happened at other nodes. However much that is, a client that reads is not cut off for it.
    fn tell_missed(&mut self, tells: Vec<Tell>) {
        let tells = self.room.condense(tells, self.app.now());
        self.tell(tells);
    }

    /// The table was changed elsewhere: somebody sat down, the match began or ended, an operator closed it.
    async fn follow_table(&mut self, table: store::Table) -> Result<(), ApiError> {
        let now = self.app.now();
        let begins = self.stored.stage == Stage::Waiting && table.stage != Stage::Waiting;
        let state = table_state(&self.app.store, &table).await?;
        let draw = draw_of(&table);
        self.stored = table;
        // While the match is on, its log alone moves the clocks.
        if self.stored.stage != Stage::Playing || self.room.version() == 0 {
            self.room.seat(state, draw, now);
        }
        let tells = if begins { self.room.tell_everything(now) } else { self.room.tell_table(now) };
        self.tell(tells);
        Ok(())
    }

    /// Compares with what the store says: a notice may have been lost.
    async fn compare(&mut self, standing: Standing) -> Result<(), Refused> {
        if standing.seq > self.room.version() {
            self.catch_up().await?;
        }
        let beside = Some(Standing { seq: 0, ..standing });
        if self.compared != beside {
            self.refresh().await?;
            self.compared = beside;
        }
        Ok(())
    }

    /// Whether others have written what we did not know of, so that what was just refused may be possible, or done, after all.
    pub(crate) async fn was_behind(&mut self) -> bool {
        if self.app.bus.is_alone() {
            return false;
        }
        let (version, overtaken) = (self.room.version(), std::mem::take(&mut self.overtaken));
        if let Err(refused) = Box::pin(self.catch_up()).await {
            tracing::debug!(table = %self.id, cause = refused.error, "the store cannot be asked");
            return overtaken;
        }
        overtaken || self.room.version() > version || Box::pin(self.refresh()).await.unwrap_or(false)
    }

    /// Whether this node knows enough to judge a message: who has left cannot be told while the other nodes are not heard.
    pub(crate) fn check_reach(&self, message: &FromClient) -> Result<(), Refused> {
        if matches!(message, FromClient::Claim { .. }) && !self.app.bus.is_up() {
            return Err(refused(Code::NotNow, "that seat may be connected elsewhere, which cannot be told now"));
        }
        Ok(())
    }

    /// What is due by the database's clock, whatever the clock of this machine says.
    pub(crate) async fn due(&mut self) -> Option<Batch> {
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

    /// Something failed: not again at once.
    pub(crate) fn rest(&mut self) {
        self.resting = Some(Instant::now() + REST);
    }

    pub(crate) fn is_resting(&self) -> bool {
        self.resting.is_some_and(|until| Instant::now() < until)
    }

    /// Tells the other nodes that something beside the log has changed.
    pub(crate) fn changed(&self) {
        self.app.bus.tell(Notice::Changed { table: self.id.clone() });
    }

    /// Tells the other nodes who is connected here, if that is news.
    pub(crate) fn mention_who_is_here(&mut self) {
        if !self.app.bus.is_alone() && self.mentioned != self.room.connected() {
            self.say_who_is_here();
        }
    }

    fn say_who_is_here(&mut self) {
        let connected = self.room.connected();
        let nobody = (Vec::new(), 0);
        if connected != nobody || self.mentioned != nobody {
            let seats = connected.0.iter().map(|&seat| self.room.info().seat_name(seat).to_owned()).collect();
            let notice = Notice::Here { table: self.id.clone(), seats, watching: connected.1 };
            self.app.bus.tell(notice);
        }
        self.mentioned = connected;
    }

    /// Nobody is connected here any more: the table leaves memory.
    pub(crate) fn take_leave(&self) {
        if self.mentioned != (Vec::new(), 0) {
            self.app.bus.tell(Notice::Here { table: self.id.clone(), seats: Vec::new(), watching: 0 });
        }
    }

    fn hear_of(&mut self, node: &NodeId, seats: &[String], watching: u32) {
        let seats = seats.iter().filter_map(|name| self.room.info().seat_named(name)).collect();
        let tells = self.room.hear_of(node.as_str(), RemotePresence { seats, watching }, self.app.now());
        self.tell(tells);
    }

    /// The table's deadline, in milliseconds from the next event: when it is to be opened if nothing more is heard of it.
    pub(crate) fn wake_after(&self) -> Option<i64> {
        let now = self.app.now();
        let left = self.room.seats().iter().filter_map(|seat| self.room.time_left(seat, now)).min();
        let computers = self.room.seats().iter().any(|seat| self.room.table().computer(seat).is_some());
        // Whoever looks on at a game of computers opens the table and so wakes it.
        let computers = computers && self.room.has_people();
        left.map(|left| left.max(0) + self.slack()).into_iter().chain(computers.then_some(THINKING)).min()
    }

    /// How much later than its deadline a table is woken.
    fn slack(&self) -> i64 {
        if self.app.bus.is_alone() { 0 } else { SLACK }
    }

    /// Nobody seemed to look after this table: what is due happens now, and the next look is at the right time.
    async fn woken(&mut self) -> Result<(), Refused> {
        self.catch_up().await?;
        self.settle().await;
        let thinks = self.room.acting().is_some_and(|seat| self.room.table().computer(seat).is_some());
        let thinks = thinks && !self.is_paused();
        let falls = self.room.flag_falls().map(|falls| falls + self.slack());
        let next = falls.into_iter().chain(thinks.then(|| self.app.now() + THINKING)).min();
        self.app.store.wake_at(&self.id, next.map(Millis)).await.map_err(|error| ApiError::from(error).0)
    }
}
