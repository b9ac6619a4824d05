//! The clocks, computed from the timestamps by an independent model that can disagree with the server's.

use menagerie_wire::table::TimeControl;

use super::replay::MatchState;
use super::{Kind, TableCheck, TableLog};

/// The tolerance between the server's check of an action and its timestamp, which the database sets and faults may
/// delay.
const LATE: i64 = 12_000;

/// The remaining time of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
struct SeatTime {
    seat: String,
    /// The main time.
    main: i64,
    /// The rest of the current period, and the number of periods including it.
    period: i64,
    periods: i64,
}

/// The clocks of a match at one version.
#[derive(Clone)]
pub(super) struct Clocks {
    control: TimeControl,
    purses: Vec<SeatTime>,
    /// Whether the clocks were started. Days count from the start of the match, other clocks from the first action.
    started: bool,
    /// The seat to move, and since when.
    running: Option<(String, i64)>,
    /// The seat whose turn it is: the first that acted in it.
    turn_of: Option<String>,
}

impl Clocks {
    fn new(table: &TableLog, first: &MatchState, began: i64) -> Self {
        let (main, period, periods) = match table.clock {
            TimeControl::None => (0, 0, 0),
            TimeControl::Fischer { initial, .. } => (millis(initial), 0, 0),
            TimeControl::Byoyomi { initial, period, periods } => (millis(initial), millis(period), i64::from(periods)),
            TimeControl::Days { days } => (i64::from(days) * 86_400_000, 0, 0),
        };
        let seats =
            first.views.iter().map(|viewer_state| viewer_state.viewer.clone()).filter(|name| name != "spectator");
        let purses = seats.map(|seat| SeatTime { seat, main, period, periods }).collect();
        let started = matches!(table.clock, TimeControl::Days { .. });
        let mut clocks = Self { control: table.clock, purses, started, running: None, turn_of: None };
        clocks.run(first, began);
        clocks
    }

    /// Starts the clock of the seat to move.
    fn run(&mut self, moment: &MatchState, at: i64) {
        let pays = self.started && self.purses.iter().any(|purse| purse.seat == moment.actor);
        self.running = pays.then(|| (moment.actor.clone(), at));
    }

    /// The seat whose clock runs: its total time, and the time it has spent so far.
    fn running(&self, at: i64) -> Option<(&str, i64, i64)> {
        let (seat, since) = self.running.as_ref()?;
        let purse = self.purses.iter().find(|purse| purse.seat == *seat)?;
        let more = (purse.periods - 1).max(0) * self.full_period();
        Some((seat, purse.main + purse.period + more, at - since))
    }

    /// The shown time of a seat whose clock does not run.
    fn shows(&self, place: usize) -> Option<i64> {
        let purse = self.purses.get(place)?;
        Some(if purse.main > 0 { purse.main } else { purse.period })
    }

    const fn full_period(&self) -> i64 {
        match self.control {
            TimeControl::Byoyomi { period, .. } => millis(period),
            _ => 0,
        }
    }

    fn happened(&mut self, (text, by): (&str, &str), at: i64, before: &MatchState, after: &MatchState) {
        if let Some((seat, since)) = self.running.take() {
            self.pay(&seat, at - since);
        }
        let acted = !text.starts_with('!');
        self.started |= acted && by != "chance";
        if acted && self.turn_of.is_none() && by != "chance" {
            self.turn_of = Some(by.to_owned());
        }
        if after.turns > before.turns {
            if let Some(seat) = self.turn_of.take() {
                self.renew(&seat);
            }
        } else if !acted && dropped(text, by, self.turn_of.as_deref(), after) {
            self.turn_of = None;
        }
        self.run(after, at);
    }

    fn pay(&mut self, seat: &str, spent: i64) {
        let full = self.full_period();
        let Some(purse) = self.purses.iter_mut().find(|purse| purse.seat == seat) else { return };
        let from_main = spent.clamp(0, purse.main);
        purse.main -= from_main;
        let mut rest = (spent - from_main).max(0);
        while purse.periods > 1 && rest >= purse.period {
            rest -= purse.period;
            (purse.periods, purse.period) = (purse.periods - 1, full);
        }
        purse.period = (purse.period - rest).max(0);
    }

    fn renew(&mut self, seat: &str) {
        let (full, control) = (self.full_period(), self.control);
        let Some(purse) = self.purses.iter_mut().find(|purse| purse.seat == seat) else { return };
        match control {
            TimeControl::None => {}
            TimeControl::Fischer { increment, .. } => purse.main += millis(increment),
            TimeControl::Byoyomi { .. } => purse.period = full,
            TimeControl::Days { days } => purse.main = i64::from(days) * 86_400_000,
        }
    }
}

const fn millis(seconds: u32) -> i64 {
    seconds as i64 * 1000
}

/// Whether the current turn was dropped: its seat left, or a takeback happened.
fn dropped(text: &str, by: &str, turn_of: Option<&str>, after: &MatchState) -> bool {
    let left = ["!resign", "!flag", "!leave"].iter().any(|verb| text.starts_with(verb));
    let agreed = ["!offer-takeback", "!agree-takeback"].iter().any(|verb| text.starts_with(verb));
    (left && Some(by) == turn_of) || (agreed && !after.takeback)
}

/// Bounds of the clocks after each event. The store does not keep when the last player joined: the first assumes the
/// earliest start of the match, the second the latest.
pub(super) fn bounds(table: &TableLog, moments: &[MatchState]) -> Vec<(Clocks, Clocks)> {
    let latest = table.events.first().filter(|_| !table.began_full).map_or(table.created, |event| event.at.0);
    let begin = |at| Clocks::new(table, &moments[0], at);
    let mut bounds = vec![(begin(table.created), begin(latest))];
    for (event, pair) in table.events.iter().zip(moments.windows(2)) {
        let (mut least, mut most) = bounds[bounds.len() - 1].clone();
        let what = (event.text.as_str(), event.by.as_str());
        least.happened(what, event.at.0, &pair[0], &pair[1]);
        most.happened(what, event.at.0, &pair[0], &pair[1]);
        bounds.push((least, most));
    }
    bounds
}

impl TableCheck<'_> {
    /// Flags fall when time is up, and no seat acts long after that.
    pub(super) fn clocks(&mut self, moments: &[MatchState]) {
        if self.table.clock == TimeControl::None {
            return;
        }
        let mut wrong = Vec::new();
        for (event, (least, most)) in self.table.events.iter().zip(bounds(self.table, moments)) {
            let what = format!("event {}, {}", event.seq, event.text);
            if let Some(flagged) = event.text.strip_prefix("!flag:") {
                match least.running(event.at.0) {
                    Some((seat, has, spent)) if seat == flagged && spent >= has => {}
                    Some((seat, has, spent)) => wrong.push(format!("{what}: {seat} had {has} ms and spent {spent}")),
                    None => wrong.push(format!("{what}: no clock runs")),
                }
            } else if let Some((seat, has, spent)) = most.running(event.at.0)
                && spent > has + LATE
            {
                wrong.push(format!("{what}: {seat}'s flag should have fallen: it had {has} ms and spent {spent}"));
            }
        }
        for detail in wrong {
            self.find(Kind::Clock, None, detail);
        }
    }
}

/// Whether a shown clock is possible: the running clock may show less, the others exactly what they have.
pub(super) fn plausible(shown: &menagerie_wire::table::Clocks, (least, most): &(Clocks, Clocks)) -> bool {
    let running = most.running.as_ref().map(|(seat, _)| seat);
    shown.running.as_ref() == running
        && shown.left.iter().enumerate().all(|(place, left)| {
            let (Some(low), Some(high)) = (least.shows(place), most.shows(place)) else { return false };
            let runs = most.purses.get(place).map(|purse| &purse.seat) == running;
            // A running clock switches from main time to a period while it runs.
            runs && matches!(most.control, TimeControl::Byoyomi { .. })
                || *left <= high && (runs || *left >= low)
                || matches!(most.control, TimeControl::Byoyomi { .. }) && low != high
        })
}
