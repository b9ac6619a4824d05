//! How long the writing task waits for more appends before it writes a group: not at all at low load, a moment at high
//! load. A commit costs much more than another append in it.

use std::time::{Duration, Instant};

/// The time over which arrivals are averaged.
const WINDOW: Duration = Duration::from_millis(50);
/// The longest wait for more appends.
const WAIT: Duration = Duration::from_millis(1);
/// The task waits if at least this many more appends are to be expected meanwhile.
const WORTH_WAITING: f64 = 1.5;

/// The rate at which appends arrive, as an exponential average.
pub(super) struct Arrivals {
    /// Appends per window.
    level: f64,
    counted: Instant,
}

impl Arrivals {
    /// No appends until now.
    pub(super) const fn new(now: Instant) -> Self {
        Self { level: 0.0, counted: now }
    }

    /// Counts a group of appends.
    pub(super) fn count(&mut self, appends: usize, now: Instant) {
        let passed = now.saturating_duration_since(self.counted).as_secs_f64() / WINDOW.as_secs_f64();
        self.level = self.level * (-passed).exp() + appends as f64;
        self.counted = now;
    }

    /// How long to wait for more appends, if it is worth it.
    pub(super) fn wait(&self) -> Option<Duration> {
        let expected = self.level * WAIT.as_secs_f64() / WINDOW.as_secs_f64();
        (expected >= WORTH_WAITING).then_some(WAIT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the task waits after a second with one group of this size per period.
    fn waits(appends: usize, period: Duration) -> bool {
        let mut now = Instant::now();
        let mut arrivals = Arrivals::new(now);
        let end = now + Duration::from_secs(1);
        while now < end {
            now += period;
            arrivals.count(appends, now);
        }
        arrivals.wait().is_some()
    }

    #[test]
    fn a_busy_store_waits_for_more_appends_and_a_quiet_one_writes_at_once() {
        let millis = Duration::from_millis;
        assert!(!waits(1, millis(10)), "100 appends per second");
        assert!(!waits(1, millis(1)), "1,000 appends per second");
        assert!(waits(2, millis(1)), "2,000 appends per second");
        assert!(waits(20, millis(5)), "4,000 appends per second");
    }

    #[test]
    fn a_store_that_was_busy_writes_at_once_again() {
        let now = Instant::now();
        let mut arrivals = Arrivals::new(now);
        arrivals.count(1_000, now);
        assert!(arrivals.wait().is_some());
        arrivals.count(1, now + Duration::from_secs(1));
        assert!(arrivals.wait().is_none());
    }
}
