//! The machine words that hold a bitboard.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// An unsigned integer used as a set of squares: `u32`, `u64` or `u128`.
pub trait Word:
    Copy
    + Eq
    + Debug
    + Default
    + std::hash::Hash
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// No bit set.
    const ZERO: Self;
    /// The word with one bit set.
    fn bit(index: u8) -> Self;
    /// How many bits are set.
    fn count(self) -> u32;
    /// The index of the lowest set bit; the width if there is none.
    fn lowest(self) -> u32;
    /// The index of the highest set bit. Must not be called on zero.
    fn highest(self) -> u32;
    /// The word without its lowest set bit.
    #[must_use]
    fn without_lowest(self) -> Self;
    /// The lowest `count` bits set.
    fn low_bits(count: u8) -> Self;
    /// Every bit moved up.
    #[must_use]
    fn up(self, by: u32) -> Self;
    /// Every bit moved down.
    #[must_use]
    fn down(self, by: u32) -> Self;
    /// The lowest bits of a wider word.
    fn truncated(bits: u128) -> Self;
}

macro_rules! word {
    ($($word:ty),*) => { $(
        impl Word for $word {
            const ZERO: Self = 0;
            #[inline]
            fn bit(index: u8) -> Self {
                1 << index
            }
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline]
            fn highest(self) -> u32 {
                <$word>::BITS - 1 - self.leading_zeros()
            }
            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline]
            fn low_bits(count: u8) -> Self {
                if u32::from(count) >= <$word>::BITS { <$word>::MAX } else { (1 << count) - 1 }
            }
            #[inline]
            fn up(self, by: u32) -> Self {
                self << by
            }
            #[inline]
            fn down(self, by: u32) -> Self {
                self >> by
            }
            #[inline]
            fn truncated(bits: u128) -> Self {
                bits as $word
            }
        }
    )* };
}

word!(u32, u64, u128);
