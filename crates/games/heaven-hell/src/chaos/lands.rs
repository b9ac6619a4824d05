//! Effects on planes: destroyed edges, summoned pieces.

use menagerie_game::{Seat, message};

use super::Picked;
use crate::action::Lines;
use crate::apply::Step;
use crate::board::{Plane, Region, Set, Square, file_set, rank_set};
use crate::piece::{BLACK, Color, Kind, Mark, Piece, WHITE, other};
use crate::position::Position;
use crate::shop::{back_rank_squares, new_piece};
use crate::task::{Question, Task};

/// heaven-hell/chaos/3
pub(super) fn two_imps(step: &mut Step<'_>, _: Picked) {
    step.create(Task::Imp);
    step.create(Task::Imp);
}

/// heaven-hell/chaos/8
pub(super) fn devil(step: &mut Step<'_>, _: Picked) {
    const PLACE: Square = Square::earth("d4").on(Plane::Hell);
    let mut devil = Piece::new(Kind::Imp, Color::Neutral, PLACE);
    devil.size = 2;
    devil.marks.set(Mark::DoubleMove, true);
    let free = step.position.unoccupied()[Plane::Hell];
    if (devil.footprint() - free).is_empty() {
        step.appear(devil);
    }
}

/// heaven-hell/chaos/9
pub(super) fn empty_heaven(position: &Position, _: Question) -> Region {
    let mut heaven = Region::EMPTY;
    heaven[Plane::Heaven] = position.empty()[Plane::Heaven];
    heaven
}

/// heaven-hell/chaos/9
pub(super) fn angel(step: &mut Step<'_>, _: Question, square: Square) {
    step.appear(Piece::new(Kind::Angel, Color::Neutral, square));
}

/// heaven-hell/chaos/10
pub(super) fn destroy_heaven(step: &mut Step<'_>, lines: Lines) {
    destroy(step, Plane::Heaven, lines);
}

/// heaven-hell/chaos/13
pub(super) fn destroy_hell(step: &mut Step<'_>, lines: Lines) {
    destroy(step, Plane::Hell, lines);
}

/// The outermost lines are lost: first what lies there, then the pieces that no longer fit (heaven-hell/R44).
fn destroy(step: &mut Step<'_>, plane: Plane, lines: Lines) {
    let Some((low, high)) = step.position.corners(plane) else { return };
    let lost = match lines {
        Lines::Ranks => rank_set(low.rank()) | rank_set(high.rank()),
        Lines::Files => file_set(low.file()) | file_set(high.file()),
    };
    step.position.exists[plane] -= lost;
    // The numbers of hidden traps that are left tell how many lay there.
    step.looked_for_traps = true;
    step.position.items.clear(plane, lost);
    step.position.en_passant = step.position.en_passant.filter(|&square| step.position.exists.contains(square));
    step.note(|| message!("note-destroyed", plane = plane.name(), lines = lines.words()));
    for id in step.position.pieces.all(|piece| piece.square.plane() == plane && piece.footprint().meets(lost)) {
        step.die(id);
    }
}

/// heaven-hell/chaos/15: the other seat chooses first.
pub(super) fn rook_each(step: &mut Step<'_>, picked: Picked) {
    step.create(picked.ask(other(picked.seat)));
    step.create(picked.ask(picked.seat));
}

/// heaven-hell/chaos/15
pub(super) fn back_rank(position: &Position, question: Question) -> Region {
    back_rank_squares(position, question.seat)
}

/// heaven-hell/chaos/15
pub(super) fn new_rook(step: &mut Step<'_>, question: Question, square: Square) {
    new_piece(step, Kind::Rook, question.seat, square);
}

/// heaven-hell/chaos/37
pub(super) fn spawn_pawns(step: &mut Step<'_>, _: Question, plane: Plane) {
    let empty = step.position.empty()[plane];
    let mut spawn = |squares: Set, seat: Seat| {
        for cell in squares {
            new_piece(step, Kind::Pawn, seat, Square::new(plane, cell));
        }
    };
    spawn(empty & rank_set(1), WHITE);
    spawn(empty & rank_set(6), BLACK);
}
