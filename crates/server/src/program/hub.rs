//! Who listens to what happens to their account.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use menagerie_game::GameName;
use menagerie_store as store;
use menagerie_store::AccountId;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::app::App;

/// Events that may wait for a slow listener.
const WAITING: usize = 64;

/// The event streams that are open: one per account, a new one closes the old.
#[derive(Default)]
pub(crate) struct Hub {
    streams: Mutex<HashMap<AccountId, mpsc::Sender<Value>>>,
}

impl Hub {
    /// Opens an account's stream.
    pub(crate) fn listen(&self, account: AccountId) -> (mpsc::Sender<Value>, mpsc::Receiver<Value>) {
        let (sender, receiver) = mpsc::channel(WAITING);
        let mut streams = self.streams.lock().unwrap_or_else(PoisonError::into_inner);
        streams.retain(|_, stream| !stream.is_closed());
        streams.insert(account, sender.clone());
        (sender, receiver)
    }

    /// Ends all streams.
    pub(crate) fn close(&self) {
        self.streams.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Tells an account something, if it listens.
    pub(crate) fn tell(&self, account: AccountId, event: Value) {
        let streams = self.streams.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(stream) = streams.get(&account) {
            let _ = stream.try_send(event);
        }
    }
}

impl App {
    /// Tells the accounts at a table that its game starts or is over.
    pub(crate) fn announce(&self, table: &store::Table, kind: &str) {
        for seat in &table.seats {
            if let store::Player::Person { account: Some(account), .. } = seat.player {
                self.tell_account(account, game_event(table, &seat.seat, kind));
            }
        }
    }
}

/// `gameStart` or `gameFinish` for the account on a seat.
pub(crate) fn game_event(table: &store::Table, seat: &str, kind: &str) -> Value {
    let id = table.id.as_str();
    json!({
        "type": kind,
        "game": {
            "id": id,
            "gameId": id,
            "seat": seat,
            "color": super::shapes::color(&table.game, seat),
            "variant": super::shapes::variant(&table.game),
            "rated": table.settings.rated,
            "perf": GameName::new(&table.game).id,
            "compat": {"bot": true, "board": true},
        }
    })
}
