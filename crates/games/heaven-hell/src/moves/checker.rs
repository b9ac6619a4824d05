//! The Checker Knight's jump (heaven-hell/7).

use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use menagerie_game::Sink;

use super::{Mover, ORTHOGONAL, Vector};
use crate::action::Action;
use crate::board::{Set, Square};
use crate::pieces::PieceId;
use crate::position::Position;

impl Mover<'_> {
    /// The jumps: over a strip that is not free, onto a block that is.
    pub(crate) fn checker_jumps(&self, sink: &mut dyn Sink<Action>) -> ControlFlow<()> {
        let length = self.piece.size as i8 + 1;
        for direction in ORTHOGONAL {
            let Some((anchor, block)) = self.block((direction.0 * length, direction.1 * length)) else { continue };
            if self.strip(direction).meets(self.others) && !block.meets(self.others) {
                self.offer(anchor, sink)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The squares that touch the piece's side in a direction. The block behind them fits, so they are on the board.
    fn strip(&self, direction: Vector) -> Set {
        self.block(direction).map_or(Set::EMPTY, |(_, block)| block - self.footprint)
    }
}

/// The pieces that a Checker Knight captures when it jumps to this square: the enemies on the strip that are not
/// protected, in square order (heaven-hell/R31). Nothing if the move is no jump.
pub(crate) fn jumped(position: &Position, id: PieceId, to: Square) -> Option<ArrayVec<PieceId, 64>> {
    let mover = Mover::new(position, id);
    let from = mover.piece.square;
    let vector = (to.file() as i8 - from.file() as i8, to.rank() as i8 - from.rank() as i8);
    let length = mover.piece.size as i8 + 1;
    if to.plane() != from.plane() || vector.0.abs() + vector.1.abs() != length || vector.0 * vector.1 != 0 {
        return None;
    }
    let strip = mover.strip((vector.0.signum(), vector.1.signum()));
    let taken = |&id: &PieceId| !position.pieces[id].is_of(mover.owner) && !position.is_protected(id);
    Some(position.pieces.overlapping(mover.plane, strip & mover.others).into_iter().filter(taken).collect())
}
