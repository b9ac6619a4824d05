//! Limits that are hit: the counters know of every refusal, the log has one line for each limit in a minute. A flood fills no
//! disk.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::address::Address;

/// So long the log is silent about a limit after it has mentioned it.
const SILENT: Duration = Duration::from_mins(1);

/// A limit, as the operator's documentation lists them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Limit {
    Requests,
    Tables,
    SignIns,
    Work,
    Complaints,
    Sockets,
    Lines,
    Watchers,
    Messages,
    Analyses,
    Pictures,
    Records,
}

impl Limit {
    const ALL: [Self; 12] = [
        Self::Requests,
        Self::Tables,
        Self::SignIns,
        Self::Work,
        Self::Complaints,
        Self::Sockets,
        Self::Lines,
        Self::Watchers,
        Self::Messages,
        Self::Analyses,
        Self::Pictures,
        Self::Records,
    ];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Requests => "requests",
            Self::Tables => "tables",
            Self::SignIns => "sign-ins",
            Self::Work => "work",
            Self::Complaints => "complaints",
            Self::Sockets => "sockets",
            Self::Lines => "connections",
            Self::Watchers => "connections at a table",
            Self::Messages => "messages",
            Self::Analyses => "analyses",
            Self::Pictures => "pictures",
            Self::Records => "records",
        }
    }
}

/// What was refused at one limit.
#[derive(Default)]
struct Hit {
    /// Since the log has mentioned it.
    number: AtomicU64,
    /// Until then the log is silent, in milliseconds after the beginning.
    silent: AtomicU64,
}

/// What was refused because of limits.
pub(crate) struct Hits {
    begun: Instant,
    each: [Hit; Limit::ALL.len()],
}

impl Hits {
    pub(crate) fn new() -> Self {
        Self { begun: Instant::now(), each: std::array::from_fn(|_| Hit::default()) }
    }

    /// Somebody was refused because of a limit.
    pub(crate) fn hit(&self, limit: Limit, from: Address) {
        if let Some(refused) = self.count(limit, self.begun.elapsed()) {
            tracing::info!(limit = limit.as_str(), address = %from, refused, "a limit is hit");
        }
    }

    /// Counts a refusal; if it is time to mention it, how many there were since the last mention.
    fn count(&self, limit: Limit, now: Duration) -> Option<u64> {
        let hit = &self.each[limit as usize];
        hit.number.fetch_add(1, Ordering::Relaxed);
        let (silent, millis) = (hit.silent.load(Ordering::Relaxed), |span: Duration| span.as_millis() as u64);
        let is_time = millis(now) >= silent;
        // Of several at the same moment one mentions it.
        let mentions = |until| hit.silent.compare_exchange(silent, until, Ordering::Relaxed, Ordering::Relaxed).is_ok();
        (is_time && mentions(millis(now + SILENT))).then(|| hit.number.swap(0, Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_mentioned_once_a_minute_with_its_size() {
        let hits = Hits::new();
        let at = Duration::from_secs;
        assert_eq!(hits.count(Limit::Requests, at(0)), Some(1), "the first at once");
        for second in 0..59 {
            assert_eq!(hits.count(Limit::Requests, at(second)), None);
        }
        assert_eq!(hits.count(Limit::Requests, at(60)), Some(60), "all since then");
        assert_eq!(hits.count(Limit::Records, at(60)), Some(1), "another limit is another matter");
    }

    #[test]
    fn each_limit_has_its_place_and_its_name() {
        for (index, limit) in Limit::ALL.into_iter().enumerate() {
            assert_eq!(limit as usize, index);
            assert!(Limit::ALL[..index].iter().all(|other| other.as_str() != limit.as_str()));
        }
    }
}
