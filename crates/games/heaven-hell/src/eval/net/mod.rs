//! What the learned evaluation sees of a position, from the viewpoint of one seat.
//!
//! For black the ranks are mirrored, so that the own army stands at the bottom. A side is 0 for the seat's own and 1 for
//! the other's. A zone is a quarter of a quarter of a plane: two files and two ranks.

mod army;
mod attacks;
mod lands;
mod means;
#[cfg(test)]
mod tests;

use menagerie_game::Seat;
use menagerie_game::net::{Features, Inputs, Layout};

use crate::board::{Plane, Set};
use crate::piece::Kind::{self, *};
use crate::piece::Piece;
use crate::position::Position;

/// What the net of Heaven and Hell sees.
pub(crate) const INPUTS: Inputs = Inputs {
    game: "heaven-hell",
    definition: "1: pieces by square or zone, statuses, attacks, items by zone, coins, shop, stage and tasks",
    features: COUNT as u16,
    buckets: 4,
    layout: Layout::Pair,
};

menagerie_game::net::embedded_net!("../heaven-hell.net", INPUTS);

const ARMY: usize = 0;
const ATTACKS: usize = ARMY + army::COUNT;
const LANDS: usize = ATTACKS + attacks::COUNT;
const MEANS: usize = LANDS + lands::COUNT;
const COUNT: usize = MEANS + means::COUNT;

const ZONES: usize = 16;
/// The kinds that have a colour.
const COLORED: usize = 15;

/// Below how many pieces on Earth each output but the last is used.
const BUCKETS: [u32; 3] = [11, 18, 25];

/// A list of features under way. It takes each feature once.
struct Lister<'a> {
    position: &'a Position,
    seat: Seat,
    seen: [u64; COUNT.div_ceil(64)],
    features: &'a mut Features,
}

impl Position {
    /// The active features for a seat.
    pub(crate) fn features(&self, seat: Seat, features: &mut Features) {
        let mut lister = Lister { position: self, seat, seen: [0; COUNT.div_ceil(64)], features };
        lister.army();
        lister.attacks();
        lister.lands();
        lister.means();
    }

    /// The output of the net: by the number of pieces on Earth.
    pub(crate) fn net_bucket(&self) -> usize {
        let pieces = self.pieces.anchors()[Plane::Earth].len();
        BUCKETS.iter().filter(|&&bound| pieces >= bound).count()
    }
}

impl Lister<'_> {
    #[inline]
    fn add(&mut self, feature: usize) {
        let (word, bit) = (feature / 64, 1 << (feature % 64));
        if self.seen[word] & bit == 0 {
            self.seen[word] |= bit;
            self.features.push(feature);
        }
    }

    /// Adds a feature for each step that a number reaches.
    #[inline]
    fn add_steps(&mut self, first: usize, number: usize, steps: &[usize]) {
        let reached = steps.iter().take_while(|&&step| number >= step).count();
        (0..reached).for_each(|step| self.add(first + step));
    }

    /// Adds the zones in which one of these squares lies.
    #[inline]
    fn add_zones(&mut self, first: usize, squares: Set) {
        let mut word = if self.seat.0 == 0 { squares.word() } else { squares.word().swap_bytes() };
        word |= word >> 1 & 0x5555_5555_5555_5555;
        word |= word >> 8;
        word &= 0x0055_0055_0055_0055;
        while word != 0 {
            let cell = word.trailing_zeros() as usize;
            self.add(first + cell / 16 * 4 + cell % 8 / 2);
            word &= word - 1;
        }
    }

    /// 0 for the seat's own, 1 for the other's, nothing for a neutral piece.
    #[inline]
    fn side(&self, piece: Piece) -> Option<usize> {
        piece.color().seat().map(|seat| self.side_of(seat))
    }

    #[inline]
    fn side_of(&self, seat: Seat) -> usize {
        usize::from(seat != self.seat)
    }

    /// The anchor as the seat sees it: file, then rank. The lowest rank of a mirrored block was its highest.
    #[inline]
    fn place(&self, piece: Piece) -> (usize, usize) {
        let (file, rank) = (usize::from(piece.square.file()), usize::from(piece.square.rank()));
        (file, if self.seat.0 == 0 { rank } else { 8 - usize::from(piece.size) - rank })
    }
}

/// Pawns, light pieces, heavy pieces, Kings.
const GROUPS: usize = 4;

#[inline]
const fn group(kind: Kind) -> usize {
    match kind {
        Pawn | SuicideBomber => 0,
        Knight | Bishop | Leopard | CheckerKnight | MountedArcher | Wizard | Archbishop | Imp => 1,
        Rook | Queen | Fortress | Scout | Warlock | Angel => 2,
        King => 3,
    }
}
