//! The open event streams of accounts at this node.

use std::sync::{Mutex, MutexGuard, PoisonError};

use menagerie_store::{Account, AccountId};
use serde_json::Value;
use tokio::sync::mpsc;

/// Events queued for a slow client.
const WAITING: usize = 64;

/// An open event stream.
struct Stream {
    account: AccountId,
    name: String,
    bot: bool,
    key: StreamKey,
    events: mpsc::Sender<Value>,
}

/// The session or API token that opened a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StreamKey {
    pub(crate) session: Option<i64>,
    pub(crate) token: Option<i64>,
}

/// All open event streams: at most one per session or token; a new one closes the old.
#[derive(Default)]
pub(crate) struct EventHub {
    streams: Mutex<Vec<Stream>>,
}

impl EventHub {
    /// Opens a stream of an account.
    pub(crate) fn listen(&self, account: &Account, key: StreamKey) -> mpsc::Receiver<Value> {
        let (events, receiver) = mpsc::channel(WAITING);
        let stream = Stream { account: account.id, name: account.name.clone(), bot: account.bot, key, events };
        let mut streams = self.lock();
        streams.retain(|it| !it.events.is_closed() && (it.account != account.id || it.key != key));
        streams.push(stream);
        receiver
    }

    /// The names of bot accounts with an open stream, sorted and unique.
    pub(crate) fn bots(&self) -> Vec<String> {
        let streams = self.lock();
        let listening = streams.iter().filter(|it| it.bot && !it.events.is_closed());
        let mut names: Vec<String> = listening.map(|it| it.name.clone()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Whether an account has an open stream at this node.
    pub(crate) fn is_listening(&self, account: AccountId) -> bool {
        self.lock().iter().any(|it| it.account == account && !it.events.is_closed())
    }

    /// Closes all streams.
    pub(crate) fn close(&self) {
        self.lock().clear();
    }

    /// Sends an event to an account's streams. A stream whose client is too slow is closed: the next stream begins with
    /// the current state.
    pub(crate) fn tell(&self, account: AccountId, event: &Value) {
        self.lock().retain(|it| it.account != account || it.events.try_send(event.clone()).is_ok());
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Stream>> {
        self.streams.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
