//! What an action does, as effects.

use menagerie_game::{Effect, Effects, Figure, Motion, Place, Progress};

use crate::actions::Action;
use crate::board::swim;
use crate::piece::{Animal, Side};
use crate::position::Position;

impl Position {
    /// Moves the token, takes what stood there and passes the turn.
    #[inline]
    pub(crate) fn apply(&mut self, action: Action, effects: &mut impl Effects) -> Progress {
        let Action { from, to } = action;
        let (mover, foe) = (self.mover, self.mover.other());
        let Some(animal) = self.tokens[mover].on(from) else { return Progress::No };
        let captures = self.held[foe].contains(to);
        if captures && let Some(prey) = self.tokens[foe].on(to) {
            self.tokens[foe].remove(prey);
            self.held[foe].remove(to);
            effects.tell(|| Effect::Captured { piece: figure(prey, foe), at: Place::new(to), to: None });
        }
        self.tokens[mover].put(animal, to);
        self.held[mover].remove(from);
        self.held[mover].insert(to);
        self.mover = foe;
        effects.tell(|| moved(animal, mover, action));
        effects.tell(|| match self.outcome() {
            Some(outcome) => Effect::Ended { outcome },
            None => Effect::Turn { seat: foe.seat() },
        });
        Progress::when(captures)
    }
}

fn moved(animal: Animal, side: Side, Action { from, to }: Action) -> Effect {
    let motion = if swim(from).contains(to) { Motion::Straight } else { Motion::Jump };
    Effect::Moved { piece: figure(animal, side), from: Place::new(from), to: Place::new(to), motion }
}

fn figure(animal: Animal, side: Side) -> Figure {
    Figure::new(animal.name(), side.name())
}
