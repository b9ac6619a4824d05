//! A set of squares: a bitboard that knows its board.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

use crate::{Direction, Square, Word};

/// A set of squares of a `W`×`H` board in one machine word.
///
/// ```
/// use menagerie_board::{Square, SquareSet};
/// type Set = SquareSet<5, 5, u32>;
/// let corners: Set = ["a1", "e5"].map(|s| s.parse().unwrap()).into_iter().collect();
/// assert_eq!(corners.len(), 2);
/// assert_eq!((!corners).len(), 23);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SquareSet<const W: u8, const H: u8, B>(B);

impl<const W: u8, const H: u8, B> SquareSet<W, H, B> {
    /// The set whose squares are the set bits of `word`; for tables. Bits beyond the board must be 0.
    #[inline]
    pub const fn from_word(word: B) -> Self {
        Self(word)
    }
}

/// The bits of the first file.
const fn first_file<const W: u8, const H: u8>() -> u128 {
    let mut bits = 0;
    let mut rank = 0;
    while rank < H {
        bits |= 1 << (rank * W);
        rank += 1;
    }
    bits
}

impl<const W: u8, const H: u8, B: Word> SquareSet<W, H, B> {
    /// No square.
    pub const EMPTY: Self = Self(B::ZERO);

    /// Every square of the board.
    #[inline]
    pub fn full() -> Self {
        Self(B::low_bits(W * H))
    }

    /// Only this square.
    #[inline]
    pub fn of(square: Square<W, H>) -> Self {
        Self(B::bit(square.index()))
    }

    /// The bits.
    #[inline]
    pub fn word(self) -> B {
        self.0
    }

    /// Whether the square is in the set.
    #[inline]
    pub fn contains(self, square: Square<W, H>) -> bool {
        self.0 & B::bit(square.index()) != B::ZERO
    }

    /// Whether there is no square in it.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == B::ZERO
    }

    /// How many squares there are.
    #[inline]
    pub fn len(self) -> u32 {
        self.0.count()
    }

    /// Whether the two share a square.
    #[inline]
    pub fn meets(self, other: Self) -> bool {
        self.0 & other.0 != B::ZERO
    }

    /// Puts a square in.
    #[inline]
    pub fn insert(&mut self, square: Square<W, H>) {
        self.0 |= B::bit(square.index());
    }

    /// Takes a square out.
    #[inline]
    pub fn remove(&mut self, square: Square<W, H>) {
        self.0 &= !B::bit(square.index());
    }

    /// The set with the square.
    #[inline]
    #[must_use]
    pub fn with(self, square: Square<W, H>) -> Self {
        self | Self::of(square)
    }

    /// The set without the square.
    #[inline]
    #[must_use]
    pub fn without(self, square: Square<W, H>) -> Self {
        self - Self::of(square)
    }

    /// The squares of one file, from 0.
    #[inline]
    pub fn file(file: u8) -> Self {
        Self(B::truncated(first_file::<W, H>()).up(u32::from(file)))
    }

    /// The squares of one rank, from 0.
    #[inline]
    pub fn rank(rank: u8) -> Self {
        Self(B::low_bits(W).up(u32::from(rank) * u32::from(W)))
    }

    /// Every square moved one step; those that would leave the board are dropped.
    ///
    /// ```
    /// use menagerie_board::{Direction, SquareSet};
    /// type Set = SquareSet<5, 5, u32>;
    /// let set: Set = ["a1", "e5", "c3"].map(|s| s.parse().unwrap()).into_iter().collect();
    /// assert_eq!(set.step(Direction::NorthEast), ["b2", "d4"].map(|s| s.parse().unwrap()).into_iter().collect());
    /// ```
    #[inline]
    #[must_use]
    pub fn step(self, direction: Direction) -> Self {
        let (files, ranks) = direction.delta();
        let inside = match files {
            1 => self - Self::file(W - 1),
            -1 => self - Self::file(0),
            _ => self,
        };
        let by = i32::from(ranks) * i32::from(W) + i32::from(files);
        if by > 0 {
            Self(inside.0.up(by.unsigned_abs())) & Self::full()
        } else {
            Self(inside.0.down(by.unsigned_abs()))
        }
    }

    /// The square with the lowest index.
    #[inline]
    pub fn first(self) -> Option<Square<W, H>> {
        Square::from_index(self.0.lowest() as u8)
    }
}

/// The squares of a set, in the order of their indices.
#[derive(Clone, Debug)]
pub struct Squares<const W: u8, const H: u8, B: Word>(SquareSet<W, H, B>);

impl<const W: u8, const H: u8, B: Word> IntoIterator for SquareSet<W, H, B> {
    type Item = Square<W, H>;
    type IntoIter = Squares<W, H, B>;

    #[inline]
    fn into_iter(self) -> Squares<W, H, B> {
        Squares(self)
    }
}

impl<const W: u8, const H: u8, B: Word> Iterator for Squares<W, H, B> {
    type Item = Square<W, H>;

    #[inline]
    fn next(&mut self) -> Option<Square<W, H>> {
        let square = self.0.first()?;
        self.0.0 = self.0.0.without_lowest();
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl<const W: u8, const H: u8, B: Word> ExactSizeIterator for Squares<W, H, B> {}

impl<const W: u8, const H: u8, B: Word> FromIterator<Square<W, H>> for SquareSet<W, H, B> {
    fn from_iter<I: IntoIterator<Item = Square<W, H>>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl<const W: u8, const H: u8, B: Word> fmt::Debug for SquareSet<W, H, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

macro_rules! operator {
    ($($operator:ident $method:ident $assign:ident $assign_method:ident),*) => { $(
        impl<const W: u8, const H: u8, B: Word> $operator for SquareSet<W, H, B> {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                Self($operator::$method(self.0, other.0))
            }
        }
        impl<const W: u8, const H: u8, B: Word> $assign for SquareSet<W, H, B> {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = $operator::$method(*self, other);
            }
        }
    )* };
}

operator!(
    BitAnd bitand BitAndAssign bitand_assign,
    BitOr bitor BitOrAssign bitor_assign,
    BitXor bitxor BitXorAssign bitxor_assign
);

/// The squares of the first set that are not in the second.
impl<const W: u8, const H: u8, B: Word> Sub for SquareSet<W, H, B> {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl<const W: u8, const H: u8, B: Word> SubAssign for SquareSet<W, H, B> {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

/// The squares of the board that are not in the set.
impl<const W: u8, const H: u8, B: Word> Not for SquareSet<W, H, B> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0 & B::low_bits(W * H))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Set = SquareSet<9, 9, u128>;

    #[test]
    fn a_set_iterates_its_squares_in_order() {
        let squares: Vec<_> = ["a1", "e5", "i9"].iter().map(|s| s.parse().unwrap()).collect();
        let set: Set = squares.iter().rev().copied().collect();
        assert_eq!(set.into_iter().collect::<Vec<_>>(), squares);
    }

    #[test]
    fn a_set_steps_as_its_squares_do() {
        fn check<const W: u8, const H: u8, B: Word>() {
            for square in Square::<W, H>::all() {
                for direction in Direction::ALL {
                    let stepped: SquareSet<W, H, B> = square.step(direction).into_iter().collect();
                    assert_eq!(SquareSet::of(square).step(direction), stepped, "{square} {direction:?}");
                }
            }
        }
        check::<5, 5, u32>();
        check::<7, 9, u64>();
        check::<8, 8, u64>();
        check::<9, 9, u128>();
    }

    #[test]
    fn the_complement_stays_on_the_board() {
        assert_eq!(!Set::EMPTY, Set::full());
        assert_eq!(Set::full().len(), 81);
        assert_eq!(!Set::full(), Set::EMPTY);
        assert_eq!(SquareSet::<8, 8, u64>::full().len(), 64);
    }
}
