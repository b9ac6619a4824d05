//! Shots of Mounted Archers and Fortresses (heaven-hell/7).

use std::ops::ControlFlow;

use menagerie_game::Sink;

use super::{Mover, shots};
use crate::action::Action;
use crate::board::{Set, Square};

impl Mover<'_> {
    /// The targets: every enemy that is not protected on a square that a vector reaches from the footprint.
    pub(crate) fn shots(&self, sink: &mut dyn Sink<Action>) -> ControlFlow<()> {
        let vectors = shots(self.piece.kind);
        if vectors.is_empty() {
            return ControlFlow::Continue(());
        }
        let mut targets = Set::EMPTY;
        for cell in self.footprint {
            for &(files, ranks) in vectors {
                cell.offset(files, ranks).into_iter().for_each(|target| targets.insert(target));
            }
        }
        for target in (targets & self.others) - self.allies {
            let at = Square::new(self.plane, target);
            if self.position.pieces.on(at).is_some_and(|enemy| !self.position.is_protected(enemy)) {
                sink.push(Action::Shoot { from: self.piece.square, at })?;
            }
        }
        ControlFlow::Continue(())
    }
}
