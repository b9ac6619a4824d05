//! Colours, kinds and pieces.

use menagerie_game::{Figure, Seat};

/// One of the four colours, and the seat that began with it, if it has a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Color {
    /// Corner a1.
    Red,
    /// Corner i1.
    Blue,
    /// Corner i9.
    Yellow,
    /// Corner a9.
    Green,
}

use Color::*;

impl Color {
    /// All four, in order of play.
    pub const ALL: [Self; 4] = [Red, Blue, Yellow, Green];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Red => "red",
            Blue => "blue",
            Yellow => "yellow",
            Green => "green",
        }
    }

    /// Its letter in position texts.
    pub const fn letter(self) -> char {
        match self {
            Red => 'r',
            Blue => 'b',
            Yellow => 'y',
            Green => 'g',
        }
    }

    /// The colour with this letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|color| color.letter() == letter)
    }

    /// The seat that began with it.
    pub const fn seat(self) -> Seat {
        Seat(self as u8)
    }

    /// The colour a seat began with.
    pub fn from_seat(seat: Seat) -> Option<Self> {
        Self::ALL.get(seat.index()).copied()
    }

    /// The four colours in the cycle red, blue, yellow, green, beginning after this one; this one comes last.
    #[inline]
    pub(crate) fn cycle_after(self) -> impl Iterator<Item = Self> {
        (1..=4).map(move |step| Self::ALL[(self as usize + step) % 4])
    }
}

/// The six kinds of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// The only one that may rest in the Maze; with it a seat lives and dies.
    Chief,
    /// Changes places with its victim.
    Assassin,
    /// Kills what it stands beside, after moving.
    Reporter,
    /// Lifts the living.
    Diplomat,
    /// Lifts the dead.
    Necromobile,
    /// Goes one or two squares.
    Militant,
}

use Kind::*;

impl Kind {
    /// All six.
    pub const ALL: [Self; 6] = [Chief, Assassin, Reporter, Diplomat, Necromobile, Militant];

    /// Its name, which is also its id in scenes and effects.
    pub const fn name(self) -> &'static str {
        match self {
            Chief => "chief",
            Assassin => "assassin",
            Reporter => "reporter",
            Diplomat => "diplomat",
            Necromobile => "necromobile",
            Militant => "militant",
        }
    }

    /// Its letter in position texts.
    pub const fn letter(self) -> char {
        match self {
            Chief => 'C',
            Assassin => 'A',
            Reporter => 'R',
            Diplomat => 'D',
            Necromobile => 'N',
            Militant => 'M',
        }
    }

    /// The kind with this letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// How many of it a colour begins with.
    pub const fn per_color(self) -> u32 {
        if matches!(self, Militant) { 4 } else { 1 }
    }
}

/// A living piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Its colour, which never changes.
    pub color: Color,
    /// What it is.
    pub kind: Kind,
}

impl Piece {
    /// The piece as effects name it.
    pub(crate) const fn figure(self) -> Figure {
        Figure::new(self.kind.name(), self.color.name())
    }
}

/// What can stand or lie on a square: a living piece, or a corpse, which has no colour, no kind and no owner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unit {
    /// A living piece.
    Living(Piece),
    /// A dead one.
    Corpse,
}

impl Unit {
    /// The unit as effects name it.
    pub(crate) const fn figure(self) -> Figure {
        match self {
            Self::Living(piece) => piece.figure(),
            Self::Corpse => CORPSE,
        }
    }
}

/// A corpse as effects name it.
pub(crate) const CORPSE: Figure = Figure::new("corpse", "");
