//! Ice and Fire.

use super::Picked;
use crate::apply::Step;
use crate::board::{Plane, Region, Square, beside};
use crate::items::Element;
use crate::piece::Kind;
use crate::position::Position;
use crate::task::{About, Question, Task};

/// heaven-hell/chaos/2
pub(super) fn freeze_pawns(step: &mut Step<'_>, _: Picked) {
    let pawns = step.position.pieces.all(|piece| piece.kind == Kind::Pawn);
    let mut squares = Region::EMPTY;
    for id in pawns {
        let pawn = step.piece(id);
        squares[pawn.square.plane()] |= pawn.footprint();
    }
    squares.iter().for_each(|square| step.lay(Element::Ice, square));
}

/// heaven-hell/chaos/7
pub(super) fn spread_ice(step: &mut Step<'_>, _: Picked) {
    spread(step, Element::Ice);
}

/// heaven-hell/chaos/22
pub(super) fn spread_fire(step: &mut Step<'_>, _: Picked) {
    spread(step, Element::Fire);
}

/// Onto every existing neighbour, occupied or not, of what lies there now.
fn spread(step: &mut Step<'_>, element: Element) {
    let now = *step.position.items.of(element);
    let reached = Region::from_fn(|plane| beside(now[plane])) & step.position.exists;
    reached.iter().for_each(|square| step.lay(element, square));
}

/// heaven-hell/chaos/21: all of this becomes its opposite.
pub(super) fn replace_element(step: &mut Step<'_>, element: Element) {
    let squares = *step.position.items.of(element);
    for square in squares.iter() {
        step.thaw(square);
        step.lay(element.opposite(), square);
    }
}

/// heaven-hell/chaos/25
pub(super) fn three_fires(step: &mut Step<'_>, _: Question, plane: Plane) {
    (0..3).for_each(|_| step.create(Task::Burn(plane)));
}

/// heaven-hell/chaos/26
pub(super) fn can_be_frozen(position: &Position, _: Question) -> Region {
    position.unoccupied() - position.items.ice
}

/// heaven-hell/chaos/26
pub(super) fn place_ice(step: &mut Step<'_>, question: Question, square: Square) {
    step.lay(Element::Ice, square);
    step.create(Task::Ask(question.next(About::Square(square))));
}

/// heaven-hell/chaos/26: any other square.
pub(super) fn can_burn(position: &Position, question: Question) -> Region {
    let mut squares = position.unoccupied() - position.items.fire;
    if let About::Square(frozen) = question.about {
        squares.remove(frozen);
    }
    squares
}

/// heaven-hell/chaos/26
pub(super) fn place_fire(step: &mut Step<'_>, _: Question, square: Square) {
    step.lay(Element::Fire, square);
}
