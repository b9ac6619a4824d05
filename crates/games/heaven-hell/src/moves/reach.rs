//! The direction of a move: where Ice would send the piece on (heaven-hell/6.2).

use super::{Mover, Vector};
use crate::board::Square;
use crate::piece::Kind::*;
use crate::pieces::PieceId;
use crate::position::Position;

/// The direction of a legal move: the single step for slides, King's steps and Pawn moves; the whole vector for jumps;
/// none for a change of plane. Castling is not asked here.
pub(crate) fn direction(position: &Position, id: PieceId, to: Square) -> Option<Vector> {
    let piece = position.pieces[id];
    let from = piece.square;
    if from.plane() != to.plane() {
        return None;
    }
    let whole = (to.file() as i8 - from.file() as i8, to.rank() as i8 - from.rank() as i8);
    let single = (whole.0.signum(), whole.1.signum());
    Some(match piece.kind {
        Knight | Leopard | MountedArcher | CheckerKnight => whole,
        // A corner that a slide reaches counts as that slide.
        Scout if !Mover::new(position, id).slides_to(to) => whole,
        _ => single,
    })
}
