//! The rules on the tokens of a class: where they go, and whom they capture.

use crate::actions::ways;
use crate::board::{DEN_SET, Square, Squares, TRAPS, WATER};
use crate::captures::{Standing, judge};
use crate::piece::{Animal, Side, Token};
use crate::position::Position;

use super::class::{BySlot, Class, MAX_PIECES};
use super::index::Placement;

/// Squares that the rules of capture tell apart, each with one example: land, water, a trap of red, a trap of black.
const SAMPLES: [Square; 4] = [Square::named("d5"), Square::named("b5"), Square::named("d2"), Square::named("d8")];

fn kind_of(square: Square) -> usize {
    if WATER.contains(square) {
        return 1;
    }
    TRAPS.0.iter().position(|traps| traps.contains(square)).map_or(0, |side| 2 + side)
}

/// Whether tokens on squares of these kinds can be neighbours: only rats swim, and no trap lies beside water.
fn meet(hunter: Token, from: Square, prey: Token, to: Square) -> bool {
    let stands = |token: Token, square: Square| token.animal == Animal::Rat || !WATER.contains(square);
    let shore = |water: Square, land: Square| WATER.contains(water) && kind_of(land) > 1;
    stands(hunter, from) && stands(prey, to) && !shore(from, to) && !shore(to, from)
}

/// The rules for the tokens of a class. Side 0 is red.
pub(super) struct Board {
    pub(super) slots: Vec<Animal>,
    pub(super) first: usize,
    /// For each pair of slots one bit per kind of the hunter's and the prey's square.
    takes: BySlot<BySlot<u16>>,
}

/// A position of the class: its tokens and what follows from them.
pub(super) struct Stand {
    pub(super) placement: Placement,
    pub(super) held: [Squares; 2],
    rats: Squares,
}

impl Board {
    pub(super) fn new(class: &Class, classic: bool) -> Self {
        let mut takes = [[0; MAX_PIECES]; MAX_PIECES];
        let rules = Position::empty(Side::Red, classic);
        let token = |slot: usize| Token { animal: class.slots[slot], side: Side::ALL[class.side(slot)] };
        let pairs = (0..class.slots.len()).flat_map(|hunter| (0..class.slots.len()).map(move |prey| (hunter, prey)));
        for (hunter, prey) in pairs.filter(|&(hunter, prey)| class.side(hunter) != class.side(prey)) {
            for (bit, (from, to)) in SAMPLES.iter().flat_map(|from| SAMPLES.map(|to| (*from, to))).enumerate() {
                if !meet(token(hunter), from, token(prey), to) {
                    continue;
                }
                let hunts = Standing { token: token(hunter), square: from };
                let flees = Standing { token: token(prey), square: to };
                takes[hunter][prey] |= u16::from(judge(&rules, hunts, flees).allowed) << bit;
            }
        }
        Self { slots: class.slots.clone(), first: class.first, takes }
    }

    /// Whether these rules are the same: then one table serves both rule sets.
    #[cfg(test)]
    pub(super) fn plays_like(&self, other: &Self) -> bool {
        self.slots == other.slots && self.first == other.first && self.takes == other.takes
    }

    /// A number that changes with the rules of this class, so that tables of other rules are recognised.
    pub(super) fn fingerprint(&self) -> u64 {
        let moves = self.slots.iter().flat_map(|&animal| {
            let free = Square::all().map(move |square| ways(animal, square, Squares::EMPTY).word());
            free.chain(Square::all().map(move |square| ways(animal, square, WATER).word()))
        });
        let captures = self.takes.iter().flatten().map(|&bits| u64::from(bits));
        let goals = DEN_SET.0.iter().chain(&TRAPS.0).map(|set| set.word());
        moves.chain(captures).chain(goals).fold(menagerie_game::Key::new(), menagerie_game::Key::word).finish()
    }

    #[inline]
    pub(super) fn slots_of(&self, side: usize) -> std::ops::Range<usize> {
        if side == 0 { 0..self.first } else { self.first..self.slots.len() }
    }

    #[inline]
    pub(super) fn stand(&self, placement: Placement) -> Stand {
        let mut stand = Stand { placement, held: [Squares::EMPTY; 2], rats: Squares::EMPTY };
        for (slot, &animal) in self.slots.iter().enumerate() {
            let square = placement[slot];
            stand.held[usize::from(slot >= self.first)].insert(square);
            if animal == Animal::Rat {
                stand.rats.insert(square);
            }
        }
        stand
    }

    /// Where a token's steps and jumps lead, own tokens excluded, enemies included; never the own den.
    #[inline]
    pub(super) fn reach(&self, stand: &Stand, slot: usize) -> Squares {
        let side = usize::from(slot >= self.first);
        ways(self.slots[slot], stand.placement[slot], stand.rats) - stand.held[side] - DEN_SET.0[side]
    }

    /// Whether one token may capture another that it reaches.
    #[inline]
    pub(super) fn takes(&self, stand: &Stand, hunter: usize, prey: usize) -> bool {
        let [from, to] = [hunter, prey].map(|slot| kind_of(stand.placement[slot]));
        self.takes[hunter][prey] >> (from * SAMPLES.len() + to) & 1 == 1
    }
}
