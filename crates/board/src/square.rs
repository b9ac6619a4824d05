//! One square of a board, with its name.

use std::fmt;
use std::str::FromStr;

use crate::Direction;

/// A square of a board `W` files wide and `H` ranks high. Its index counts files within ranks: a1, b1, …, a2, ….
///
/// ```
/// use menagerie_board::Square;
/// let square: Square<5, 5> = "c2".parse().unwrap();
/// assert_eq!((square.file(), square.rank(), square.index()), (2, 1, 7));
/// assert!("f1".parse::<Square<5, 5>>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square<const W: u8, const H: u8>(u8);

/// The text is not the name of a square of this board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotASquare;

impl fmt::Display for NotASquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a square of this board")
    }
}

impl std::error::Error for NotASquare {}

impl<const W: u8, const H: u8> Square<W, H> {
    /// How many squares the board has.
    pub const COUNT: u8 = W * H;

    /// The square on this file and rank, both counted from 0.
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < W && rank < H { Some(Self(rank * W + file)) } else { None }
    }

    /// The square with this index.
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index)) } else { None }
    }

    /// The square named by these two characters; for constants, where a wrong name stops the compiler.
    ///
    /// # Panics
    /// If this is no square of the board.
    pub const fn named(name: &str) -> Self {
        let name = name.as_bytes();
        assert!(name.len() == 2);
        match Self::new(name[0].wrapping_sub(b'a'), name[1].wrapping_sub(b'1')) {
            Some(square) => square,
            None => panic!("not a square of this board"),
        }
    }

    /// Files within ranks, from 0.
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// From 0.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 % W
    }

    /// From 0.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 / W
    }

    /// Every square in the order of their indices.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..Self::COUNT).map(Self)
    }

    /// The square at this offset in files and ranks, if it is on the board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = self.file() as i8 + files;
        let rank = self.rank() as i8 + ranks;
        if file < 0 || rank < 0 { None } else { Self::new(file as u8, rank as u8) }
    }

    /// The neighbour in a direction.
    pub const fn step(self, direction: Direction) -> Option<Self> {
        let (files, ranks) = direction.delta();
        self.offset(files, ranks)
    }

    /// Where this square lies when the board is turned by 180°.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self(Self::COUNT - 1 - self.0)
    }

    /// Reads a square from the front of a text and gives the rest.
    pub fn take(text: &str) -> Option<(Self, &str)> {
        let bytes = text.as_bytes();
        let (&file, &rank) = (bytes.first()?, bytes.get(1)?);
        if !(file.is_ascii_lowercase() && rank.is_ascii_digit()) {
            return None;
        }
        let square = Self::new(file - b'a', rank.checked_sub(b'1')?)?;
        Some((square, &text[2..]))
    }
}

impl<const W: u8, const H: u8> fmt::Display for Square<W, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

impl<const W: u8, const H: u8> fmt::Debug for Square<W, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<const W: u8, const H: u8> FromStr for Square<W, H> {
    type Err = NotASquare;

    fn from_str(text: &str) -> Result<Self, NotASquare> {
        match Self::take(text) {
            Some((square, "")) => Ok(square),
            _ => Err(NotASquare),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_indices_round_trip_on_every_board_we_use() {
        fn check<const W: u8, const H: u8>() {
            for square in Square::<W, H>::all() {
                assert_eq!(square.to_string().parse(), Ok(square));
                assert_eq!(Square::from_index(square.index()), Some(square));
                assert_eq!(square.turned().turned(), square);
            }
            assert_eq!(Square::<W, H>::from_index(W * H), None);
        }
        check::<5, 5>();
        check::<7, 9>();
        check::<8, 8>();
        check::<9, 9>();
    }

    #[test]
    fn texts_that_are_no_square_are_refused() {
        for text in ["", "a", "a0", "f1", "a6", "A1", "a1 ", "é1", "1a", "a10"] {
            assert_eq!(text.parse::<Square<5, 5>>(), Err(NotASquare), "{text}");
        }
    }

    #[test]
    fn steps_end_at_the_edge() {
        let corner = Square::<5, 5>::named("a1");
        let inside: Vec<_> = Direction::ALL.into_iter().filter_map(|d| corner.step(d)).map(|s| s.to_string()).collect();
        assert_eq!(inside, ["a2", "b2", "b1"]);
    }
}
