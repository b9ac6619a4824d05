//! Coins, the shop, turns, orbs and traps.

use menagerie_game::message;

use super::Picked;
use crate::apply::Step;
use crate::board::{Plane, Region, Square};
use crate::position::Position;
use crate::shop::{EntryId, trap_squares};
use crate::task::{About, Question, Task, Topic};

/// heaven-hell/chaos/1
pub(super) fn shop_shuffle(step: &mut Step<'_>, picked: Picked) {
    for _ in 0..step.position.shop.lock_all() {
        step.create(Task::Unlock);
    }
    step.pay(picked.seat, 6);
}

/// heaven-hell/chaos/6
pub(super) fn coins_zero(step: &mut Step<'_>, _: Picked) {
    for seat in Position::SEATS.iter() {
        step.pay(seat, -i32::from(Position::MOST_COINS));
    }
}

/// heaven-hell/chaos/16
pub(super) fn orb_each(step: &mut Step<'_>, _: Picked) {
    for plane in Plane::ALL {
        step.create(Task::Orb(plane));
    }
}

/// heaven-hell/chaos/24
pub(super) fn coins_earth(step: &mut Step<'_>, _: Picked) {
    for cell in step.position.empty()[Plane::Earth] {
        let square = Square::new(Plane::Earth, cell);
        step.position.items.lay_coins(square, 1);
        step.item_laid("coin", square);
    }
}

/// heaven-hell/chaos/28
pub(super) fn next_turn_two(step: &mut Step<'_>, picked: Picked) {
    step.position.next_two[picked.seat.index()] = true;
}

/// heaven-hell/chaos/29
pub(super) fn remove_entry(step: &mut Step<'_>, entry: EntryId) {
    step.position.shop.remove(entry);
    step.note(|| message!("note-removed", entry = entry.name()));
}

/// heaven-hell/chaos/30: the squares a trap can be planted on.
pub(super) fn trap_places(position: &Position, question: Question) -> Region {
    trap_squares(position, question.seat)
}

/// heaven-hell/chaos/30: the effects do not reveal where the traps were.
pub(super) fn replant_traps(step: &mut Step<'_>, picked: Picked) {
    let count = step.position.items.trap_count();
    step.position.items.traps = [Region::EMPTY; 2];
    if count > 0 {
        step.note(|| message!("note-traps-vanish"));
        let about = About::Count(count as u16);
        step.create(Task::Ask(Question { topic: Topic::Chaos(picked.effect), seat: picked.seat, about }));
    }
}

/// heaven-hell/chaos/30: one planted, perhaps another to plant.
pub(super) fn replant(step: &mut Step<'_>, question: Question, square: Square) {
    step.plant(question.seat, square);
    if let About::Count(left @ 2..) = question.about {
        step.create(Task::Ask(question.next(About::Count(left - 1))));
    }
}

/// heaven-hell/chaos/38
pub(super) fn buy_and_remove(step: &mut Step<'_>, picked: Picked) {
    step.pay(picked.seat, 4);
    step.create(Task::Purchase(picked.seat));
}

/// heaven-hell/chaos/40
pub(super) fn something_random(step: &mut Step<'_>, picked: Picked) {
    step.create(Task::Random(picked.seat));
}
