//! The 8×8 board: squares, neighbours, hops and lines. Every table is a compile-time constant.

use menagerie_board::{Direction, Rays, SquareSet};

/// A square of the board.
pub type Square = menagerie_board::Square<8, 8>;
/// A set of squares.
pub(crate) type Set = SquareSet<8, 8, u64>;

/// How the index changes by a step.
const fn delta(direction: Direction) -> i8 {
    let (files, ranks) = direction.delta();
    ranks * 8 + files
}

static NEIGHBOURS: [u64; 64] = around(&Direction::ALL);
static ORTHOGONAL_NEIGHBOURS: [u64; 64] = around(&Direction::ORTHOGONAL);

const fn around(directions: &[Direction]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut index = 0;
    while let Some(from) = Square::from_index(index) {
        let mut d = 0;
        while d < directions.len() {
            if let Some(to) = from.step(directions[d]) {
                table[index as usize] |= 1 << to.index();
            }
            d += 1;
        }
        index += 1;
    }
    table
}

static RAYS: Rays<8, 8, 64, u64> = Rays::<8, 8, 64, u64>::new();

/// The square from which `steps` steps in this direction lead to `to`.
#[inline]
pub(crate) fn back(to: Square, direction: Direction, steps: i8) -> Option<Square> {
    Square::from_index(to.index().wrapping_add_signed(-(delta(direction) * steps)))
}

/// The up to 8 adjacent squares.
#[inline]
pub(crate) fn neighbours(square: Square) -> Set {
    Set::from_word(NEIGHBOURS[square.index() as usize])
}

/// The up to 4 squares that share a side.
#[inline]
pub(crate) fn orthogonal_neighbours(square: Square) -> Set {
    Set::from_word(ORTHOGONAL_NEIGHBOURS[square.index() as usize])
}

/// What a queen sees: every line up to the first piece, which is included.
#[inline]
pub(crate) fn queen_sees(from: Square, occupied: Set) -> Set {
    Direction::ALL.into_iter().fold(Set::EMPTY, |seen, d| seen | RAYS.slide(from, d, occupied))
}

/// The square in the middle of a hop or of an elephant's move: exactly two steps in one of the 8
/// directions.
pub(crate) fn middle(from: Square, to: Square) -> Option<Square> {
    Direction::ALL.into_iter().find_map(|d| {
        let between = from.step(d)?;
        (between.step(d)? == to).then_some(between)
    })
}

/// The middle of a hop that is known to be one, without a search.
#[inline]
pub(crate) fn hopped_over(from: Square, to: Square) -> Square {
    Square::from_index(u8::midpoint(from.index(), to.index())).unwrap_or(from)
}

/// Whether two squares lie on one line of a queen.
pub(crate) fn in_line(from: Square, to: Square) -> bool {
    from != to && queen_sees(from, Set::EMPTY).contains(to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_lead_back() {
        for direction in Direction::ALL {
            for from in Square::all() {
                if let Some(to) = from.step(direction) {
                    assert_eq!(back(to, direction, 1), Some(from));
                }
            }
        }
    }

    #[test]
    fn the_middle_of_a_hop_is_found_both_ways() {
        for from in Square::all() {
            for to in Square::all() {
                if let Some(between) = middle(from, to) {
                    assert_eq!(hopped_over(from, to), between);
                }
            }
        }
    }
}
