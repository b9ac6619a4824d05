//! The pieces in hand.

use crate::{Color, Kind, Piece};

/// Both hands: two bits for each kind of each side, since there are at most two of a kind (shogi5/reading/1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Hands(u32);

impl Hands {
    /// The bits of one side's fields.
    const SIDE_BITS: u32 = 14;
    /// The low bit of each field.
    const LOW_BITS: u32 = 0b01_0101_0101_0101;

    const fn shift(color: Color, kind: Kind) -> u32 {
        kind as u32 * 2 + color as u32 * Self::SIDE_BITS
    }

    /// Both empty.
    pub(crate) const NONE: Self = Self(0);

    /// How many of a kind a side holds.
    pub const fn count(self, color: Color, kind: Kind) -> u8 {
        (self.0 >> Self::shift(color, kind) & 3) as u8
    }

    /// How many different kinds a side holds: each is one drop per empty square.
    #[inline]
    pub const fn kinds(self, color: Color) -> u32 {
        let side = self.0 >> (color as u32 * Self::SIDE_BITS);
        ((side | side >> 1) & Self::LOW_BITS).count_ones()
    }

    /// One more.
    #[inline]
    pub(crate) fn add(&mut self, color: Color, kind: Kind) {
        self.0 += 1 << Self::shift(color, kind);
    }

    /// One more of what had this code on the board; nothing for the code of an empty square. Without a branch: whether a
    /// move captures is hard to predict.
    #[inline]
    pub(crate) fn take(&mut self, color: Color, code: u8) {
        let kind = u32::from(code % Piece::PROMOTED);
        self.0 += u32::from(code != 0) << (kind * 2 + color as u32 * Self::SIDE_BITS);
    }

    /// One less.
    #[inline]
    pub(crate) fn remove(&mut self, color: Color, kind: Kind) {
        self.0 -= 1 << Self::shift(color, kind);
    }

    /// For the key.
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }
}
