//! The 9×9 board: squares, the Maze, neighbours and lines.

use menagerie_board::{Direction, Rays, SquareSet, leaps};

/// A square of the 9×9 board.
pub type Square = menagerie_board::Square<9, 9>;
/// A set of squares.
pub type Set = SquareSet<9, 9, u128>;

/// The square in the middle.
pub const MAZE: Square = Square::named("e5");

const CELLS: usize = Square::COUNT as usize;

const BESIDE_STEPS: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const NEIGHBOUR_STEPS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const SECOND_STEPS: [(i8, i8); 8] = [(0, 2), (2, 2), (2, 0), (2, -2), (0, -2), (-2, -2), (-2, 0), (-2, 2)];

static RAYS: Rays<9, 9, CELLS, u128> = Rays::<9, 9, CELLS, u128>::new();
static BESIDE: [Set; CELLS] = table(&BESIDE_STEPS, &[]);
static NEIGHBOURS: [Set; CELLS] = table(&NEIGHBOUR_STEPS, &[]);
static WITHIN_TWO: [Set; CELLS] = table(&NEIGHBOUR_STEPS, &SECOND_STEPS);

const fn table(some: &[(i8, i8)], others: &[(i8, i8)]) -> [Set; CELLS] {
    let mut sets = [Set::from_word(0); CELLS];
    let mut index = 0;
    while index < CELLS {
        if let Some(from) = Square::from_index(index as u8) {
            sets[index] = Set::from_word(leaps(from, some) | leaps(from, others));
        }
        index += 1;
    }
    sets
}

/// The squares an orthogonal step away.
#[inline]
pub(crate) fn beside(square: Square) -> Set {
    BESIDE[square.index() as usize]
}

/// The squares a king's step away.
#[inline]
pub(crate) fn neighbours(square: Square) -> Set {
    NEIGHBOURS[square.index() as usize]
}

/// The squares one or two steps away in a straight line: a militant's range.
#[inline]
pub(crate) fn within_two(square: Square) -> Set {
    WITHIN_TWO[square.index() as usize]
}

/// The squares that are seen from one in all eight directions, up to and with the first occupied ones.
///
/// Without branches: on an ascending ray everything up to the lowest blocker is `blockers ^ (blockers - 1)`; on a
/// descending one everything from the highest blocker on.
#[inline]
pub(crate) fn seen_from(square: Square, occupied: Set) -> Set {
    let mut seen = 0;
    for direction in Direction::ALL {
        let ray = RAYS.ray(square, direction).word();
        let blockers = ray & occupied.word();
        seen |= ray
            & if direction.is_ascending() { blockers ^ blockers.wrapping_sub(1) } else { from_highest(blockers | 1) };
    }
    Set::from_word(seen)
}

/// The highest set bit and all bits above it; one must be set. The half with the bit is chosen first: shifts by a variable and
/// looking for the highest bit are slow in 128 bits, most of all on processors without LZCNT and BMI2.
#[inline]
const fn from_highest(bits: u128) -> u128 {
    let (high, low) = ((bits >> 64) as u64, bits as u64);
    let half = if high == 0 { low } else { high };
    let mask = u64::MAX << half.ilog2();
    let (high, low) = if high == 0 { (u64::MAX, mask) } else { (mask, 0) };
    (high as u128) << 64 | low as u128
}

/// Whether the two lie on one straight line, and are not the same.
pub(crate) fn in_line(from: Square, to: Square) -> bool {
    seen_from(from, Set::EMPTY).contains(to)
}

/// The first occupied square strictly between two squares of one line.
pub(crate) fn first_between(from: Square, to: Square, occupied: Set) -> Option<Square> {
    let direction = Direction::ALL.into_iter().find(|&direction| RAYS.ray(from, direction).contains(to))?;
    let way = RAYS.slide(from, direction, occupied);
    (way & occupied).first().filter(|_| !way.contains(to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_sees_in_all_directions_up_to_the_first_occupied_square() {
        let mut bits: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835;
        for _ in 0..200 {
            bits = bits.rotate_left(29).wrapping_mul(0x2545_F491_4F6C_DD1D) ^ (bits >> 7);
            let occupied = Set::from_word(bits & bits.rotate_left(41)) & Set::full();
            for from in Square::all() {
                let slides = Direction::ALL.into_iter().map(|direction| RAYS.slide(from, direction, occupied));
                assert_eq!(seen_from(from, occupied), slides.fold(Set::EMPTY, |seen, ray| seen | ray), "from {from}");
            }
        }
    }
}
