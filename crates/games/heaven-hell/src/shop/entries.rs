//! The sixteen entries: one row each, as in heaven-hell/shop.

use menagerie_game::Seat;

use super::{Deal, Entry};
use crate::apply::{Landing, Step};
use crate::ask::{Inquiry, piece, square};
use crate::board::{Plane, Region, Set, Square, rank_set};
use crate::items::Element;
use crate::piece::{Color, Kind, Mark, Piece, back_rank};
use crate::pieces::PieceId;
use crate::position::Position;
use crate::task::{About, Question, Task};
use crate::upgrade::Upgrade;

/// The table.
pub(crate) static ENTRIES: [Entry; 16] = [
    Entry { first: piece(can_be_stunned, |step, _, id| step.stun(id)), ..ask("heaven-hell/shop/1", "stun", 6) },
    Entry { first: piece(is_away_from_earth, to_earth), ..ask("heaven-hell/shop/2", "to-earth", 12) },
    Entry {
        first: piece(can_be_upgraded, |step, _, id| step.create(Task::Up(id))),
        ..ask("heaven-hell/shop/3", "upgrade", 8)
    },
    Entry {
        first: square(
            |position, question| trap_squares(position, question.seat),
            |step, question, square| step.plant(question.seat, square),
        ),
        ..ask("heaven-hell/shop/4", "trap", 6)
    },
    Entry {
        first: square(
            |position, _| position.unoccupied() - position.items.fire,
            |step, _, square| step.lay(Element::Fire, square),
        ),
        ..ask("heaven-hell/shop/5", "fire", 5)
    },
    Entry {
        first: piece(|position, _, id| !position.pieces[id].kind.is_standard(), |step, _, id| step.die(id)),
        ..ask("heaven-hell/shop/6", "kill", 20)
    },
    Entry { deal: Deal::Orb, ..ask("heaven-hell/shop/7", "chaos-orb", 4) },
    Entry {
        first: square(
            |position, _| {
                areas(position, |area, plane| area.meets(position.items.fire[plane] | position.items.ice[plane]))
            },
            |step, _, corner| area_squares(corner).iter().for_each(|square| step.thaw(square)),
        ),
        ..ask("heaven-hell/shop/8", "thaw", 8)
    },
    Entry {
        first: piece(can_be_cursed, |step, _, id| step.mark(id, Mark::Cursed, true)),
        ..ask("heaven-hell/shop/9", "curse", 6)
    },
    Entry {
        first: square(
            |position, question| back_rank_squares(position, question.seat),
            |step, question, square| new_piece(step, Kind::Rook, question.seat, square),
        ),
        ..ask("heaven-hell/shop/10", "rook", 12)
    },
    Entry { deal: Deal::TwoActions, ..ask("heaven-hell/shop/11", "two-actions", 12) },
    Entry {
        first: piece(has_another_place, |step, question, id| {
            step.create(Task::Ask(question.next(About::Piece(id))));
        }),
        second: square(other_places, |step, question, square| {
            if let Some(id) = question.piece() {
                step.land(id, &Landing::on(square));
            }
        }),
        ..ask("heaven-hell/shop/12", "relocate", 6)
    },
    Entry {
        first: square(
            |position, _| areas(position, |area, plane| !(area - position.items.ice[plane]).is_empty()),
            |step, _, corner| area_squares(corner).iter().for_each(|square| step.lay(Element::Ice, square)),
        ),
        ..ask("heaven-hell/shop/13", "freeze", 6)
    },
    Entry {
        first: piece(
            |position, _, id| position.pieces[id].has(Mark::Murderer),
            |step, _, id| step.mark(id, Mark::Murderer, false),
        ),
        ..ask("heaven-hell/shop/14", "forgive", 2)
    },
    Entry {
        first: square(
            |position, question| back_rank_squares(position, question.seat),
            |step, question, square| new_piece(step, Kind::Knight, question.seat, square),
        ),
        ..ask("heaven-hell/shop/15", "knight", 8)
    },
    Entry {
        first: square(
            |position, question| back_rank_squares(position, question.seat),
            |step, question, square| new_piece(step, Kind::Bishop, question.seat, square),
        ),
        ..ask("heaven-hell/shop/16", "bishop", 10)
    },
];

const fn ask(rule: &'static str, id: &'static str, price: u16) -> Entry {
    Entry { rule, id, price, deal: Deal::Ask, first: Inquiry::NONE, second: Inquiry::NONE }
}

fn can_be_stunned(position: &Position, _: Question, id: PieceId) -> bool {
    let piece = position.pieces[id];
    piece.kind != Kind::King && piece.stuns < Piece::MOST
}

fn is_away_from_earth(position: &Position, _: Question, id: PieceId) -> bool {
    let piece = position.pieces[id];
    piece.square.plane() != Plane::Earth && !piece.kind.is_royal()
}

fn to_earth(step: &mut Step<'_>, _: Question, id: PieceId) {
    let square = step.piece(id).square;
    step.land(id, &Landing::on(square.on(Plane::Earth)));
}

fn can_be_upgraded(position: &Position, _: Question, id: PieceId) -> bool {
    let piece = position.pieces[id];
    !piece.kind.is_royal() && Upgrade::options(piece).next().is_some()
}

fn can_be_cursed(position: &Position, _: Question, id: PieceId) -> bool {
    let piece = position.pieces[id];
    !piece.kind.is_royal() && !piece.has(Mark::Cursed)
}

fn has_another_place(position: &Position, _: Question, id: PieceId) -> bool {
    let piece = position.pieces[id];
    position.anchors(piece.square.plane(), piece.size).len() > 1
}

fn other_places(position: &Position, question: Question) -> Region {
    let mut places = Region::EMPTY;
    if let Some(id) = question.piece() {
        let piece = position.pieces[id];
        let plane = piece.square.plane();
        places[plane] = position.anchors(plane, piece.size).without(piece.square.cell());
    }
    places
}

/// The unoccupied squares without a trap of the seat.
pub(crate) fn trap_squares(position: &Position, seat: Seat) -> Region {
    position.unoccupied() - *position.items.traps_of(seat)
}

/// The unoccupied squares of a seat's back rank, on any plane (heaven-hell/R40).
pub(crate) fn back_rank_squares(position: &Position, seat: Seat) -> Region {
    let unoccupied = position.unoccupied();
    Region::from_fn(|plane| unoccupied[plane] & rank_set(back_rank(seat)))
}

/// A new piece of a seat appears.
pub(crate) fn new_piece(step: &mut Step<'_>, kind: Kind, seat: Seat, square: Square) {
    step.appear(Piece::new(kind, Color::Of(seat), square));
}

/// The lowest-left squares of the wanted 2×2 areas that lie wholly on the board.
fn areas(position: &Position, wanted: impl Fn(Set, Plane) -> bool) -> Region {
    Region::from_fn(|plane| {
        let fits = |cell| position.fitting(Square::new(plane, cell), 2).is_some_and(|area| wanted(area, plane));
        position.exists[plane].into_iter().filter(|&cell| fits(cell)).collect()
    })
}

/// The squares of the 2×2 area with this lowest-left square.
pub(crate) fn area_squares(corner: Square) -> Region {
    let mut area = Region::EMPTY;
    area[corner.plane()] = crate::board::block(corner.cell(), 2).unwrap_or_default();
    area
}

#[cfg(test)]
mod tests {
    use super::ENTRIES;

    #[test]
    fn rows_stand_in_the_order_of_their_numbers() {
        for (number, entry) in (1..).zip(&ENTRIES) {
            assert_eq!(entry.rule, format!("heaven-hell/shop/{number}"));
        }
    }
}
