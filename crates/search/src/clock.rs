//! The time manager.

use std::time::{Duration, Instant};

use crate::{Limits, Time};

/// When to stop, by the clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadlines {
    /// When thinking began.
    pub(crate) begun: Instant,
    /// Nothing new of any size is begun after this, unless the best action has just changed.
    pub(crate) soft: Option<Duration>,
    /// Everything is dropped at this.
    pub(crate) hard: Option<Duration>,
}

/// What sending the answer may cost.
const LAG: Duration = Duration::from_millis(3);
/// A match is expected to go on for so many more turns of the actor.
const TURNS_LEFT: u32 = 25;

impl Deadlines {
    /// From the limits, as of now.
    pub(crate) fn new(limits: &Limits) -> Self {
        let (soft, hard) = match limits.time {
            Time::Unlimited => (None, None),
            Time::Move(time) => (None, Some(time.saturating_sub(LAG).max(time / 2))),
            Time::Clock { left, increment, turns_to_go } => {
                let turns = turns_to_go.unwrap_or(TURNS_LEFT).clamp(1, TURNS_LEFT);
                let usable = left.saturating_sub(LAG * 4);
                let share = usable / turns + increment * 3 / 4;
                (Some((share * 6 / 10).min(usable / 2)), Some((share * 5 / 2).min(usable * 6 / 10)))
            }
        };
        Self { begun: Instant::now(), soft, hard }
    }

    /// Time since thinking began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Whether everything must be dropped.
    pub(crate) fn is_over(&self) -> bool {
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }
}
