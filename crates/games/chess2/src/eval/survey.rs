//! Material and attacks of one side, independent of the side to move.

use menagerie_board::Direction;

use super::Weights;
use crate::board::{Set, Square, orthogonal_neighbours, queen_sees};
use crate::piece::{Color, Kind};
use crate::position::{Pending, Position};

/// For each colour and square the row of [`Weights::place`]: by rank as that side sees it, and file from the edge.
static PLACE: [[u8; 64]; 2] = [places(Color::White), places(Color::Black)];

const fn places(color: Color) -> [u8; 64] {
    let mut table = [0; 64];
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        let rank = if matches!(color, Color::White) { square.rank() } else { 7 - square.rank() };
        let from_edge = if square.file() > 3 { 7 - square.file() } else { square.file() };
        table[index as usize] = rank * 4 + from_edge;
        index += 1;
    }
    table
}

/// The row of [`Weights::place`] for a square.
#[inline]
pub(super) fn place(color: Color, square: Square) -> usize {
    PLACE[color as usize][square.index() as usize] as usize
}

/// A side's pieces, counted.
pub(super) struct Survey {
    /// The value of the pieces on their squares, and their mobility.
    pub(super) worth: i32,
    /// Squares on which the side could take in its turn; of a chain only the first two hops count.
    pub(super) attacks: Set,
    /// Squares on which it could take back: its rooks may, after a capture.
    pub(super) defends: Set,
}

impl Survey {
    #[inline]
    pub(super) fn of(position: &Position, color: Color, weights: &Weights) -> Self {
        let (occupied, own) = (position.occupied(), position.colors[color as usize]);
        let monkeys = position.pieces(color, Kind::Monkey);
        let first = hops(monkeys, occupied);
        let second = hops(first - occupied, occupied);
        let elephants = elephants_see(position.pieces(color, Kind::Elephant), occupied);
        let queen = queens_see(position.pieces(color, Kind::Queen), occupied);
        let fishy = queens_see(position.pieces(color, Kind::FishyQueen), occupied);
        let near = fish_and_king_see(position, color);
        let steps = around(monkeys) - occupied;

        let mobility = weights.mobility[0] * ((first - own) | steps).len() as i32
            + weights.mobility[1] * (elephants - own).len() as i32
            + weights.mobility[2] * (queen - own).len() as i32
            + weights.mobility[3] * (fishy - own).len() as i32;
        let mut attacks = first | second | elephants | queen | fishy | near;
        let beside_rooks = beside(position.pieces(color, Kind::Rook));
        let defends = attacks | beside_rooks;
        // chess2/ruling/3: without a capture before, rooks take nothing.
        if position.side == color && position.rooks_may_take {
            attacks |= beside_rooks;
        }
        Self { worth: worth(position, color, weights) + mobility, attacks, defends }
    }
}

/// Every piece where it stands.
#[inline]
fn worth(position: &Position, color: Color, weights: &Weights) -> i32 {
    let mut worth = 0;
    for kind in Kind::ALL {
        let places = &weights.place[kind as usize];
        for square in position.pieces(color, kind) {
            worth += places[place(color, square)];
        }
    }
    // The monkey in the cell is not on the board.
    if let Pending::Swing { cell, .. } = position.pending
        && position.side == color
    {
        worth += weights.place[Kind::Monkey as usize][place(color, cell.gate())];
    }
    worth
}

/// Where the side could take at the start of a turn with its first action, but for its rooks.
pub(super) fn attacks(position: &Position, color: Color) -> Set {
    let occupied = position.occupied();
    let queens = position.pieces(color, Kind::Queen) | position.pieces(color, Kind::FishyQueen);
    hops(position.pieces(color, Kind::Monkey), occupied)
        | elephants_see(position.pieces(color, Kind::Elephant), occupied)
        | queens_see(queens, occupied)
        | fish_and_king_see(position, color)
}

/// chess2/monkey/1, all monkeys at once.
#[inline]
fn hops(monkeys: Set, occupied: Set) -> Set {
    Direction::ALL.into_iter().fold(Set::EMPTY, |all, d| all | (monkeys.step(d) & occupied).step(d))
}

/// chess2/moves/3
#[inline]
fn elephants_see(elephants: Set, occupied: Set) -> Set {
    Direction::DIAGONAL.into_iter().fold(Set::EMPTY, |all, d| all | (elephants.step(d) - occupied).step(d))
}

/// chess2/moves/6
#[inline]
fn queens_see(queens: Set, occupied: Set) -> Set {
    queens.into_iter().fold(Set::EMPTY, |all, queen| all | queen_sees(queen, occupied))
}

/// chess2/moves/4 and 5
#[inline]
fn fish_and_king_see(position: &Position, color: Color) -> Set {
    let fish = position.pieces(color, Kind::Fish);
    let king = around(position.pieces(color, Kind::King));
    color.diagonals_up().into_iter().fold(king, |all, d| all | fish.step(d))
}

#[inline]
fn around(set: Set) -> Set {
    Direction::ALL.into_iter().fold(Set::EMPTY, |all, d| all | set.step(d))
}

#[inline]
fn beside(rooks: Set) -> Set {
    rooks.into_iter().fold(Set::EMPTY, |all, rook| all | orthogonal_neighbours(rook))
}
