//! Our own players.

use std::time::Duration;

use menagerie_game::{Rules, Viewer};
use menagerie_match::Departure;
use menagerie_search::{Level, Limits, Method, Request, Settings, Thinker, Time};

use super::player::{Fault, Player, Situation};
use super::spec::Budget;

/// One of ours. It gets what its seat sees, and nothing else.
pub(crate) struct Ours<R: Rules> {
    mind: Thinker<R>,
    limits: Limits,
    level: Option<Level>,
    allowance: Option<Duration>,
}

impl<R: Rules> Ours<R> {
    pub(crate) fn of_level(level: Level, settings: Settings) -> Self {
        Self { mind: Thinker::new(settings), limits: Limits::INFINITE, level: Some(level), allowance: None }
    }

    /// At full strength; without a budget only the clock counts.
    pub(crate) fn within(budget: Option<Budget>, settings: Settings) -> Self {
        let limits = budget.map_or(Limits::INFINITE, Budget::limits);
        Self { mind: Thinker::new(settings), limits, level: None, allowance: budget.and_then(Budget::time) }
    }

    pub(crate) fn plain(time: Duration) -> Self {
        let mind = Thinker::by(Method::PlainMonteCarlo, Settings::default());
        Self { mind, limits: Limits::move_time(time), level: None, allowance: Some(time) }
    }
}

impl<R: Rules> Ours<R> {
    /// The limits of its kind, and the clock where they set no time for an action or more than the clock has.
    fn limits_at(&self, situation: &Situation<'_, R>) -> Limits {
        let Some(clock) = situation.clock() else { return self.limits };
        let time = match self.limits.time {
            Time::Move(time) if time < clock.left => Time::Move(time),
            _ => Time::Clock { left: clock.left, increment: clock.increment, turns_to_go: None },
        };
        Limits { time, ..self.limits }
    }
}

impl<R: Rules> Player<R> for Ours<R> {
    fn begin(&mut self) -> Result<(), String> {
        self.mind.new_game();
        Ok(())
    }

    fn decide(&mut self, situation: &Situation<'_, R>) -> Result<R::Action, Fault> {
        let view = situation.play.position().view(Viewer::Seat(situation.seat));
        let mut request = Request::new(view, situation.play.history().clone()).within(self.limits_at(situation));
        (request.level, request.seed) = (self.level, situation.seed);
        let answer = self.mind.think(&request, situation.halt, &mut |_| {});
        answer.map(|answer| answer.action).ok_or_else(|| Fault::new(Departure::Left, "had no answer"))
    }

    fn allowance(&self) -> Option<Duration> {
        self.allowance
    }
}
