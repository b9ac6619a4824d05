//! Banned accounts play no seat.

use menagerie_game::Seat;
use menagerie_table::secret::Digest;
use menagerie_wire::{Code, Refused};

use crate::error::refused;
use crate::tables::table_task::TableTask;

impl TableTask {
    /// Whether nobody who is banned plays the seats of these tokens, shown on a socket or in a request.
    pub(crate) fn check_bans(&self, tokens: &[Digest]) -> Result<(), Refused> {
        let table = self.room.table();
        let is_banned =
            |&seat: &Seat| table.account_on(seat).is_some_and(|account| self.app.is_banned_account(account));
        if table.seats_of(tokens).iter().any(is_banned) {
            return Err(refused(Code::NotAllowed, "the account on this seat was banned by the operator"));
        }
        Ok(())
    }
}
