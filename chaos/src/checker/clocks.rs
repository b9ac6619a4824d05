//! Clocks, computed once more from the stamps: by a model of their own, so that it can disagree with the server's.

use menagerie_wire::table::TimeControl;

use super::replay::Moment;
use super::{Case, Kind, TableLog};

/// Between the moment when an action is found to be in time and its stamp lies the database's work, which may be disturbed.
const LATE: i64 = 12_000;

/// What a seat has left.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Purse {
    seat: String,
    /// For the game.
    main: i64,
    /// Of the period in use, and how many there are with it.
    period: i64,
    periods: i64,
}

/// The clocks of a match at one version.
#[derive(Clone)]
pub(super) struct Clocks {
    control: TimeControl,
    purses: Vec<Purse>,
    /// Who is to decide, and since when.
    running: Option<(String, i64)>,
    /// Whose turn it is: the first who acted in it.
    turn_of: Option<String>,
}

impl Clocks {
    fn new(table: &TableLog, first: &Moment, began: i64) -> Self {
        let (main, period, periods) = match table.clock {
            TimeControl::None => (0, 0, 0),
            TimeControl::Fischer { initial, .. } => (millis(initial), 0, 0),
            TimeControl::Byoyomi { initial, period, periods } => (millis(initial), millis(period), i64::from(periods)),
            TimeControl::Days { days } => (i64::from(days) * 86_400_000, 0, 0),
        };
        let seats = first.sights.iter().map(|sight| sight.viewer.clone()).filter(|name| name != "spectator");
        let purses = seats.map(|seat| Purse { seat, main, period, periods }).collect();
        let mut clocks = Self { control: table.clock, purses, running: None, turn_of: None };
        clocks.run(first, began);
        clocks
    }

    /// From now on the one who decides pays.
    fn run(&mut self, moment: &Moment, at: i64) {
        let pays = self.purses.iter().any(|purse| purse.seat == moment.actor);
        self.running = pays.then(|| (moment.actor.clone(), at));
    }

    /// What the seat that runs can spend in all, and what it has spent by now.
    fn running(&self, at: i64) -> Option<(&str, i64, i64)> {
        let (seat, since) = self.running.as_ref()?;
        let purse = self.purses.iter().find(|purse| purse.seat == *seat)?;
        let more = (purse.periods - 1).max(0) * self.full_period();
        Some((seat, purse.main + purse.period + more, at - since))
    }

    /// What a seat's clock shows that does not run.
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

    fn happened(&mut self, (text, by): (&str, &str), at: i64, before: &Moment, after: &Moment) {
        if let Some((seat, since)) = self.running.take() {
            self.pay(&seat, at - since);
        }
        let acted = !text.starts_with('!');
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

/// Whether the turn under way is no more: its seat has left, or the match went back.
fn dropped(text: &str, by: &str, turn_of: Option<&str>, after: &Moment) -> bool {
    let left = ["!resign", "!flag", "!leave"].iter().any(|verb| text.starts_with(verb));
    let agreed = ["!offer-takeback", "!agree-takeback"].iter().any(|verb| text.starts_with(verb));
    (left && Some(by) == turn_of) || (agreed && !after.takeback)
}

/// The clocks of a table, after each of its events, as far as they can be known. When the last one sat down is not kept: the
/// first is as if the match had begun as early as it can have, the second as late.
pub(super) fn bounds(table: &TableLog, moments: &[Moment]) -> Vec<(Clocks, Clocks)> {
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

impl Case<'_> {
    /// Flags fall when time is up, and nobody acts long after that.
    pub(super) fn clocks(&mut self, moments: &[Moment]) {
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

/// Whether what a client is shown can be: the clock that runs may show less, the others exactly what they have.
pub(super) fn plausible(shown: &menagerie_wire::table::Clocks, (least, most): &(Clocks, Clocks)) -> bool {
    let running = most.running.as_ref().map(|(seat, _)| seat);
    shown.running.as_ref() == running
        && shown.left.iter().enumerate().all(|(place, left)| {
            let (Some(low), Some(high)) = (least.shows(place), most.shows(place)) else { return false };
            let runs = most.purses.get(place).map(|purse| &purse.seat) == running;
            // Which of main time and period a running clock shows changes while it runs.
            runs && matches!(most.control, TimeControl::Byoyomi { .. })
                || *left <= high && (runs || *left >= low)
                || matches!(most.control, TimeControl::Byoyomi { .. }) && low != high
        })
}
