//! Search limits: time, nodes, depth.

use std::time::Duration;

use crate::time_manager::ClockShare;

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
        let Some((left, increment)) = clock else { return Self::Move(move_time) };
        let share = ClockShare::new(left, increment, None);
        // Only a clock that never allows more than the level's time may decide alone.
        if share.hard < move_time {
            Self::Clock { left, increment, turns_to_go: None }
        } else {
            Self::Move(move_time.min(share.per_turn))
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
    use crate::time_manager::Deadlines;

    #[test]
    fn with_little_time_the_clock_decides() {
        let left = |seconds| Some((Duration::from_secs(seconds), Duration::ZERO));
        assert_eq!(Time::of_level(1, None), Time::Move(Duration::from_millis(300)));
        assert!(matches!(Time::of_level(8, left(10)), Time::Clock { .. }));
        assert!(matches!(Time::of_level(8, left(50)), Time::Move(time) if time < Duration::from_secs(2)));
        assert_eq!(Time::of_level(8, left(600)), Time::Move(Duration::from_millis(2_800)));
    }

    /// Also with an increment that is longer than the level's time.
    #[test]
    fn no_clock_lets_a_level_think_longer_than_its_time() {
        for (level, left, increment) in (1..=8).flat_map(|level| {
            let clocks =
                [0, 1, 5, 28, 60, 84, 600].into_iter().flat_map(|left| [0, 3, 10, 60].map(|more| (left, more)));
            clocks.map(move |(left, increment)| (level, left, increment))
        }) {
            let [left, increment] = [left, increment].map(Duration::from_secs);
            let limits = Limits { time: Time::of_level(level, Some((left, increment))), ..Limits::INFINITE };
            let hard = Deadlines::new(&limits).hard.expect("a deadline");
            let most = Duration::from_millis(MOVE_TIME_MS[usize::from(level) - 1]);
            assert!(hard <= most && hard <= left, "level {level}, {left:?} and {increment:?}: {hard:?}");
        }
    }
}
