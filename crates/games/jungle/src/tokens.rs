//! The squares of one side's animals, packed into one 64-bit word.

use crate::board::{Square, Squares};
use crate::piece::Animal;

/// One byte for each animal, the rat's lowest: the index of its square, or [`Tokens::NOWHERE`] if it was taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Tokens(u64);

const EVERY_BYTE: u64 = 0x0101_0101_0101_0101;
const TOP_BITS: u64 = EVERY_BYTE << 7;

impl Tokens {
    /// The first index beyond the board.
    const NOWHERE: u8 = Square::COUNT;

    /// No animal on the board.
    pub(crate) const NONE: Self = Self(EVERY_BYTE * Self::NOWHERE as u64);

    /// The word, for the key.
    #[inline]
    pub(crate) const fn word(self) -> u64 {
        self.0
    }

    /// Where the animal stands, if it is still there.
    #[inline]
    pub(crate) const fn square(self, animal: Animal) -> Option<Square> {
        Square::from_index(self.byte(animal))
    }

    /// The animal's square as a set; empty if it was taken.
    #[inline]
    pub(crate) const fn set(self, animal: Animal) -> Squares {
        const BOARD: u64 = !(1 << Tokens::NOWHERE);
        Squares::from_word(1 << self.byte(animal) & BOARD)
    }

    #[inline]
    const fn byte(self, animal: Animal) -> u8 {
        (self.0 >> (8 * animal as u32)) as u8
    }

    /// The animal on a square. All bytes are compared at once: the lowest byte that equals the square's index becomes
    /// zero, and the lowest zero byte is the lowest to borrow.
    #[inline]
    pub(crate) fn on(self, square: Square) -> Option<Animal> {
        let differs = self.0 ^ (EVERY_BYTE * u64::from(square.index()));
        let equals = differs.wrapping_sub(EVERY_BYTE) & !differs & TOP_BITS;
        Animal::ALL.get(equals.trailing_zeros() as usize / 8).copied()
    }

    /// Puts the animal on a square, wherever it was.
    #[inline]
    pub(crate) fn put(&mut self, animal: Animal, square: Square) {
        self.set_byte(animal, square.index());
    }

    /// Takes the animal off the board.
    #[inline]
    pub(crate) fn remove(&mut self, animal: Animal) {
        self.set_byte(animal, Self::NOWHERE);
    }

    #[inline]
    fn set_byte(&mut self, animal: Animal, byte: u8) {
        let shift = 8 * animal as u32;
        self.0 ^= u64::from(self.byte(animal) ^ byte) << shift;
    }
}
