//! Banned accounts play no seat.

use menagerie_game::Seat;
use menagerie_table::secret::Digest;
use menagerie_wire::Code;

use crate::error::ServerError;
use crate::tables::table_task::TableTask;

impl TableTask {
    /// Checks that no banned account plays the seats of these tokens.
    pub(crate) fn check_bans(&self, tokens: &[Digest]) -> Result<(), ServerError> {
        let table = self.room.table();
        let is_banned =
            |&seat: &Seat| table.account_on(seat).is_some_and(|account| self.app.is_banned_account(account));
        if table.seats_of(tokens).iter().any(is_banned) {
            return Err(ServerError::new(Code::NotAllowed, "the account on this seat was banned by the operator"));
        }
        Ok(())
    }
}
