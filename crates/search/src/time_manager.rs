//! Time management: a soft and a hard deadline from the clock.

use std::time::Duration;

use crate::clock::now;
use crate::{Limits, Time};

/// The deadlines of one search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadlines {
    /// When the search started, by the [clock](crate::clock).
    started: Duration,
    /// No new iteration starts after this, unless the best action has just changed.
    pub(crate) soft: Option<Duration>,
    /// The search is aborted at this.
    pub(crate) hard: Option<Duration>,
}

/// Reserved for sending the result.
const MOVE_OVERHEAD: Duration = Duration::from_millis(3);
/// The expected number of turns that the actor still has to play.
const EXPECTED_TURNS: u32 = 25;

/// What a clock allows for one action.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClockShare {
    /// An equal share of the time for each expected turn.
    pub(crate) per_turn: Duration,
    soft: Duration,
    pub(crate) hard: Duration,
}

impl ClockShare {
    pub(crate) fn new(left: Duration, increment: Duration, turns_to_go: Option<u32>) -> Self {
        let turns = turns_to_go.unwrap_or(EXPECTED_TURNS).clamp(1, EXPECTED_TURNS);
        let usable = left.saturating_sub(MOVE_OVERHEAD * 4);
        let per_turn = usable / turns + increment * 3 / 4;
        Self { per_turn, soft: (per_turn * 6 / 10).min(usable / 2), hard: (per_turn * 5 / 2).min(usable * 6 / 10) }
    }
}

impl Deadlines {
    /// The deadlines of a search that starts now.
    pub(crate) fn new(limits: &Limits) -> Self {
        let (soft, hard) = match limits.time {
            Time::Unlimited => (None, None),
            Time::Move(time) => (None, Some(time.saturating_sub(MOVE_OVERHEAD).max(time / 2))),
            Time::Clock { left, increment, turns_to_go } => {
                let share = ClockShare::new(left, increment, turns_to_go);
                (Some(share.soft), Some(share.hard))
            }
        };
        Self { started: now(), soft, hard }
    }

    /// Time since the search started.
    pub(crate) fn elapsed(&self) -> Duration {
        now().saturating_sub(self.started)
    }

    /// Whether the hard deadline has passed.
    pub(crate) fn is_over(&self) -> bool {
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }
}
