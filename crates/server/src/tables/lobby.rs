//! The lobby: leases of waiting tables, the creator of a table, and cancelling it.

use std::sync::Arc;
use std::time::Duration;

use menagerie_game::Seat;
use menagerie_store as store;
use menagerie_store::{Account, NewTable, SeatPlan, Stage, StoreError, TableOrigin, TimeControl};
use menagerie_table::secret::Digest;
use menagerie_wire::Code;
use tokio::time::sleep;

use crate::app::App;
use crate::error::ServerError;
use crate::limits::address::Address;
use crate::mailbox::input::{AdminCommand, Input};
use crate::tables::table_task::TableTask;

/// A correspondence table of an account waits a week without a connection.
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
pub(crate) struct TableCreator {
    pub(crate) address: Address,
    /// Whether the table is a seek's, which has a lease of its own or waits on purpose.
    pub(crate) seeks: bool,
}

impl TableCreator {
    pub(crate) const fn at(address: Address) -> Self {
        Self { address, seeks: false }
    }
}

/// Renews the leases of waiting tables with a connection, and closes tables whose lease ran out, until it is aborted.
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
        self.store.renew_lobby_leases(&self.attendance.tables(), grace).await?;
        for table in self.store.expired_lobby_tables(CLOSED_AT_ONCE).await? {
            let command = AdminCommand::CloseIfUnattended;
            let closed = self.ask(&table, |answer| Input::Admin { command, answer }).await;
            if let Err(no) = closed.flatten() {
                tracing::warn!(%table, cause = no.refused.error, "a waiting table cannot be closed");
                self.store.renew_lobby_leases(&[table], LATER).await?;
            }
        }
        Ok(())
    }

    /// Where a table is made, and how long it waits. Private tables have no lease; a seek's table has the seek's
    /// lease; accounts that play by correspondence need not be connected.
    pub(crate) fn origin(&self, new: &NewTable, maker: Option<&Account>, from: TableCreator) -> TableOrigin {
        let lease = match new.settings.clock {
            _ if from.seeks || !new.settings.public => None,
            TimeControl::Days { .. } if maker.is_some() => Some(CORRESPONDENCE),
            _ => Some(self.config.waiting_grace.as_millis() as i64),
        };
        let most_waiting = self.config.limits.waiting_per_address;
        TableOrigin { address: from.address.to_string(), lease, max_waiting: most_waiting }
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
    pub(crate) fn seat_held_by(&self, token: Option<Digest>, account: Option<&str>) -> Option<Seat> {
        let table = self.room.table();
        let by_token = token.and_then(|token| table.seats_of(&[token]).first().copied());
        by_token.or_else(|| table.seat_of_account(account?))
    }

    /// The name of that seat.
    pub(crate) fn seat_name_of(&self, token: Option<Digest>, account: Option<&str>) -> Option<&'static str> {
        self.seat_held_by(token, account).map(|seat| self.room.info().seat_name(seat))
    }

    /// Closes a waiting table for its creator: a player who joined when it was made.
    pub(crate) async fn cancel(&mut self, seat: Option<&str>) -> Result<(), ServerError> {
        let made = |it: &&store::Seat| Some(it.seat.as_str()) == seat && matches!(it.plan, SeatPlan::Here { .. });
        if !self.stored.seats.iter().any(|it| made(&it)) {
            return Err(ServerError::new(Code::NotAllowed, "only the creator of the table can cancel it"));
        }
        self.administer(AdminCommand::CloseIfWaiting).await?;
        match self.stored.stage {
            Stage::Closed => Ok(()),
            _ => {
                Err(ServerError::new(Code::NotNow, "the match has begun: it is too late to cancel, but you can resign"))
            }
        }
    }
}
