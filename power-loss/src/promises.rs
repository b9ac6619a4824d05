//! Acknowledgements: what the server told a client, and from when to when it must hold.

use std::collections::HashSet;
use std::sync::Mutex;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::disk::Nanos;

/// A fact that the server acknowledged.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Fact {
    /// The seat of this table is played with this token.
    Seat {
        table: String,
        seat: String,
        token: String,
    },
    /// The event with this number of the table's log.
    Event {
        table: String,
        number: usize,
        text: String,
    },
    /// The table's log has at least this many events.
    Length {
        table: String,
        events: usize,
    },
    /// The match is over.
    Over {
        table: String,
    },
    /// A chat message.
    Chat {
        table: String,
        text: String,
    },
    Account {
        name: String,
    },
    Session {
        token: String,
    },
    /// A session that was ended.
    NoSession {
        token: String,
    },
    ApiToken {
        token: String,
    },
    /// An API token that was revoked.
    NoApiToken {
        token: String,
    },
    /// The stars of an account in a level of a course: at least this many.
    Stars {
        name: String,
        game: String,
        level: String,
        stars: u8,
    },
}

impl Fact {
    /// The kind of fact, for the report.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::Seat { .. } => "seats taken",
            Self::Event { .. } => "actions",
            Self::Length { .. } => "events shown",
            Self::Over { .. } => "matches ended",
            Self::Chat { .. } => "chat messages",
            Self::Account { .. } => "accounts",
            Self::Session { .. } | Self::NoSession { .. } => "sessions opened and ended",
            Self::ApiToken { .. } | Self::NoApiToken { .. } => "API tokens created and revoked",
            Self::Stars { .. } => "stars of lessons",
        }
    }
}

/// A fact with the time of its acknowledgement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Promise {
    pub(crate) fact: Fact,
    /// When the client had received the acknowledgement.
    pub(crate) from: Nanos,
    /// When the client sent a request that ends the fact.
    pub(crate) until: Option<Nanos>,
}

impl Promise {
    /// Whether the fact must be on the disk after a power loss at this moment.
    pub(crate) fn holds_at(&self, cut: Nanos) -> bool {
        self.from < cut && self.until.is_none_or(|until| cut <= until)
    }
}

/// The acknowledgements of all clients.
#[derive(Default)]
pub(crate) struct Promises(Mutex<Vec<Promise>>);

impl Promises {
    /// The client has received the acknowledgement of this fact now.
    pub(crate) fn add(&self, fact: Fact) {
        let promise = Promise { fact, from: now(), until: None };
        self.lock().push(promise);
    }

    /// The client is about to send a request that ends this fact.
    pub(crate) fn end(&self, fact: &Fact) {
        let now = now();
        for promise in self.lock().iter_mut().filter(|promise| promise.fact == *fact) {
            promise.until.get_or_insert(now);
        }
    }

    /// All of them, in the order of the acknowledgements. Of several for one fact, the first counts.
    pub(crate) fn list(&self) -> Vec<Promise> {
        let mut list = self.lock().clone();
        list.sort_by_key(|promise| promise.from);
        let mut known = HashSet::new();
        list.retain(|promise| known.insert(promise.fact.clone()));
        list
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Promise>> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// The clock that strace uses too.
fn now() -> Nanos {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as Nanos)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_promise_holds_from_its_acknowledgement_until_the_request_that_ends_it() {
        let promise = Promise { fact: Fact::Session { token: "t".to_owned() }, from: 10, until: Some(20) };
        assert_eq!([10, 11, 20, 21].map(|cut| promise.holds_at(cut)), [false, true, true, false]);
        let promises = Promises::default();
        promises.add(promise.fact.clone());
        promises.end(&promise.fact);
        promises.add(promise.fact);
        let list = promises.list();
        assert_eq!(list.len(), 1);
        assert!(list[0].until >= Some(list[0].from) && list[0].from > 0);
    }
}
