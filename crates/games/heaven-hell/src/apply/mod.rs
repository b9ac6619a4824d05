//! What an action does, as effects.

mod fate;
mod land;
mod mover;
mod run;
mod step;

use menagerie_game::{Effects, Progress, Silent};

use crate::action::Action;
use crate::position::Position;

pub(crate) use land::Landing;
pub(crate) use mover::MoveKind;
pub(crate) use step::{Listener, Step};

impl Position {
    /// Does a legal action and everything that follows from it up to the next decision.
    pub(crate) fn apply(&mut self, action: Action, effects: &mut impl Effects) -> Progress {
        self.perform_for(action, effects)
    }

    /// Whether a legal action depends on hidden traps, whether or not there are any.
    pub(crate) fn looks_for_traps(&self, action: Action) -> bool {
        let mut after = self.clone();
        let mut log = Silent;
        let mut step = Step::new(&mut after, &mut log);
        step.carry_through(action);
        step.looked_for_traps
    }

    fn perform_for(&mut self, action: Action, log: &mut dyn Listener) -> Progress {
        let mut step = Step::new(self, log);
        step.carry_through(action);
        Progress::when(step.has_made_progress())
    }
}

impl Step<'_> {
    /// Does an action and everything that follows from it up to the next decision.
    fn carry_through(&mut self, action: Action) {
        match self.position.pending.first().copied() {
            Some(task) => self.answer(task, action),
            None => self.main_action(action),
        }
        if !self.told {
            // An answer that only leads to the next question gets an effect too.
            self.tell_choice(action);
        }
        self.run();
    }
}
