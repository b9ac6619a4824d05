//! Which actions of a log stand after undos and takebacks, computed from the log alone. Clients, which have no match, use it too.

use crate::EventText;

/// What an event of a log does to the actions before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogStep {
    /// A seat acts.
    Act,
    /// Chance acts.
    Chance,
    /// The last action is undone.
    Undo,
    /// The match goes back to the start of this turn, counted from 1.
    Back(u32),
    /// An offer, an answer or a departure: the actions stay as they are.
    Other,
}

impl LogStep {
    /// The step of an event. `back` is the turn to whose start the event took the match; `by_chance` says that chance acted.
    pub fn of(event: &str, back: Option<u32>, by_chance: bool) -> Self {
        match (back, EventText::of(event)) {
            (Some(turn), _) => Self::Back(turn),
            (None, EventText::Action(_)) if by_chance => Self::Chance,
            (None, EventText::Action(_)) => Self::Act,
            (None, EventText::Undo) => Self::Undo,
            (None, _) => Self::Other,
        }
    }
}

/// The actions that stand, each with its turn and a value of the caller's.
///
/// ```
/// use menagerie_match::{LogStep, StandingActions};
///
/// let mut standing = StandingActions::default();
/// for (event, turn) in [("a5a2", 1), ("a1b2", 2), ("!undo", 2), ("a1b1", 2)] {
///     standing.push(LogStep::of(event, None, false), turn, event);
/// }
/// assert!(standing.iter().map(|(_, event)| *event).eq(["a5a2", "a1b1"]));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StandingActions<T> {
    actions: Vec<(u32, T)>,
    /// Chance's actions before the first action of a seat. A takeback of the first turn keeps them.
    dealt: usize,
    has_acted: bool,
}

impl<T> Default for StandingActions<T> {
    fn default() -> Self {
        Self { actions: Vec::new(), dealt: 0, has_acted: false }
    }
}

impl<T> StandingActions<T> {
    /// Adds the next event of the log, which belongs to this turn. The value is kept if the event is an action.
    pub fn push(&mut self, step: LogStep, turn: u32, value: T) {
        self.has_acted |= step != LogStep::Chance;
        self.dealt += usize::from(!self.has_acted);
        match step {
            LogStep::Act | LogStep::Chance => self.actions.push((turn, value)),
            LogStep::Undo => drop(self.actions.pop()),
            LogStep::Back(start) => {
                let first = self.actions.iter().position(|(turn, _)| *turn >= start).unwrap_or(self.actions.len());
                self.actions.truncate(first.max(self.dealt));
            }
            LogStep::Other => {}
        }
    }

    /// The actions that stand, in order: the turn of each, counted from 1, and its value.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (u32, &T)> {
        self.actions.iter().map(|(turn, value)| (*turn, value))
    }

    /// The turn of the last standing action whose value fulfils a condition. Chance and other seats may act inside that turn too.
    pub fn last_turn(&self, is_wanted: impl Fn(&T) -> bool) -> Option<u32> {
        self.iter().rev().find(|(_, value)| is_wanted(value)).map(|(turn, _)| turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn last(log: &[(LogStep, u32, bool)]) -> Option<u32> {
        let mut standing = StandingActions::default();
        for &(step, turn, own) in log {
            standing.push(step, turn, own);
        }
        standing.last_turn(|own| *own)
    }

    #[test]
    fn the_last_turn_is_the_last_that_stands() {
        let (act, own, other) = (LogStep::Act, true, false);
        let log = vec![(act, 1, own), (act, 2, other), (act, 3, own), (act, 4, other)];
        assert_eq!(last(&log), Some(3));
        let back = [&log[..], &[(LogStep::Other, 5, own), (LogStep::Back(3), 5, other)]].concat();
        assert_eq!(last(&back), Some(1));
        let again = [&back[..], &[(act, 3, other)]].concat();
        assert_eq!(last(&again), Some(1), "the first turn 3 does not stand");
        assert_eq!(last(&log[1..2]), None);
    }

    #[test]
    fn chance_and_others_may_act_inside_the_turn() {
        let (act, chance) = (LogStep::Act, LogStep::Chance);
        // A die before and after our action, and an answer of another seat: all of turn 3.
        let log =
            [(act, 1, true), (act, 2, false), (chance, 3, false), (act, 3, true), (chance, 3, false), (act, 3, false)];
        assert_eq!(last(&log), Some(3));
    }

    #[test]
    fn an_undone_action_does_not_stand() {
        let act = LogStep::Act;
        assert_eq!(last(&[(act, 1, true), (act, 2, false), (act, 3, true), (LogStep::Undo, 3, true)]), Some(1));
    }

    #[test]
    fn a_takeback_of_the_first_turn_keeps_what_chance_dealt_before_it() {
        let (act, chance) = (LogStep::Act, LogStep::Chance);
        let mut standing = StandingActions::default();
        let log = [(chance, "deal"), (act, "a3a4"), (chance, "die"), (LogStep::Back(1), "")];
        for (step, event) in log {
            standing.push(step, 1, event);
        }
        assert!(standing.iter().eq([(1, &"deal")]));
    }

    #[test]
    fn an_event_gives_its_step() {
        assert_eq!(LogStep::of("e2e4", None, false), LogStep::Act);
        assert_eq!(LogStep::of("die3", None, true), LogStep::Chance);
        assert_eq!(LogStep::of("!undo", None, false), LogStep::Undo);
        assert_eq!(LogStep::of("!agree-takeback:red", Some(3), false), LogStep::Back(3));
        assert_eq!(LogStep::of("!offer-draw:red", None, false), LogStep::Other);
    }
}
