//! The lobby: leases of waiting tables, the creator of a table, and cancelling it.

use std::sync::Arc;
use std::time::Duration;

use menagerie_store as store;
use menagerie_store::{Account, NewTable, Origin, StoreError};
use menagerie_table::secret::Digest;
use menagerie_wire::Code;
use menagerie_wire::http::SeatPlan;
use menagerie_wire::table::{Stage, TimeControl};
use tokio::time::sleep;

use crate::app::App;
use crate::error::ApiError;
use crate::limits::address::Address;
use crate::mailbox::input::{Input, Order};
use crate::tables::table_task::TableTask;

/// A correspondence table of an account waits this long without anybody: a week.
const CORRESPONDENCE: i64 = 7 * 24 * 60 * 60 * 1000;
/// A table that cannot be closed now is tried again after an hour.
const LATER: i64 = 60 * 60 * 1000;
/// The longest pause between two renewals of this node's leases.
const LONGEST_BEAT: Duration = Duration::from_secs(5);
/// Renewals within one lease.
const BEATS: u32 = 12;
const CLOSED_AT_ONCE: u32 = 50;

/// Who makes a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Maker {
    pub(crate) address: Address,
    /// Whether the table is a seek's, which has a lease of its own or waits on purpose.
    pub(crate) seeks: bool,
}

impl Maker {
    pub(crate) const fn at(address: Address) -> Self {
        Self { address, seeks: false }
    }
}

/// Renews the leases of the tables where somebody is, and closes those that nobody at any node renews, until it is aborted.
pub(crate) async fn tend(app: Arc<App>) {
    loop {
        sleep((app.config.waiting_grace / BEATS).min(LONGEST_BEAT)).await;
        if let Err(cause) = app.tend_waiting().await {
            tracing::warn!(%cause, "tables that wait cannot be looked after");
        }
    }
}

impl App {
    async fn tend_waiting(self: &Arc<Self>) -> Result<(), StoreError> {
        let grace = self.config.waiting_grace.as_millis() as i64;
        self.store.keep_waiting(&self.attendance.tables(), grace).await?;
        for table in self.store.unattended(CLOSED_AT_ONCE).await? {
            let order = Order::CloseIfUnattended;
            let closed = self.ask(&table, |answer| Input::Operate { order, answer }).await;
            if let Err(no) = closed.flatten() {
                tracing::warn!(%table, cause = no.0.error, "a waiting table cannot be closed");
                self.store.keep_waiting(&[table], LATER).await?;
            }
        }
        Ok(())
    }

    /// Where a table is made, and how long it waits. Private tables are not in anybody's way; a seek's table has the seek's
    /// lease; accounts that play by correspondence need not be connected.
    pub(crate) fn origin(&self, new: &NewTable, maker: Option<&Account>, from: Maker) -> Origin {
        let lease = match new.settings.clock {
            _ if from.seeks || !new.settings.public => None,
            TimeControl::Days { .. } if maker.is_some() => Some(CORRESPONDENCE),
            _ => Some(self.config.waiting_grace.as_millis() as i64),
        };
        let most_waiting = self.config.limits.waiting_per_address;
        Origin { address: from.address.to_string(), lease, most_waiting }
    }
}

impl TableTask {
    /// Says whether this node renews the table's lease.
    pub(crate) fn note_attendance(&mut self) {
        let waits = self.stored.stage == Stage::Waiting && self.stored.settings.public;
        let attended = waits && self.room.is_attended();
        if attended != self.attended {
            self.attended = attended;
            self.app.attendance.note(&self.id, attended);
        }
    }

    /// The seat that a token gives or an account plays.
    pub(crate) fn seat_name_of(&self, token: Option<Digest>, account: Option<&str>) -> Option<&'static str> {
        let table = self.room.table();
        let by_token = token.and_then(|token| table.seats_of(&[token]).first().copied());
        let seat = by_token.or_else(|| table.seat_of_account(account?))?;
        Some(self.room.info().seat_name(seat))
    }

    /// Closes a table that waits, for whoever made it: those who sat down when it was made.
    pub(crate) async fn cancel(&mut self, seat: Option<&str>) -> Result<(), ApiError> {
        let made = |it: &&store::Seat| Some(it.seat.as_str()) == seat && matches!(it.plan, SeatPlan::Here { .. });
        if !self.stored.seats.iter().any(|it| made(&it)) {
            return Err(ApiError::new(Code::NotAllowed, "only the creator of the table can cancel it"));
        }
        self.operate(Order::CloseIfWaiting).await?;
        match self.stored.stage {
            Stage::Closed => Ok(()),
            _ => Err(ApiError::new(Code::NotNow, "the match has begun: it is too late to cancel, but you can resign")),
        }
    }
}
