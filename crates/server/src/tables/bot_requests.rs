//! What programs ask a table for over HTTP.

use menagerie_table::{Connection, Wish};
use menagerie_wire::{Code, Refused};

use crate::error::refused;
use crate::mailbox::input::Message;
use crate::tables::chat::apart;
use crate::tables::table_task::TableTask;

impl TableTask {
    /// What a program asks for over HTTP: the same as on a socket, at the present version. Says whether the match goes on.
    pub(crate) async fn program(&mut self, account: &str, message: &Message) -> Result<bool, Refused> {
        let done = self.attempt_program(account, message).await;
        if done.is_err() && self.was_behind().await {
            return self.attempt_program(account, message).await;
        }
        done
    }

    async fn attempt_program(&mut self, account: &str, message: &Message) -> Result<bool, Refused> {
        let seat = self.room.table().seat_of_account(account);
        let seat = seat.ok_or_else(|| refused(Code::NotAllowed, "you do not play at this table"))?;
        self.settle().await;
        let message = message(&self.room, seat);
        self.check_reach(&message)?;
        let tells = match self.room.wish_of(&Connection::of_program(seat), message, self.app.now())? {
            Wish::Append(batch) => self.append(&batch).await?,
            Wish::Say(seat, say) => apart(self.say(None, seat, say, None).await?).0,
            Wish::Rematch(seat, again) => self.rematch(seat, again).await?,
            Wish::Ally(seat, step) => apart(self.ally(seat, step, None).await?).0,
            Wish::WasDone(_) | Wish::Nothing | Wish::Uncover(_) | Wish::Cancel(_) | Wish::Pong(_) => Vec::new(),
        };
        self.tell(tells);
        Ok(self.room.is_playing())
    }
}
