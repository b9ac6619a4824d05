//! Pawn moves: steps, captures, the double step, en passant (heaven-hell/6.7).

use std::ops::ControlFlow;

use menagerie_game::Sink;

use super::Mover;
use crate::action::Action;
use crate::board::Square;
use crate::piece::{Kind, last_rank};
use crate::pieces::PieceId;
use crate::position::Position;

impl Mover<'_> {
    pub(super) fn pawn_moves(&self, sink: &mut dyn Sink<Action>) -> ControlFlow<()> {
        let forward = self.forward();
        if let Some((anchor, block)) = self.block((0, forward))
            && !block.meets(self.others)
        {
            self.offer(anchor, sink)?;
            if self.piece.kind == Kind::Pawn && self.piece.size == 1 && !self.burns(block) {
                self.double_step(sink)?;
            }
        }
        for side in [-1, 1] {
            let Some((anchor, block)) = self.block((side, forward)) else { continue };
            let captures = block.meets(self.others) && !block.meets(self.allies);
            if captures || self.takes_en_passant(anchor) {
                self.offer(anchor, sink)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Two steps from rank 2 or 7 of any plane (heaven-hell/R6); the first square is already known to be free.
    fn double_step(&self, sink: &mut dyn Sink<Action>) -> ControlFlow<()> {
        let home = last_rank(self.owner).abs_diff(6);
        match self.block((0, 2 * self.forward())) {
            Some((anchor, block)) if self.piece.square.rank() == home && !block.meets(self.others) => {
                self.offer(anchor, sink)
            }
            _ => ControlFlow::Continue(()),
        }
    }

    /// Whether a Pawn may capture en passant on this square (heaven-hell/R4).
    fn takes_en_passant(&self, target: Square) -> bool {
        self.piece.kind == Kind::Pawn
            && self.piece.size == 1
            && self.position.en_passant == Some(target)
            && target.rank() == last_rank(self.owner).abs_diff(2)
            && !self.others.contains(target.cell())
            && self.passed(target).is_some()
    }

    /// The enemy Pawn beside the capturing one, on the target's file.
    fn passed(&self, target: Square) -> Option<PieceId> {
        let beside = Square::at(self.plane, target.file() as i8, self.piece.square.rank() as i8)?;
        let id = self.position.pieces.anchored(beside)?;
        let pawn = self.position.pieces[id];
        let enemy = !pawn.is_of(self.owner) && pawn.kind == Kind::Pawn && pawn.size == 1;
        (enemy && !self.position.is_protected(id)).then_some(id)
    }
}

/// The Pawn that a legal move of this piece captures en passant. On a move that stays on its file the Pawn itself would
/// be the one beside it, and it is no enemy.
pub(crate) fn passed_pawn(position: &Position, id: PieceId, to: Square) -> Option<PieceId> {
    let mover = Mover::new(position, id);
    if mover.takes_en_passant(to) { mover.passed(to) } else { None }
}
