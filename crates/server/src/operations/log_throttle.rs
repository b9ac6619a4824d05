//! A log line that may become due very often is written once a minute, with how often it was due.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// So long the log is silent about something after it has mentioned it.
const SILENT: Duration = Duration::from_mins(1);

/// One thing that the log mentions once a minute.
#[derive(Default)]
pub(crate) struct LogThrottle {
    /// Since the log has mentioned it.
    number: AtomicU64,
    /// Until then the log is silent, in milliseconds after the beginning.
    silent: AtomicU64,
}

impl LogThrottle {
    pub(crate) const fn new() -> Self {
        Self { number: AtomicU64::new(0), silent: AtomicU64::new(0) }
    }

    /// It has happened, this long after the beginning. If it is time to mention it, how often it did since the last mention.
    pub(crate) fn count(&self, now: Duration) -> Option<u64> {
        self.number.fetch_add(1, Ordering::Relaxed);
        let (silent, millis) = (self.silent.load(Ordering::Relaxed), |span: Duration| span.as_millis() as u64);
        let is_time = millis(now) >= silent;
        // Of several at the same moment one mentions it.
        let mentions =
            |until| self.silent.compare_exchange(silent, until, Ordering::Relaxed, Ordering::Relaxed).is_ok();
        (is_time && mentions(millis(now + SILENT))).then(|| self.number.swap(0, Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_mentioned_once_a_minute_with_its_size() {
        let flood = LogThrottle::new();
        let at = Duration::from_secs;
        assert_eq!(flood.count(at(0)), Some(1), "the first at once");
        for second in 0..59 {
            assert_eq!(flood.count(at(second)), None);
        }
        assert_eq!(flood.count(at(60)), Some(60), "all since then");
    }
}
