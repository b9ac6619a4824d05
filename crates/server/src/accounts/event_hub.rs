//! The open event streams of accounts.

use std::sync::{Mutex, MutexGuard, PoisonError};

use menagerie_store::{Account, AccountId};
use serde_json::Value;
use tokio::sync::mpsc;

/// Events that may wait for a slow listener.
const WAITING: usize = 64;

/// An event stream: whose it is, and what it was opened with.
struct Stream {
    account: AccountId,
    name: String,
    bot: bool,
    key: StreamKey,
    events: mpsc::Sender<Value>,
}

/// What a stream was opened with: a session or an API token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StreamKey {
    pub(crate) session: Option<i64>,
    pub(crate) token: Option<i64>,
}

/// The event streams that are open: one per token, a new one closes the old.
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

    /// The names of the programs that listen, sorted, each once.
    pub(crate) fn bots(&self) -> Vec<String> {
        let streams = self.lock();
        let listening = streams.iter().filter(|it| it.bot && !it.events.is_closed());
        let mut names: Vec<String> = listening.map(|it| it.name.clone()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Whether an account listens to its events at this node.
    pub(crate) fn is_listening(&self, account: AccountId) -> bool {
        self.lock().iter().any(|it| it.account == account && !it.events.is_closed())
    }

    /// Ends all streams.
    pub(crate) fn close(&self) {
        self.lock().clear();
    }

    /// Tells an account something, if it listens. The stream of one who does not read ends: on the next everything current
    /// is told again.
    pub(crate) fn tell(&self, account: AccountId, event: &Value) {
        self.lock().retain(|it| it.account != account || it.events.try_send(event.clone()).is_ok());
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Stream>> {
        self.streams.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
