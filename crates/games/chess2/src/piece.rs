//! Colours, kinds of pieces, royals and jail cells.

use std::fmt;

use menagerie_board::Direction;

use crate::board::Square;

menagerie_game::two_sides! {
    /// A side.
    pub enum Color {
        /// Begins, and plays towards rank 8.
        White = ("white", 'w'),
        /// Plays towards rank 1.
        Black = ("black", 'b'),
    }
}

use Color::*;

impl Color {
    /// A piece letter in its case: upper for White, lower for Black.
    pub(crate) const fn case(self, letter: char) -> char {
        match self {
            White => letter.to_ascii_uppercase(),
            Black => letter.to_ascii_lowercase(),
        }
    }

    /// Straight up the board, as this side sees it.
    pub(crate) const fn up(self) -> Direction {
        match self {
            White => Direction::North,
            Black => Direction::South,
        }
    }

    /// The two diagonals up, along which fish take.
    pub(crate) const fn diagonals_up(self) -> [Direction; 2] {
        match self {
            White => [Direction::NorthWest, Direction::NorthEast],
            Black => [Direction::SouthWest, Direction::SouthEast],
        }
    }

    /// The rank, from 0, on which its fish become fishy queens.
    pub(crate) const fn last_rank(self) -> u8 {
        match self {
            White => 7,
            Black => 0,
        }
    }
}

/// A kind of piece that belongs to a side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// With or without his banana: the position knows.
    King,
    /// Royal; once jailed she stays.
    Queen,
    /// Goes to any empty square; takes neighbours, and only in anger.
    Rook,
    /// Steps, or hops over pieces.
    Monkey,
    /// Two squares diagonally.
    Elephant,
    /// One square, never backwards.
    Fish,
    /// What a fish becomes; not royal.
    FishyQueen,
}

use Kind::*;

impl Kind {
    /// How many kinds there are.
    pub(crate) const COUNT: usize = 7;
    /// All, in the order of their numbers.
    pub const ALL: [Self; Self::COUNT] = [King, Queen, Rook, Monkey, Elephant, Fish, FishyQueen];

    /// Those that are not royal.
    pub(crate) const COMMON: [Self; 5] = [Rook, Monkey, Elephant, Fish, FishyQueen];

    /// The id in scenes and effects.
    pub const fn id(self) -> &'static str {
        match self {
            King => "king",
            Queen => "queen",
            Rook => "rook",
            Monkey => "monkey",
            Elephant => "elephant",
            Fish => "fish",
            FishyQueen => "fishy-queen",
        }
    }

    /// The letter in position texts, in upper case; a king's is the one he has with his banana.
    pub(crate) const fn letter(self) -> char {
        match self {
            King => 'K',
            Queen => 'Q',
            Rook => 'R',
            Monkey => 'M',
            Elephant => 'E',
            Fish => 'F',
            FishyQueen => 'Y',
        }
    }

    /// Whether it is jailed when taken: king or queen, never the fishy queen.
    #[inline]
    pub const fn royal(self) -> Option<Royal> {
        match self {
            King => Some(Royal::King),
            Queen => Some(Royal::Queen),
            _ => None,
        }
    }
}

/// A piece that goes to jail when it is taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Royal {
    /// The king.
    King,
    /// The queen.
    Queen,
}

impl Royal {
    /// The piece it is.
    pub const fn kind(self) -> Kind {
        match self {
            Self::King => King,
            Self::Queen => Queen,
        }
    }
}

/// A jail cell beside the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Cell {
    /// For White's royals, beside a4.
    Z4,
    /// For White's royals, beside a5.
    Z5,
    /// For Black's royals, beside h4.
    I4,
    /// For Black's royals, beside h5.
    I5,
}

use Cell::*;

impl Cell {
    /// All, in the order of the position text.
    pub const ALL: [Self; 4] = [Z4, Z5, I4, I5];

    const GATES: [Square; 4] = [Square::named("a4"), Square::named("a5"), Square::named("h4"), Square::named("h5")];

    /// The two cells for this colour's royals.
    #[inline]
    pub const fn of(color: Color) -> [Self; 2] {
        match color {
            White => [Z4, Z5],
            Black => [I4, I5],
        }
    }

    /// Whose royals it holds.
    pub const fn color(self) -> Color {
        match self {
            Z4 | Z5 => White,
            I4 | I5 => Black,
        }
    }

    /// The square beside it.
    #[inline]
    pub const fn gate(self) -> Square {
        Self::GATES[self as usize]
    }

    /// Its name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Z4 => "z4",
            Z5 => "z5",
            I4 => "i4",
            I5 => "i5",
        }
    }

    /// The cell with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|cell| cell.as_str() == name)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
