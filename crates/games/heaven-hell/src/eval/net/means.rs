//! Coins, shop, rights, the stage of the turn and what is pending.

use menagerie_game::Seat;

use super::{Lister, MEANS};
use crate::piece::other;
use crate::shop::{EntryId, Stock};
use crate::task::{Question, Task};

/// The coins of a side.
const COINS: usize = MEANS;
/// The side with more coins: it may move Angels.
const RICHER: usize = COINS + 2 * COIN_STEPS.len();
/// An unlocked entry × which sides can pay it: none, own, other, both.
const SHOP: usize = RICHER + 2;
/// A side has two actions in its next turn.
const TWO_ACTIONS: usize = SHOP + 4 * EntryId::COUNT;
/// Castling: side × King's or Queen's side.
const CASTLING: usize = TWO_ACTIONS + 2;
/// A Pawn can be captured in passing, in whose turn.
const EN_PASSANT: usize = CASTLING + 4;
/// The turn: whose × stage.
const STAGE: usize = EN_PASSANT + 2;
/// What is pending: whom it concerns × task.
const PENDING: usize = STAGE + 2 * 5;

/// How many features there are here.
pub(super) const COUNT: usize = PENDING + 2 * TASKS - MEANS;

const COIN_STEPS: [usize; 12] = [1, 2, 3, 4, 6, 8, 10, 12, 15, 20, 28, 40];
const TASKS: usize = 25;

impl Lister<'_> {
    pub(super) fn means(&mut self) {
        self.purses();
        let position = self.position;
        for (side, seat) in [self.seat, other(self.seat)].into_iter().enumerate() {
            if position.next_two[seat.index()] {
                self.add(TWO_ACTIONS + side);
            }
            for wing in (0..2).filter(|wing| position.castling.has(seat.index() * 2 + wing)) {
                self.add(CASTLING + side * 2 + wing);
            }
        }
        let turn = self.side_of(position.seat);
        if position.en_passant.is_some() {
            self.add(EN_PASSANT + turn);
        }
        self.add(STAGE + turn * 5 + position.stage as usize);
        for &task in &position.pending {
            self.add(PENDING + self.side_of(self.concerned(task)) * TASKS + number(task));
        }
    }

    fn purses(&mut self) {
        let position = self.position;
        let coins = [self.seat, other(self.seat)].map(|seat| position.coins[seat.index()]);
        for (side, &amount) in coins.iter().enumerate() {
            self.add_steps(COINS + side * COIN_STEPS.len(), usize::from(amount), &COIN_STEPS);
            if amount > coins[1 - side] {
                self.add(RICHER + side);
            }
        }
        for entry in EntryId::all() {
            let Stock::Unlocked(price) = position.shop.stock(entry) else { continue };
            let [own, foreign] = coins.map(|amount| usize::from(price <= amount));
            self.add(SHOP + entry.index() * 4 + foreign * 2 + own);
        }
    }

    /// The seat that decides a task; of chance's tasks the one that it is about.
    fn concerned(&self, task: Task) -> Seat {
        match task {
            Task::Chaos { seat, .. }
            | Task::Random(seat)
            | Task::Hex(seat)
            | Task::Purchase(seat)
            | Task::Ask(Question { seat, .. }) => seat,
            _ => task.piece().map_or(self.position.seat, |piece| self.position.owner(piece)),
        }
    }
}

/// A number for each kind of task.
const fn number(task: Task) -> usize {
    match task {
        Task::Slide { .. } => 0,
        Task::Step(_) => 1,
        Task::Back(_) => 2,
        Task::Home(_) => 3,
        Task::Down(_) => 4,
        Task::Shrink { .. } => 5,
        Task::Up(_) => 6,
        Task::Promote(_) => 7,
        Task::UpOrPromote(_) => 8,
        Task::Grow(_) => 9,
        Task::Jump(_) => 10,
        Task::Double(_) => 11,
        Task::Rampage(_) => 12,
        Task::Purchase(_) => 13,
        Task::Chaos { .. } => 14,
        Task::Ask(_) => 15,
        Task::Unlock => 16,
        Task::Curse(_) => 17,
        Task::Random(_) => 18,
        Task::Imp => 19,
        Task::Orb(_) => 20,
        Task::Burn(_) => 21,
        Task::Daze { .. } => 22,
        Task::Hex(_) => 23,
        Task::Throw { .. } => 24,
    }
}
