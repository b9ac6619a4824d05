//! What happens to all pieces of a type, or to pieces that chance chooses.

use menagerie_game::insertion_sort_by_key;

use super::Picked;
use crate::apply::Step;
use crate::board::Plane;
use crate::piece::{BLACK, Kind, WHITE};
use crate::pieces::Ids;
use crate::position::Position;
use crate::task::{Question, Task};
use crate::upgrade::Downgrade;

/// heaven-hell/chaos/5
pub(super) fn bishops_rooks(step: &mut Step<'_>, _: Picked) {
    for id in step.position.pieces.all(|piece| matches!(piece.kind, Kind::Bishop | Kind::Rook)) {
        let kind = if step.piece(id).kind == Kind::Bishop { Kind::Rook } else { Kind::Bishop };
        step.transform(id, kind);
    }
}

/// heaven-hell/chaos/11: white's Pawns in square order, then black's from the eighth rank down, so that no Pawn is in
/// another's way.
pub(super) fn pawns_back(step: &mut Step<'_>, _: Picked) {
    let white = step.position.pieces.all(|piece| piece.kind == Kind::Pawn && piece.is_of(WHITE));
    let mut black = step.position.pieces.all(|piece| piece.kind == Kind::Pawn && piece.is_of(BLACK));
    insertion_sort_by_key(&mut black, |&id| {
        let square = step.piece(id).square;
        (square.plane(), 7 - square.rank(), square.file())
    });
    white.into_iter().chain(black).for_each(|id| step.create(Task::Back(id)));
}

/// heaven-hell/chaos/12
pub(super) fn stun_four(step: &mut Step<'_>, _: Picked) {
    step.create(Task::Daze { left: 4, dazed: [None; 3] });
}

/// heaven-hell/chaos/19
pub(super) fn curse_each(step: &mut Step<'_>, _: Picked) {
    Position::SEATS.iter().for_each(|seat| step.create(Task::Hex(seat)));
}

/// heaven-hell/chaos/20
pub(super) fn upgrade_knights(step: &mut Step<'_>, _: Picked) {
    each(step, Kind::Knight, Task::Up);
}

/// heaven-hell/chaos/31
pub(super) fn bishops_home(step: &mut Step<'_>, _: Picked) {
    each(step, Kind::Bishop, Task::Home);
}

/// heaven-hell/chaos/32
pub(super) fn upgrade_kings(step: &mut Step<'_>, _: Picked) {
    each(step, Kind::King, Task::Up);
}

/// A task for every piece of a type, in square order.
fn each(step: &mut Step<'_>, kind: Kind, task: fn(crate::pieces::PieceId) -> Task) {
    step.position.pieces.all(|piece| piece.kind == kind).into_iter().for_each(|id| step.create(task(id)));
}

/// heaven-hell/chaos/34
pub(super) fn downgrade_plane(step: &mut Step<'_>, _: Question, plane: Plane) {
    let there: Ids = step.position.pieces.all(|piece| piece.square.plane() == plane && Downgrade::of(piece).is_some());
    there.into_iter().for_each(|id| step.create(Task::Down(id)));
}

/// heaven-hell/chaos/35
pub(super) fn pawns_to_bombers(step: &mut Step<'_>, _: Picked) {
    for id in step.position.pieces.all(|piece| piece.kind == Kind::Pawn) {
        step.transform(id, Kind::SuicideBomber);
    }
}
