//! Which turn a takeback goes back to.

/// What an event of the log does to the actions that are in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// A seat or chance acts.
    Act,
    /// The last action is undone.
    Undo,
    /// The match goes back to the start of this turn, counted from 1.
    Back(u32),
    /// An offer, an answer, a departure: no action comes or goes.
    Other,
}

impl Step {
    /// The step of an event's text; `back` is the turn to whose start the event took the match.
    pub(crate) fn of(event: &str, back: Option<u32>) -> Self {
        match back {
            Some(turn) => Self::Back(turn),
            None if event == "!undo" => Self::Undo,
            None if event.starts_with('!') => Self::Other,
            None => Self::Act,
        }
    }
}

/// The last turn in which a seat acted, of those that are in force. The log gives each event's step, its turn, and whether the
/// seat did it. Chance and other seats may act inside a turn, before or after the seat: it is a turn of the seat all the same.
pub(crate) fn last_turn_of_seat(log: impl Iterator<Item = (Step, u32, bool)>) -> Option<u32> {
    let mut in_force: Vec<(u32, bool)> = Vec::new();
    for (step, turn, own) in log {
        match step {
            Step::Act => in_force.push((turn, own)),
            Step::Undo => drop(in_force.pop()),
            Step::Back(start) => in_force.retain(|(turn, _)| *turn < start),
            Step::Other => {}
        }
    }
    in_force.iter().rev().find(|(_, own)| *own).map(|(turn, _)| *turn)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn last(log: &[(Step, u32, bool)]) -> Option<u32> {
        last_turn_of_seat(log.iter().copied())
    }

    #[test]
    fn the_last_turn_is_the_last_in_force() {
        let (act, own, other) = (Step::Act, true, false);
        let log = vec![(act, 1, own), (act, 2, other), (act, 3, own), (act, 4, other)];
        assert_eq!(last(&log), Some(3));
        let back = [&log[..], &[(Step::Other, 5, own), (Step::Back(3), 5, other)]].concat();
        assert_eq!(last(&back), Some(1));
        let again = [&back[..], &[(act, 3, other)]].concat();
        assert_eq!(last(&again), Some(1), "the first turn 3 is no more");
        assert_eq!(last(&log[1..2]), None);
    }

    #[test]
    fn chance_and_others_may_act_inside_the_turn() {
        let act = Step::Act;
        // A die before and after our action, and an answer of another seat: all of turn 3.
        let log = [(act, 1, true), (act, 2, false), (act, 3, false), (act, 3, true), (act, 3, false), (act, 3, false)];
        assert_eq!(last(&log), Some(3));
    }

    #[test]
    fn a_turn_whose_actions_are_undone_is_none_of_ours() {
        let act = Step::Act;
        assert_eq!(last(&[(act, 1, true), (act, 2, false), (act, 3, true), (Step::Undo, 3, true)]), Some(1));
    }

    #[test]
    fn an_event_tells_its_step() {
        assert_eq!(Step::of("e2e4", None), Step::Act);
        assert_eq!(Step::of("!undo", None), Step::Undo);
        assert_eq!(Step::of("!agree-takeback:red", Some(3)), Step::Back(3));
        assert_eq!(Step::of("!offer-draw:red", None), Step::Other);
    }
}
