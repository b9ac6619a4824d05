//! The heartbeat of a socket: a server that falls silent is noticed without anybody typing.

use std::time::{Duration, Instant};

/// After this much silence the server is sent a WebSocket ping.
const PING_AFTER: Duration = Duration::from_secs(2);
/// After this much silence the connection is taken for dead. Two pings may be lost.
const DEAD_AFTER: Duration = Duration::from_secs(6);

/// When the server was heard last, and when it was last asked whether it is there.
#[derive(Debug)]
pub(super) struct Heartbeat {
    heard: Instant,
    pinged: Instant,
}

/// What the silence so far asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pulse {
    /// Nothing.
    Fine,
    /// Send a ping.
    Ping,
    /// The connection is dead.
    Dead,
}

impl Heartbeat {
    pub(super) const fn new(now: Instant) -> Self {
        Self { heard: now, pinged: now }
    }

    /// Any frame counts, not only an answer to a ping.
    pub(super) const fn heard(&mut self, now: Instant) {
        (self.heard, self.pinged) = (now, now);
    }

    /// What is to be done now. A ping that is asked for counts as sent.
    pub(super) fn check(&mut self, now: Instant) -> Pulse {
        if now.saturating_duration_since(self.heard) >= DEAD_AFTER {
            return Pulse::Dead;
        }
        if now.saturating_duration_since(self.pinged) < PING_AFTER {
            return Pulse::Fine;
        }
        self.pinged = now;
        Pulse::Ping
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
        assert_eq!(at(1_900), Pulse::Fine);
        assert_eq!(at(2_000), Pulse::Ping);
        assert_eq!(at(2_050), Pulse::Fine, "one ping at a time");
        assert_eq!(at(4_100), Pulse::Ping);
        assert_eq!(at(6_000), Pulse::Dead);
    }

    #[test]
    fn a_server_that_answers_lives() {
        let start = Instant::now();
        let mut heartbeat = Heartbeat::new(start);
        for second in 1..60 {
            let now = start + Duration::from_secs(second);
            assert_ne!(heartbeat.check(now), Pulse::Dead, "second {second}");
            heartbeat.heard(now);
        }
    }
}
