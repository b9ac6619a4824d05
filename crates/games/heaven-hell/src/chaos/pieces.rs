//! What happens to single pieces that a seat chooses.

use crate::apply::Step;
use crate::board::{Plane, Region, Square, file_set};
use crate::moves::ORTHOGONAL;
use crate::piece::{Kind, Mark, Piece};
use crate::pieces::PieceId;
use crate::position::Position;
use crate::task::{About, Question, Task};
use crate::upgrade::Downgrade;

/// The first answer of two: the next question is about that piece.
pub(super) fn next_about_piece(step: &mut Step<'_>, question: Question, id: PieceId) {
    step.create(Task::Ask(question.next(About::Piece(id))));
}

/// heaven-hell/chaos/4
pub(super) fn curse_file(step: &mut Step<'_>, plane: Plane, file: u8) {
    let touches = |piece: Piece| piece.square.plane() == plane && piece.footprint().meets(file_set(file));
    for id in step.position.pieces.all(|piece| !piece.kind.is_royal() && touches(piece)) {
        step.mark(id, Mark::Cursed, true);
    }
}

/// heaven-hell/chaos/14
pub(super) fn can_be_copied(position: &Position, question: Question, id: PieceId) -> bool {
    let question = question.next(About::Piece(id));
    position.pieces[id].kind != Kind::King && !copy_places(position, question).is_empty()
}

/// heaven-hell/chaos/14: the empty blocks that touch the piece's sides.
pub(super) fn copy_places(position: &Position, question: Question) -> Region {
    let mut places = Region::EMPTY;
    let Some(id) = question.piece() else { return places };
    let piece = position.pieces[id];
    let plane = piece.square.plane();
    let empty = position.empty()[plane];
    let size = piece.size as i8;
    for (files, ranks) in ORTHOGONAL {
        let Some(anchor) = piece.square.offset((files * size, ranks * size)) else { continue };
        if position.fitting(anchor, piece.size).is_some_and(|block| (block - empty).is_empty()) {
            places.insert(anchor);
        }
    }
    places
}

/// heaven-hell/chaos/14
pub(super) fn duplicate(step: &mut Step<'_>, question: Question, anchor: Square) {
    let Some(id) = question.piece() else { return };
    let mut copy = step.piece(id);
    copy.square = anchor;
    let copied = step.appear(copy);
    for id in [Some(id), copied].into_iter().flatten() {
        step.mark(id, Mark::Cursed, true);
    }
}

/// heaven-hell/chaos/17
pub(super) fn giant(step: &mut Step<'_>, _: Question, id: PieceId) {
    step.create(Task::Grow(id));
}

/// heaven-hell/chaos/18: no piece if there is none in Heaven to swap with.
pub(super) fn damned_to_swap(position: &Position, _: Question, id: PieceId) -> bool {
    position.pieces[id].square.plane() == Plane::Hell && !position.pieces.anchors()[Plane::Heaven].is_empty()
}

/// heaven-hell/chaos/18
pub(super) fn is_in_heaven(position: &Position, _: Question, id: PieceId) -> bool {
    position.pieces[id].square.plane() == Plane::Heaven
}

/// heaven-hell/chaos/18
pub(super) fn swap_dead(step: &mut Step<'_>, question: Question, id: PieceId) {
    if let Some(damned) = question.piece() {
        step.swap(damned, id);
    }
}

/// heaven-hell/chaos/23
pub(super) fn is_unforced_pawn(position: &Position, _: Question, id: PieceId) -> bool {
    let piece = position.pieces[id];
    piece.kind == Kind::Pawn && !piece.has(Mark::Forced)
}

/// heaven-hell/chaos/23
pub(super) fn force_pawn(step: &mut Step<'_>, _: Question, id: PieceId) {
    step.mark(id, Mark::Forced, true);
}

/// heaven-hell/chaos/27
pub(super) fn can_be_downgraded(position: &Position, _: Question, id: PieceId) -> bool {
    Downgrade::of(position.pieces[id]).is_some()
}

/// heaven-hell/chaos/27
pub(super) fn downgrade_one(step: &mut Step<'_>, _: Question, id: PieceId) {
    step.downgrade(id);
}

/// heaven-hell/chaos/33
pub(super) fn king_with_pawn(position: &Position, question: Question, id: PieceId) -> bool {
    let king = position.pieces[id];
    let question = question.next(About::Piece(id));
    king.kind == Kind::King
        && king.is_of(question.seat)
        && position.pieces.ids_on(king.square.plane()).any(|pawn| pawn_beside_king(position, question, pawn))
}

/// heaven-hell/chaos/33: an own Pawn on the King's plane (heaven-hell/R45).
pub(super) fn pawn_beside_king(position: &Position, question: Question, id: PieceId) -> bool {
    let pawn = position.pieces[id];
    let same_plane = |king: PieceId| position.pieces[king].square.plane() == pawn.square.plane();
    pawn.kind == Kind::Pawn && pawn.is_of(question.seat) && question.piece().is_some_and(same_plane)
}

/// heaven-hell/chaos/33
pub(super) fn swap_king_and_pawn(step: &mut Step<'_>, question: Question, pawn: PieceId) {
    if let Some(king) = question.piece() {
        step.swap(king, pawn);
    }
}

/// heaven-hell/chaos/36
pub(super) fn is_own_pawn(position: &Position, question: Question, id: PieceId) -> bool {
    let piece = position.pieces[id];
    piece.kind == Kind::Pawn && piece.is_of(question.seat)
}

/// heaven-hell/chaos/36
pub(super) fn rampage(step: &mut Step<'_>, _: Question, id: PieceId) {
    step.create(Task::Rampage(id));
}

/// heaven-hell/chaos/39
pub(super) fn is_not_royal(position: &Position, _: Question, id: PieceId) -> bool {
    !position.pieces[id].kind.is_royal()
}

/// heaven-hell/chaos/39
pub(super) fn throw(step: &mut Step<'_>, _: Question, id: PieceId) {
    step.create(Task::Throw { piece: id, plane: None });
}
