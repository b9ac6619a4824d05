//! Move-ordering hints.

use menagerie_game::{Actor, Seat};

use super::{WEIGHTS, worth};
use crate::action::Action;
use crate::board::{Plane, Square};
use crate::piece::{Kind, Piece, last_rank};
use crate::position::Position;
use crate::shop::EntryId;
use crate::task::{Question, Task, Topic};
use crate::upgrade::Upgrade;

/// The hint for buying each entry, in the order of the shop.
const BUYS: [i32; EntryId::COUNT] = [40, 150, 120, 20, 0, 200, 60, -40, 60, 320, 150, 120, -20, -40, 220, 240];
/// Whose piece a shop entry should target: 1 the buyer's, -1 the opponent's, 0 either.
const TARGET_SIDE: [i32; EntryId::COUNT] = [-1, 1, 1, 0, 0, -1, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0];
/// An orb gives a choice of three.
const ORB: i32 = 50;
/// A King that is captured for the last time.
const LAST_KING: i32 = 3000;
/// A King that is sent to another plane.
const KING: i32 = 450;

impl Position {
    /// The move-ordering hint for the actor.
    pub(crate) fn order_hint(&self, action: Action) -> i32 {
        let Actor::Seat(seat) = self.actor() else { return 0 };
        match action {
            Action::Move { from, to } => self.order_hint_of_move(seat, from, to),
            Action::Shoot { at, .. } => self.prey(seat, at),
            Action::Buy(entry) => BUYS[entry.index()],
            Action::Raise(square) => self.belonging(seat, square) / 2,
            Action::Promote(kind) => WEIGHTS.values[kind as usize],
            Action::Up(upgrade) => order_hint_of_upgrade(upgrade),
            Action::At(square) => self.order_hint_of_target(seat, square),
            _ => 0,
        }
    }

    fn order_hint_of_move(&self, seat: Seat, from: Square, to: Square) -> i32 {
        let Some(id) = self.pieces.anchored(from) else { return 0 };
        let mover = self.pieces[id];
        let own = if mover.is_of(seat) { worth(mover, &WEIGHTS) } else { 0 };
        let protected = self.pieces.on(to).is_some_and(|met| met != id && self.is_protected(met));
        if protected || (self.items.fire.contains(to) && !mover.fireproof()) {
            return -own;
        }
        let prey = self.prey(seat, to);
        let gain = if prey > 0 { prey - own / 12 } else { 0 };
        let coins = WEIGHTS.coin * i32::from(self.items.coins_on(to));
        let orb = if self.items.orbs.contains(to) { ORB } else { 0 };
        gain + coins + orb + quiet(mover, seat, to)
    }

    /// What capturing on this square is worth; nothing if no enemy stands there.
    fn prey(&self, seat: Seat, at: Square) -> i32 {
        let Some(id) = self.pieces.on(at) else { return 0 };
        let piece = &self.pieces[id];
        if piece.is_of(seat) || piece.is_neutral() {
            return 0;
        }
        match piece.kind {
            Kind::King if at.plane() == Plane::Earth => KING,
            Kind::King => LAST_KING,
            _ => worth(*piece, &WEIGHTS),
        }
    }

    /// The value of the piece on a square, negative if it is not the seat's.
    fn belonging(&self, seat: Seat, at: Square) -> i32 {
        let Some(id) = self.pieces.anchored(at) else { return 0 };
        let piece = &self.pieces[id];
        let price = if piece.kind == Kind::King { KING } else { WEIGHTS.values[piece.kind as usize] };
        match piece.color().seat() {
            Some(owner) if owner == seat => price,
            Some(_) => -price,
            None => 0,
        }
    }

    /// A target that a question asks for.
    fn order_hint_of_target(&self, seat: Seat, at: Square) -> i32 {
        match self.pending.first() {
            Some(Task::Ask(Question { topic: Topic::Shop(entry), .. })) => {
                TARGET_SIDE[entry.index()] * self.belonging(seat, at) / 2 + self.prey(seat, at).min(0)
            }
            _ => 0,
        }
    }
}

/// A quiet move: Pawns advance, pieces go to the middle, Kings stay.
fn quiet(mover: Piece, seat: Seat, to: Square) -> i32 {
    let from_edge = |at: u8| i32::from(at.min(7 - at));
    let middle = |square: Square| from_edge(square.file()) + from_edge(square.rank());
    match mover.kind {
        Kind::Pawn if to.rank() == last_rank(seat) => 600,
        Kind::King => -30,
        _ => 4 * (middle(to) - middle(mover.square)),
    }
}

fn order_hint_of_upgrade(upgrade: Upgrade) -> i32 {
    match upgrade {
        Upgrade::Become(Kind::King) => 200,
        Upgrade::Become(kind) => WEIGHTS.values[kind as usize] / 2,
        Upgrade::IncreasedSize | Upgrade::DoubleMove => 60,
        Upgrade::Investor => 70,
        Upgrade::WizardHat => 15,
        Upgrade::PortalGun => 40,
    }
}
