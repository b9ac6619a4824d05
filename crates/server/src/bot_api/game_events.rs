//! Publishes `gameStart` and `gameFinish` to the event streams of accounts.

use menagerie_store as store;

use crate::app::App;
use crate::bot_api::current_games::game_event;

/// The event that tells of a game that begins.
const GAME_START: &str = "gameStart";

impl App {
    /// Tells the accounts at a table that its game starts or is over.
    pub(crate) fn publish_game_event(&self, table: &store::Table, kind: &str) {
        if kind == GAME_START {
            self.seeks.met(&table.id);
        }
        for seat in &table.seats {
            if let store::Player::Person { account: Some(account), .. } = seat.player {
                self.tell_account(account, game_event(table, &seat.seat, kind));
            }
        }
    }
}
