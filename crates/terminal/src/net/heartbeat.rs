//! The heartbeat of a socket: WebSocket pings detect a dead connection without user input.

use std::time::{Duration, Instant};

/// After this long without a frame, the client sends a ping.
const PING_AFTER: Duration = Duration::from_secs(2);
/// After this long without a frame, the connection counts as dead. Two pings may be lost.
const DEAD_AFTER: Duration = Duration::from_secs(6);

/// The times of the last received frame and the last ping.
#[derive(Debug)]
pub(super) struct Heartbeat {
    heard: Instant,
    pinged: Instant,
}

/// What the client must do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum HeartbeatCheck {
    /// Nothing.
    Alive,
    /// Send a ping.
    Ping,
    /// The connection is dead.
    Dead,
}

impl Heartbeat {
    pub(super) const fn new(now: Instant) -> Self {
        Self { heard: now, pinged: now }
    }

    /// A frame arrived. Any frame counts, not only a pong.
    pub(super) const fn heard(&mut self, now: Instant) {
        (self.heard, self.pinged) = (now, now);
    }

    /// Checks the heartbeat. The caller sends the ping that this returns.
    pub(super) fn check(&mut self, now: Instant) -> HeartbeatCheck {
        if now.saturating_duration_since(self.heard) >= DEAD_AFTER {
            return HeartbeatCheck::Dead;
        }
        if now.saturating_duration_since(self.pinged) < PING_AFTER {
            return HeartbeatCheck::Alive;
        }
        self.pinged = now;
        HeartbeatCheck::Ping
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_silent_server_is_pinged_and_then_taken_for_dead() {
        let start = Instant::now();
        let mut heartbeat = Heartbeat::new(start);
        let mut at = |millis| heartbeat.check(start + Duration::from_millis(millis));
        assert_eq!(at(1_900), HeartbeatCheck::Alive);
        assert_eq!(at(2_000), HeartbeatCheck::Ping);
        assert_eq!(at(2_050), HeartbeatCheck::Alive, "one ping at a time");
        assert_eq!(at(4_100), HeartbeatCheck::Ping);
        assert_eq!(at(6_000), HeartbeatCheck::Dead);
    }

    #[test]
    fn a_server_that_answers_lives() {
        let start = Instant::now();
        let mut heartbeat = Heartbeat::new(start);
        for second in 1..60 {
            let now = start + Duration::from_secs(second);
            assert_ne!(heartbeat.check(now), HeartbeatCheck::Dead, "second {second}");
            heartbeat.heard(now);
        }
    }
}
