//! The built-in players.

use std::time::Duration;

use menagerie_game::{Rules, Viewer};
use menagerie_match::Departure;
use menagerie_search::{Level, Limits, Method, Request, Settings, Thinker, Time};

use super::player::{Decision, Fault, Player};
use super::player_spec::Budget;

/// A built-in player. It gets its seat's view and nothing else.
pub(crate) struct OwnPlayer<R: Rules> {
    mind: Thinker<R>,
    limits: Limits,
    level: Option<Level>,
    contempt: i32,
    time_per_action: Option<Duration>,
}

impl<R: Rules> OwnPlayer<R> {
    /// A player of this level, with the level's time limit: as people meet it.
    pub(crate) fn of_level(level: Level, settings: Settings, contempt: i32) -> Self {
        let limits = Limits { time: Time::of_level(level.number(), None), ..Limits::INFINITE };
        Self { mind: Thinker::new(settings), limits, level: Some(level), contempt, time_per_action: None }
    }

    /// A player at full strength. Without a budget only the clock limits it.
    pub(crate) fn within(budget: Option<Budget>, settings: Settings, contempt: i32) -> Self {
        let limits = budget.map_or(Limits::INFINITE, Budget::limits);
        let time_per_action = budget.and_then(Budget::time);
        Self { mind: Thinker::new(settings), limits, level: None, contempt, time_per_action }
    }

    pub(crate) fn plain(time: Duration) -> Self {
        let mind = Thinker::by(Method::PlainMonteCarlo, Settings::default());
        Self { mind, limits: Limits::move_time(time), level: None, contempt: 0, time_per_action: Some(time) }
    }
}

impl<R: Rules> OwnPlayer<R> {
    /// The player's own limits, reduced to the remaining time of its clock.
    fn limits_at(&self, decision: &Decision<'_, R>) -> Limits {
        let Some(clock) = decision.clock() else { return self.limits };
        let time = match (self.level, self.limits.time) {
            (Some(level), _) => Time::of_level(level.number(), Some((clock.left, clock.increment))),
            (None, Time::Move(time)) if time < clock.left => Time::Move(time),
            _ => Time::Clock { left: clock.left, increment: clock.increment, turns_to_go: None },
        };
        Limits { time, ..self.limits }
    }
}

impl<R: Rules> Player<R> for OwnPlayer<R> {
    fn begin(&mut self) -> Result<(), String> {
        self.mind.new_game();
        Ok(())
    }

    fn choose_action(&mut self, decision: &Decision<'_, R>) -> Result<R::Action, Fault> {
        let view = decision.play.position().view(Viewer::Seat(decision.seat));
        let mut request = Request::new(view, decision.play.history().clone()).within(self.limits_at(decision));
        (request.level, request.seed, request.contempt) = (self.level, decision.seed, self.contempt);
        let answer = self.mind.think(&request, decision.halt, &mut |_| {});
        answer.map(|answer| answer.action).ok_or_else(|| Fault::new(Departure::Left, "had no answer"))
    }

    fn time_per_action(&self) -> Option<Duration> {
        self.time_per_action
    }
}
