//! Attack tables for sliding and leaping pieces, as compile-time constants.

use crate::{Direction, Square, SquareSet, Word};

/// The squares from `from` (left out) to the edge in a direction, as bits; the building stone of constant tables.
pub const fn ray<const W: u8, const H: u8>(from: Square<W, H>, direction: Direction) -> u128 {
    let mut bits = 0;
    let mut square = from;
    while let Some(next) = square.step(direction) {
        bits |= 1 << next.index();
        square = next;
    }
    bits
}

/// The squares reached from `from` by each of the vectors (files, ranks), as bits.
pub const fn leaps<const W: u8, const H: u8>(from: Square<W, H>, vectors: &[(i8, i8)]) -> u128 {
    let mut bits = 0;
    let mut i = 0;
    while i < vectors.len() {
        if let Some(to) = from.offset(vectors[i].0, vectors[i].1) {
            bits |= 1 << to.index();
        }
        i += 1;
    }
    bits
}

/// For each of the `N` squares and each direction, the squares up to the edge.
///
/// ```
/// use menagerie_board::{Direction, Rays, Square, SquareSet};
/// static RAYS: Rays<5, 5, 25, u32> = Rays::<5, 5, 25, u32>::new();
///
/// let square = |name: &str| name.parse::<Square<5, 5>>().unwrap();
/// let occupied = SquareSet::from_iter([square("c4")]);
/// let seen = RAYS.slide(square("c1"), Direction::North, occupied);
/// assert_eq!(seen, SquareSet::from_iter(["c2", "c3", "c4"].map(square)));
/// ```
pub struct Rays<const W: u8, const H: u8, const N: usize, B>([[B; 8]; N]);

macro_rules! rays {
    ($($word:ty),*) => { $(
        impl<const W: u8, const H: u8, const N: usize> Rays<W, H, N, $word> {
            /// The table of this board.
            #[expect(clippy::new_without_default, reason = "a constant table has no default besides itself")]
            pub const fn new() -> Self {
                let mut table = [[0; 8]; N];
                let mut index = 0;
                while index < N {
                    if let Some(from) = Square::<W, H>::from_index(index as u8) {
                        let mut d = 0;
                        while d < 8 {
                            table[index][d] = ray(from, Direction::ALL[d]) as $word;
                            d += 1;
                        }
                    }
                    index += 1;
                }
                Self(table)
            }
        }
    )* };
}

rays!(u32, u64, u128);

impl<const W: u8, const H: u8, const N: usize, B: Word> Rays<W, H, N, B> {
    /// The squares up to the edge.
    #[inline]
    pub fn ray(&self, from: Square<W, H>, direction: Direction) -> SquareSet<W, H, B> {
        SquareSet::from_word(self.0[from.index() as usize][direction as usize])
    }

    /// The squares up to and including the first occupied one.
    #[inline]
    pub fn slide(&self, from: Square<W, H>, direction: Direction, occupied: SquareSet<W, H, B>) -> SquareSet<W, H, B> {
        let ray = self.0[from.index() as usize][direction as usize];
        let blockers = ray & occupied.word();
        if blockers == B::ZERO {
            return SquareSet::from_word(ray);
        }
        let first = if direction.is_ascending() { blockers.lowest() } else { blockers.highest() };
        SquareSet::from_word(ray & !self.0[first as usize][direction as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static RAYS: Rays<9, 9, 81, u128> = Rays::<9, 9, 81, u128>::new();

    /// The dumb judge: walks square by square.
    fn walk(from: Square<9, 9>, direction: Direction, occupied: SquareSet<9, 9, u128>) -> SquareSet<9, 9, u128> {
        let mut seen = SquareSet::EMPTY;
        let mut square = from;
        while let Some(next) = square.step(direction) {
            seen.insert(next);
            if occupied.contains(next) {
                break;
            }
            square = next;
        }
        seen
    }

    #[test]
    fn slides_stop_at_the_first_piece_like_a_walk_does() {
        let mut bits: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835;
        for _ in 0..200 {
            bits = bits.rotate_left(29).wrapping_mul(0x2545_F491_4F6C_DD1D) ^ (bits >> 7);
            let occupied = SquareSet::from_word(bits) & SquareSet::full();
            for from in Square::all() {
                for direction in Direction::ALL {
                    assert_eq!(RAYS.slide(from, direction, occupied), walk(from, direction, occupied));
                }
            }
        }
    }
}
