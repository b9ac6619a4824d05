//! What an action does.

mod fate;
mod land;
mod mover;
mod run;
mod step;

use menagerie_game::{Effects, Progress};

use crate::action::Action;
use crate::position::Position;

pub(crate) use land::Landing;
pub(crate) use mover::MoveKind;
pub(crate) use step::{Listener, Step};

impl Position {
    /// Does a legal action and everything that follows from it up to the next decision.
    pub(crate) fn perform(&mut self, action: Action, effects: &mut impl Effects) -> Progress {
        self.perform_for(action, effects)
    }

    fn perform_for(&mut self, action: Action, log: &mut dyn Listener) -> Progress {
        let first = self.pending.first().copied();
        let mut step = Step::new(self, log);
        match first {
            Some(task) => step.answer(task, action),
            None => step.main_action(action),
        }
        if !step.told {
            // An answer that only leads to the next question is worth a line too.
            step.tell_choice(action);
        }
        step.run();
        Progress::when(step.has_made_progress())
    }
}
