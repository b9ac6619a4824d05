//! Exponential backoff: how long to wait before the next attempt to connect.

use std::time::Duration;

const FIRST: Duration = Duration::from_millis(500);
const LONGEST: Duration = Duration::from_secs(10);

/// The number of failed attempts since the last message of the server.
#[derive(Debug, Default)]
pub(super) struct Backoff {
    failed: u32,
}

impl Backoff {
    /// The server has answered: the next pause is the shortest again.
    pub(super) const fn reset(&mut self) {
        self.failed = 0;
    }

    /// The pause before the next attempt: 0.5 seconds, doubled with each failure, at most 10 seconds.
    /// `jitter` from 0 to 255 adds up to a quarter, so that the clients of a restarted server do not
    /// all connect at once.
    pub(super) fn pause(&mut self, jitter: u8) -> Duration {
        let pause = FIRST.saturating_mul(1 << self.failed.min(8)).min(LONGEST);
        self.failed = self.failed.saturating_add(1);
        pause + pause * u32::from(jitter) / (4 * 255)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_ten_seconds_and_begin_anew() {
        let mut backoff = Backoff::default();
        let pauses: Vec<u128> = (0..7).map(|_| backoff.pause(0).as_millis()).collect();
        assert_eq!(pauses, [500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
        backoff.reset();
        assert_eq!(backoff.pause(255).as_millis(), 625, "a quarter more at most");
        for _ in 0..100 {
            assert!(backoff.pause(255) <= LONGEST * 5 / 4);
        }
    }
}
