//! Log throttling: a frequent log line is written once a minute, with the number of occurrences.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The interval between two lines.
const SILENT: Duration = Duration::from_mins(1);

/// One throttled log line.
#[derive(Default)]
pub(crate) struct LogThrottle {
    /// Occurrences since the last line.
    number: AtomicU64,
    /// The earliest time of the next line, in milliseconds since the start.
    silent: AtomicU64,
}

impl LogThrottle {
    pub(crate) const fn new() -> Self {
        Self { number: AtomicU64::new(0), silent: AtomicU64::new(0) }
    }

    /// Counts an occurrence at this time since the start. If a line is due, returns the occurrences since the last one.
    pub(crate) fn count(&self, now: Duration) -> Option<u64> {
        self.number.fetch_add(1, Ordering::Relaxed);
        let (silent, millis) = (self.silent.load(Ordering::Relaxed), |span: Duration| span.as_millis() as u64);
        let is_time = millis(now) >= silent;
        // Of several threads at the same moment, one writes the line.
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
