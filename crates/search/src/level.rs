//! Strength levels, from 1 to 8.

/// How strong a computer player is, from 1 (a child can win) to 8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 8] = [Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7), Self(8)];

    /// The level with this number, from 1 to 8.
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= 8 { Some(Self(number)) } else { None }
    }

    /// From 1 to 8.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The index into tables: from 0 to 7.
    pub(crate) const fn index(self) -> usize {
        self.0 as usize - 1
    }
}
