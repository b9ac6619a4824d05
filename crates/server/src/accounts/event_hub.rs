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

#[cfg(test)]
mod tests {
    use menagerie_store::Millis;
    use serde_json::json;

    use super::*;

    fn account(id: i64, name: &str, bot: bool) -> Account {
        Account { id: AccountId(id), name: name.to_owned(), bot, created: Millis(0) }
    }

    const fn key(token: i64) -> StreamKey {
        StreamKey { session: None, token: Some(token) }
    }

    #[test]
    fn a_new_stream_closes_that_of_the_same_key_and_no_other() {
        let (hub, ann, bob) = (EventHub::default(), account(1, "Ann", false), account(2, "Bob", true));
        let (first, mut second) = (hub.listen(&ann, key(1)), hub.listen(&ann, key(2)));
        let mut other = hub.listen(&bob, key(1));
        let mut again = hub.listen(&ann, key(1));
        assert!(first.is_closed() && !second.is_closed() && !other.is_closed() && !again.is_closed());
        hub.tell(ann.id, &json!(7));
        assert_eq!((again.try_recv(), second.try_recv()), (Ok(json!(7)), Ok(json!(7))));
        assert!(other.try_recv().is_err(), "another account hears nothing of it");
    }

    #[test]
    fn a_stream_that_its_client_has_left_does_not_count_and_is_forgotten() {
        let (hub, ann, bob) = (EventHub::default(), account(1, "Ann", false), account(2, "Bob", true));
        let streams = [hub.listen(&ann, key(1)), hub.listen(&bob, key(2)), hub.listen(&bob, key(3))];
        assert_eq!((hub.bots(), hub.is_listening(ann.id)), (vec!["Bob".to_owned()], true));
        drop(streams);
        assert_eq!((hub.bots(), hub.is_listening(ann.id)), (Vec::new(), false));
        let open = hub.listen(&ann, key(4));
        assert_eq!(hub.lock().len(), 1);
        hub.close();
        assert!(open.is_closed());
    }
}
