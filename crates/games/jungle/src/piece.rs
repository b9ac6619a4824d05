//! Animals, sides and tokens.

use std::ops::{Index, IndexMut};

/// A kind of token, from the weakest to the strongest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Animal {
    /// The only one that swims.
    Rat,
    /// Rank 2.
    Cat,
    /// Rank 3.
    Dog,
    /// Rank 4.
    Wolf,
    /// Rank 5.
    Leopard,
    /// Rank 6; jumps over water.
    Tiger,
    /// Rank 7; jumps over water.
    Lion,
    /// Rank 8.
    Elephant,
}

use Animal::*;

impl Animal {
    /// All eight, by rank.
    pub const ALL: [Self; 8] = [Rat, Cat, Dog, Wolf, Leopard, Tiger, Lion, Elephant];

    /// From 1 (rat) to 8 (elephant).
    pub const fn rank(self) -> u8 {
        self as u8 + 1
    }

    /// The name, which is also the id of its kind in scenes and effects.
    pub const fn name(self) -> &'static str {
        match self {
            Rat => "rat",
            Cat => "cat",
            Dog => "dog",
            Wolf => "wolf",
            Leopard => "leopard",
            Tiger => "tiger",
            Lion => "lion",
            Elephant => "elephant",
        }
    }

    /// The letter in position texts, for red.
    pub const fn letter(self) -> char {
        match self {
            Rat => 'R',
            Cat => 'C',
            Dog => 'D',
            Wolf => 'W',
            // jungle/ruling/19: P as in panther, since L is the lion.
            Leopard => 'P',
            Tiger => 'T',
            Lion => 'L',
            Elephant => 'E',
        }
    }

    /// Whether it jumps over water (jungle/pieces/2).
    pub const fn jumps(self) -> bool {
        matches!(self, Tiger | Lion)
    }
}

menagerie_game::two_sides! {
    /// One of the two players.
    pub enum Side {
        /// Sits at the bottom and begins.
        Red = ("red", 'r'),
        /// Sits at the top.
        Black = ("black", 'b'),
    }
}

/// An animal of a side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Token {
    /// What it is.
    pub animal: Animal,
    /// Whose it is.
    pub side: Side,
}

impl Token {
    /// The letter in position texts: upper case for red, lower case for black.
    pub const fn letter(self) -> char {
        match self.side {
            Side::Red => self.animal.letter(),
            Side::Black => self.animal.letter().to_ascii_lowercase(),
        }
    }

    /// The token that a letter stands for.
    pub fn from_letter(letter: char) -> Option<Self> {
        let animal = Animal::ALL.into_iter().find(|animal| animal.letter() == letter.to_ascii_uppercase())?;
        let side = if letter.is_ascii_uppercase() { Side::Red } else { Side::Black };
        Some(Self { animal, side })
    }
}

/// One value for each side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct BySide<T>(pub(crate) [T; 2]);

impl<T> Index<Side> for BySide<T> {
    type Output = T;
    #[inline]
    fn index(&self, side: Side) -> &T {
        &self.0[side as usize]
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self.0[side as usize]
    }
}
