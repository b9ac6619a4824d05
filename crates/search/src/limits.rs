//! Search limits: time, nodes, depth.

use std::time::Duration;

/// The time limit.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Time {
    /// No time limit.
    #[default]
    Unlimited,
    /// A fixed time for this action.
    Move(Duration),
    /// A clock: time management decides.
    Clock {
        /// The actor's remaining time.
        left: Duration,
        /// The increment per turn.
        increment: Duration,
        /// Turns until the next time control, if there is one.
        turns_to_go: Option<u32>,
    },
}

/// The thinking time of each level, in milliseconds: as long as people like to wait, at most 3 s with the overhead.
const MOVE_TIME_MS: [u64; 8] = [300, 500, 800, 1_200, 1_800, 2_200, 2_500, 2_800];

impl Time {
    /// The thinking time of a level. `clock` is the remaining time and the increment.
    pub fn of_level(level: u8, clock: Option<(Duration, Duration)>) -> Self {
        let move_time = Duration::from_millis(MOVE_TIME_MS[usize::from(level.clamp(1, 8)) - 1]);
        match clock {
            // Short of time: the clock allows less than the level's time.
            Some((left, increment)) if left < 30 * move_time => Self::Clock { left, increment, turns_to_go: None },
            _ => Self::Move(move_time),
        }
    }
}

/// When to stop: at the first limit that is reached. Without limits, at the stop flag.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// The time limit.
    pub time: Time,
    /// The node limit, for all threads together.
    pub nodes: Option<u64>,
    /// The depth limit in actions, before reductions and extensions.
    pub depth: Option<u32>,
}

impl Limits {
    /// No limits: until the stop flag.
    pub const INFINITE: Self = Self { time: Time::Unlimited, nodes: None, depth: None };

    /// A node limit.
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::INFINITE }
    }

    /// A depth limit.
    pub const fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::INFINITE }
    }

    /// A fixed time.
    pub const fn move_time(time: Duration) -> Self {
        Self { time: Time::Move(time), ..Self::INFINITE }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_little_time_the_clock_decides() {
        let left = |seconds| Some((Duration::from_secs(seconds), Duration::ZERO));
        assert_eq!(Time::of_level(1, None), Time::Move(Duration::from_millis(300)));
        assert!(matches!(Time::of_level(8, left(10)), Time::Clock { .. }));
        assert_eq!(Time::of_level(8, left(600)), Time::Move(Duration::from_millis(2_800)));
    }
}
