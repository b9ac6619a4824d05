//! How long to think.

use std::time::Duration;

/// How much time there is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Time {
    /// Until told to stop, or until another limit is reached.
    #[default]
    Unlimited,
    /// So long for this action, all of it to be used.
    Move(Duration),
    /// A clock: the time manager decides.
    Clock {
        /// What the actor has left.
        left: Duration,
        /// What it gets back with every turn.
        increment: Duration,
        /// How many turns until more time is added, if that is so.
        turns_to_go: Option<u32>,
    },
}

/// How long people like to wait for each level, in milliseconds.
const PATIENCE: [u64; 8] = [300, 500, 800, 1_200, 1_800, 2_500, 3_500, 5_000];

impl Time {
    /// How long a computer player of a level may think: by its clock (what it has left, and what it gets back with
    /// every turn), but never longer than people like to wait.
    pub fn of_level(level: u8, clock: Option<(Duration, Duration)>) -> Self {
        let patience = Duration::from_millis(PATIENCE[usize::from(level.clamp(1, 8)) - 1]);
        match clock {
            // Nearly out of time: what the clock allows is less than what the level would take.
            Some((left, increment)) if left < 30 * patience => Self::Clock { left, increment, turns_to_go: None },
            _ => Self::Move(patience),
        }
    }
}

/// When to stop thinking: at whichever limit is reached first. Without any, when told to.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// How much time there is.
    pub time: Time,
    /// How many positions may be visited (by all threads together).
    pub nodes: Option<u64>,
    /// How many actions ahead to look, before reductions and extensions.
    pub depth: Option<u32>,
}

impl Limits {
    /// Until told to stop.
    pub const INFINITE: Self = Self { time: Time::Unlimited, nodes: None, depth: None };

    /// So many positions.
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::INFINITE }
    }

    /// So many actions ahead.
    pub const fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::INFINITE }
    }

    /// So long for this action.
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
        assert_eq!(Time::of_level(8, left(600)), Time::Move(Duration::from_secs(5)));
    }
}
