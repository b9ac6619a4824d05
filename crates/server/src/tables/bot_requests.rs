//! Requests of bots over HTTP: each becomes a command for the seat that the bot's account plays.

use menagerie_game::Seat;
use menagerie_table::{Accepted, Command, Connection, LiveTable};
use menagerie_wire::{Code, Offer};

use crate::error::ServerError;
use crate::mailbox::input::BotRequest;
use crate::tables::chat::split;
use crate::tables::table_task::TableTask;

impl TableTask {
    /// Carries out a bot's request at the current version. Returns whether the match goes on.
    pub(crate) async fn bot_request(&mut self, account: &str, request: &BotRequest) -> Result<bool, ServerError> {
        let done = self.attempt_bot_request(account, request).await;
        if done.is_err() && self.was_behind().await {
            return self.attempt_bot_request(account, request).await;
        }
        done
    }

    async fn attempt_bot_request(&mut self, account: &str, request: &BotRequest) -> Result<bool, ServerError> {
        let seat = self.room.table().seat_of_account(account);
        let seat = seat.ok_or_else(|| ServerError::new(Code::NotAllowed, "you do not play at this table"))?;
        self.settle().await;
        let Some(command) = request.command(&self.room, seat) else { return Ok(self.room.is_playing()) };
        self.check_reach(&command)?;
        let deliveries = match self.room.check_from(&Connection::of_program(seat), command, self.app.now())? {
            Accepted::Append(batch) => self.append(&batch).await?,
            Accepted::Chat(seat, say) => split(self.say(None, seat, say, None).await?).0,
            Accepted::Rematch(seat, vote) => self.rematch(seat, vote).await?,
            Accepted::Ally(seat, step) => split(self.ally(seat, step, None).await?).0,
            Accepted::WasDone(_)
            | Accepted::Nothing
            | Accepted::Uncover(_)
            | Accepted::Cancel(_)
            | Accepted::Pong(_) => Vec::new(),
        };
        self.deliver(deliveries);
        Ok(self.room.is_playing())
    }
}

impl BotRequest {
    /// The command for a seat as the table stands now; nothing if there is nothing to do.
    fn command(&self, table: &LiveTable, seat: Seat) -> Option<Command> {
        let at = None;
        let offer_draw = Command::Offer { at, seat, offer: Offer::Draw, nonce: None };
        Some(match self {
            Self::Act { action } => Command::Act { at: table.version(), seat, action: action.clone() },
            Self::OfferDraw => offer_draw,
            Self::AcceptDraw if !table.is_playing() || is_offered_draw(table, seat) => offer_draw,
            Self::OfferFirstDraw if table.open_offers().draw.is_empty() => offer_draw,
            Self::AcceptDraw | Self::OfferFirstDraw => return None,
            Self::DeclineDraw => Command::Decline { at, seat, offer: Offer::Draw },
            Self::Resign => Command::Resign(seat),
            Self::ClaimVictory => Command::ClaimGone { at, seat },
            Self::Takeback { accept, turn } => {
                let asked = || table.open_offers().takeback.map(|(turn, _)| turn);
                // Where nothing was done yet, the refusal says so.
                let turn = turn.or_else(asked).or_else(|| table.last_turn_of(seat)).unwrap_or(1);
                let offer = Offer::Takeback { turn };
                if *accept {
                    Command::Offer { at, seat, offer, nonce: None }
                } else {
                    Command::Decline { at, seat, offer }
                }
            }
            Self::Chat(post) => Command::Chat(Some(seat), post.clone()),
        })
    }
}

/// Whether others have offered a draw, and this seat has not agreed yet.
fn is_offered_draw(table: &LiveTable, seat: Seat) -> bool {
    let agreed = table.open_offers().draw;
    !agreed.is_empty() && !agreed.iter().any(|name| name == table.info().seat_name(seat))
}
