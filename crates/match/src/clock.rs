//! Chess clocks: a pure function of the events' timestamps. No clock runs before the start, while chance acts, or after
//! the end.

use menagerie_game::{Actor, BySeat, EffectLog, Seat, SeatSet};

use crate::event_text::{event_author, taken_back_to};
use crate::time_control::TimeControl;
use crate::{AnyMatch, EventText, Refusal};

/// Milliseconds since 1970, or a span of them.
pub type Millis = i64;

const SECOND: Millis = 1_000;
const DAY: Millis = 24 * 60 * 60 * SECOND;

/// The clocks of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    control: TimeControl,
    budgets: BySeat<Budget>,
    /// Whether the clocks were started, by a call or by the first action.
    started: bool,
    running: Option<(Seat, Millis)>,
    /// The seat whose turn is under way: the first that acted in it.
    turn_of: Option<Seat>,
}

/// The reading of one seat's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockReading {
    /// The main time that is left, or the rest of the current byoyomi period.
    pub left: Millis,
    /// Byoyomi periods left, this one included.
    pub periods: u32,
}

/// The time that one seat has.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Budget {
    /// Main time; with days per turn, the time of the turn.
    main: Millis,
    /// The rest of the current byoyomi period.
    period: Millis,
    /// Byoyomi periods left, this one included.
    periods: u32,
}

impl Clock {
    /// Full clocks, none of them running.
    pub fn new(control: TimeControl) -> Self {
        let budget = match control {
            TimeControl::None => Budget::default(),
            // Without initial time the first turn gets one increment.
            TimeControl::Fischer { initial: 0, increment: first } | TimeControl::Fischer { initial: first, .. } => {
                Budget { main: seconds(first), ..Budget::default() }
            }
            TimeControl::Byoyomi { initial, period, periods } => {
                Budget { main: seconds(initial), period: seconds(period), periods }
            }
            TimeControl::Days { days } => Budget { main: Millis::from(days) * DAY, ..Budget::default() },
        };
        Self { control, budgets: BySeat::from_fn(|_| budget), started: false, running: None, turn_of: None }
    }

    /// Starts the clocks: the first actor's runs from now on. Without this call they start with the first action of a
    /// seat, which costs its seat no time.
    pub fn start(&mut self, game: &dyn AnyMatch, at: Millis) {
        self.begin(at, deciding(game));
    }

    fn begin(&mut self, at: Millis, first: Option<Seat>) {
        self.started = true;
        self.advance(at, None, first);
    }

    /// Whether the clocks were started.
    pub fn is_started(&self) -> bool {
        self.started
    }

    /// Applies a new event to the match and to its clocks.
    pub fn try_event(&mut self, game: &mut dyn AnyMatch, event: &str, at: Millis) -> Result<EffectLog, Refusal> {
        game.check(event)?;
        self.replay_event(game, event, at)
    }

    /// Applies an event of a log to the match and to its clocks.
    pub fn replay_event(&mut self, game: &mut dyn AnyMatch, event: &str, at: Millis) -> Result<EffectLog, Refusal> {
        let by = event_author(game, event);
        let turns_before = game.turns();
        let effects = game.replay_event(event)?;
        let acted = EventText::of(event).is_action();
        self.started |= acted && by.seat().is_some();
        if acted && self.turn_of.is_none() {
            self.turn_of = by.seat();
        }
        let mut renewed = None;
        if game.turns() > turns_before {
            renewed = self.turn_of.take();
        } else if !acted && self.turn_was_dropped(game, event, by) {
            self.turn_of = None;
        }
        self.advance(at, renewed, deciding(game));
        Ok(effects)
    }

    /// Whether the unfinished turn was dropped: its seat has left, or the match went back.
    fn turn_was_dropped(&self, game: &dyn AnyMatch, event: &str, by: Actor) -> bool {
        let left = matches!(EventText::of(event), EventText::Depart(..));
        taken_back_to(game, event).is_some() || (left && by.seat() == self.turn_of)
    }

    /// Advances the clocks to an event. The running seat is charged, the seat whose turn ended gets its increment or a new
    /// period, and the clock of `next` starts.
    fn advance(&mut self, at: Millis, turn_ended_of: Option<Seat>, next: Option<Seat>) {
        if let Some((seat, since)) = self.running.take() {
            self.charge(seat, at - since);
        }
        if let Some(seat) = turn_ended_of {
            self.renew(seat);
        }
        if self.started && self.control != TimeControl::None {
            self.running = next.map(|seat| (seat, at));
        }
    }

    /// The running seat and when its flag falls.
    pub fn flag(&self) -> Option<(Seat, Millis)> {
        self.running.map(|(seat, since)| (seat, since + self.total(seat)))
    }

    /// The seat whose time is up.
    pub fn fallen(&self, now: Millis) -> Option<Seat> {
        self.flag().filter(|&(_, falls)| falls <= now).map(|(seat, _)| seat)
    }

    /// The time that the seat has left for its decision; nothing without a time control.
    pub fn left(&self, seat: Seat, now: Millis) -> Option<Millis> {
        let since = self.running.filter(|&(running, _)| running == seat).map_or(now, |(_, since)| since);
        (self.control != TimeControl::None).then(|| (self.total(seat) - (now - since)).max(0))
    }

    /// The seat whose clock runs.
    pub fn running(&self) -> Option<Seat> {
        self.running.map(|(seat, _)| seat)
    }

    /// The readings of these seats' clocks; empty without a time control.
    pub fn faces(&self, now: Millis, seats: SeatSet) -> Vec<ClockReading> {
        if self.control == TimeControl::None {
            return Vec::new();
        }
        let mut charged = self.clone();
        if let Some((seat, since)) = self.running {
            charged.charge(seat, now - since);
        }
        let face = |budget: Budget| {
            let left = if budget.main > 0 { budget.main } else { budget.period };
            ClockReading { left, periods: budget.periods }
        };
        seats.iter().map(|seat| face(charged.budgets[seat])).collect()
    }

    fn charge(&mut self, seat: Seat, spent: Millis) {
        let full_period = self.full_period();
        let budget = &mut self.budgets[seat];
        // A system clock that is set back must not give a seat time.
        let spent = spent.max(0);
        let from_main = spent.min(budget.main);
        budget.main -= from_main;
        let mut rest = spent - from_main;
        while rest >= budget.period && budget.periods > 1 {
            rest -= budget.period;
            budget.periods -= 1;
            budget.period = full_period;
        }
        budget.period = (budget.period - rest).max(0);
    }

    fn renew(&mut self, seat: Seat) {
        let full_period = self.full_period();
        let budget = &mut self.budgets[seat];
        match self.control {
            TimeControl::None => {}
            TimeControl::Fischer { increment, .. } => budget.main += seconds(increment),
            TimeControl::Byoyomi { .. } => budget.period = full_period,
            TimeControl::Days { days } => budget.main = Millis::from(days) * DAY,
        }
    }

    fn total(&self, seat: Seat) -> Millis {
        let budget = self.budgets[seat];
        let more = Millis::from(budget.periods.saturating_sub(1)) * self.full_period();
        budget.main + budget.period + more
    }

    fn full_period(&self) -> Millis {
        match self.control {
            TimeControl::Byoyomi { period, .. } => seconds(period),
            _ => 0,
        }
    }
}

fn seconds(number: u32) -> Millis {
    Millis::from(number) * SECOND
}

/// The seat whose decision is due.
fn deciding(game: &dyn AnyMatch) -> Option<Seat> {
    if game.end().is_some() { None } else { game.position().actor().seat() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: Seat = Seat(0);
    const BLACK: Seat = Seat(1);

    fn fischer() -> Clock {
        let mut clock = Clock::new(TimeControl::Fischer { initial: 60, increment: 5 });
        clock.begin(1_000, Some(WHITE));
        clock
    }

    fn left(clock: &Clock, now: Millis) -> Vec<Millis> {
        clock.faces(now, SeatSet::first(2)).into_iter().map(|face| face.left).collect()
    }

    #[test]
    fn the_actors_clock_runs_and_the_increment_comes_when_the_turn_ends() {
        let mut clock = fischer();
        clock.advance(11_000, Some(WHITE), Some(BLACK));
        assert_eq!(left(&clock, 13_000), [55_000, 58_000]);
    }

    #[test]
    fn where_there_is_nothing_at_the_start_the_first_turn_has_the_increment() {
        let mut clock = Clock::new(TimeControl::Fischer { initial: 0, increment: 5 });
        clock.begin(1_000, Some(WHITE));
        assert_eq!(clock.fallen(5_999), None);
        clock.advance(3_000, Some(WHITE), Some(BLACK));
        assert_eq!(left(&clock, 4_000), [8_000, 4_000]);
    }

    #[test]
    fn several_actions_in_a_turn_bring_one_increment() {
        let mut clock = fischer();
        clock.advance(11_000, None, Some(WHITE));
        clock.advance(21_000, Some(WHITE), Some(BLACK));
        assert_eq!(left(&clock, 21_000), [45_000, 60_000]);
    }

    #[test]
    fn a_decision_inside_anothers_turn_costs_time_and_renews_nothing() {
        let mut clock = fischer();
        clock.advance(2_000, None, Some(BLACK));
        clock.advance(12_000, None, Some(WHITE));
        clock.advance(12_000, Some(WHITE), Some(BLACK));
        assert_eq!(left(&clock, 12_000), [64_000, 50_000]);
    }

    #[test]
    fn an_extra_turn_renews_too() {
        let mut clock = fischer();
        clock.advance(1_000, Some(WHITE), Some(WHITE));
        clock.advance(1_000, Some(WHITE), Some(BLACK));
        assert_eq!(left(&clock, 1_000), [70_000, 60_000]);
    }

    #[test]
    fn chance_costs_nobody_time() {
        let mut clock = fischer();
        clock.advance(1_000, None, None);
        assert_eq!(clock.flag(), None);
        clock.advance(900_000, None, Some(WHITE));
        assert_eq!(left(&clock, 900_000), [60_000, 60_000]);
    }

    #[test]
    fn before_the_start_no_clock_runs() {
        let mut clock = Clock::new(TimeControl::Fischer { initial: 60, increment: 5 });
        clock.advance(5_000, None, Some(WHITE));
        assert_eq!((clock.is_started(), clock.flag()), (false, None));
        assert_eq!(left(&clock, 99_000), [60_000, 60_000]);
    }

    #[test]
    fn the_flag_falls_when_all_is_used_up_and_not_before() {
        let clock = fischer();
        assert_eq!(clock.flag(), Some((WHITE, 61_000)));
        assert_eq!(clock.fallen(60_999), None);
        assert_eq!(clock.fallen(61_000), Some(WHITE));
    }

    #[test]
    fn byoyomi_periods_are_used_up_one_by_one_and_renewed_after_the_turn() {
        let mut clock = Clock::new(TimeControl::Byoyomi { initial: 10, period: 30, periods: 3 });
        clock.begin(0, Some(WHITE));
        assert_eq!(clock.flag(), Some((WHITE, 100_000)));
        clock.advance(45_000, Some(WHITE), Some(BLACK));
        let faces = [ClockReading { left: 30_000, periods: 2 }, ClockReading { left: 10_000, periods: 3 }];
        assert_eq!(clock.faces(45_000, SeatSet::first(2)), faces);
    }

    #[test]
    fn within_a_period_nothing_is_lost_after_a_turn() {
        let mut clock = Clock::new(TimeControl::Byoyomi { initial: 0, period: 30, periods: 1 });
        clock.begin(0, Some(WHITE));
        for turn in 0..5 {
            clock.advance(turn * 29_000, Some(WHITE), Some(WHITE));
        }
        assert_eq!(clock.left(WHITE, 4 * 29_000), Some(30_000));
    }

    #[test]
    fn days_are_full_again_after_each_own_turn() {
        let mut clock = Clock::new(TimeControl::Days { days: 2 });
        clock.begin(0, Some(WHITE));
        clock.advance(DAY, Some(WHITE), Some(BLACK));
        assert_eq!(left(&clock, 2 * DAY), [2 * DAY, DAY]);
        assert_eq!(clock.flag(), Some((BLACK, 3 * DAY)));
    }

    #[test]
    fn without_a_control_nothing_runs() {
        let mut clock = Clock::new(TimeControl::None);
        clock.begin(0, Some(WHITE));
        assert_eq!((clock.flag(), clock.left(WHITE, 99)), (None, None));
        assert!(clock.faces(5, SeatSet::first(2)).is_empty());
    }

    #[test]
    fn a_clock_set_back_gives_nobody_time() {
        let mut clock = fischer();
        clock.advance(500, Some(WHITE), Some(BLACK));
        assert_eq!(left(&clock, 500), [65_000, 60_000]);
    }
}
