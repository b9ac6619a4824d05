//! What a piece is: type, colour, place, size, status effects.

use std::borrow::Cow;

use menagerie_game::{Seat, message};

use crate::board::{Set, Square, block};
use crate::info::INFO;
use crate::messages::MESSAGES;

/// White's seat.
pub(crate) const WHITE: Seat = Seat(0);
/// Black's seat.
pub(crate) const BLACK: Seat = Seat(1);

/// The other seat.
pub(crate) const fn other(seat: Seat) -> Seat {
    Seat(1 - seat.0)
}

/// Rank +1 for white, −1 for black (heaven-hell/2.3).
pub(crate) const fn forward(seat: Seat) -> i8 {
    1 - 2 * seat.0 as i8
}

/// The rank, from 0, that a seat calls its back rank.
pub(crate) const fn back_rank(seat: Seat) -> u8 {
    7 * seat.0
}

/// The rank, from 0, on which a seat's Pawns promote.
pub(crate) const fn last_rank(seat: Seat) -> u8 {
    7 - 7 * seat.0
}

/// `w` or `b`.
pub(crate) const fn letter(seat: Seat) -> char {
    if seat.0 == 0 { 'w' } else { 'b' }
}

/// The type of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names are the game's own words; heaven-hell/7 says what they do")]
pub enum Kind {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
    SuicideBomber,
    Leopard,
    CheckerKnight,
    MountedArcher,
    Wizard,
    Archbishop,
    Fortress,
    Scout,
    Warlock,
    Imp,
    Angel,
}

use Kind::*;

impl Kind {
    /// Every type, in the order of the piece letters' table.
    pub const ALL: [Self; 17] = [
        Pawn,
        Knight,
        Bishop,
        Rook,
        Queen,
        King,
        SuicideBomber,
        Leopard,
        CheckerKnight,
        MountedArcher,
        Wizard,
        Archbishop,
        Fortress,
        Scout,
        Warlock,
        Imp,
        Angel,
    ];

    const WORDS: [(char, &'static str); 17] = [
        ('P', "pawn"),
        ('N', "knight"),
        ('B', "bishop"),
        ('R', "rook"),
        ('Q', "queen"),
        ('K', "king"),
        ('X', "suicide-bomber"),
        ('L', "leopard"),
        ('C', "checker-knight"),
        ('M', "mounted-archer"),
        ('W', "wizard"),
        ('A', "archbishop"),
        ('F', "fortress"),
        ('S', "scout"),
        ('V', "warlock"),
        ('I', "imp"),
        ('G', "angel"),
    ];

    /// The upper-case letter in position texts.
    pub const fn letter(self) -> char {
        Self::WORDS[self as usize].0
    }

    /// As in action texts: `checker-knight`.
    pub const fn id(self) -> &'static str {
        Self::WORDS[self as usize].1
    }

    /// As in sentences: `Checker Knight`.
    pub fn name(self) -> &'static str {
        INFO.kind_name(self.id())
    }

    /// The type with this upper-case letter.
    pub fn with_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// Imps and Angels belong to nobody.
    pub const fn is_neutral(self) -> bool {
        matches!(self, Imp | Angel)
    }

    /// King, Queen.
    pub const fn is_royal(self) -> bool {
        matches!(self, King | Queen)
    }

    /// The six of chess.
    pub const fn is_standard(self) -> bool {
        matches!(self, Pawn | Knight | Bishop | Rook | Queen | King)
    }
}

/// The colour of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Color {
    /// A seat's own.
    Of(Seat),
    /// An Imp's or an Angel's.
    Neutral,
}

impl Color {
    /// The seat whose colour it is.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::Of(seat) => Some(seat),
            Self::Neutral => None,
        }
    }

    /// `white`, `black`, `neutral`: an id, as in effects.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Of(Seat(0)) => "white",
            Self::Of(_) => "black",
            Self::Neutral => "neutral",
        }
    }

    /// What sentences call it.
    pub(crate) fn words(self) -> Cow<'static, str> {
        match self {
            Self::Of(seat) => INFO.color_of(seat).into(),
            Self::Neutral => message!("color-neutral"),
        }
    }
}

/// A status effect that a piece has or has not (heaven-hell/8).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Mark {
    Murderer,
    Experienced,
    Cursed,
    Hat,
    DoubleMove,
    PortalGun,
    Forced,
}

impl Mark {
    /// All, in the order in which scenes show them.
    pub(crate) const ALL: [Self; 7] =
        [Self::Murderer, Self::Experienced, Self::Cursed, Self::Hat, Self::DoubleMove, Self::PortalGun, Self::Forced];

    /// Its letter in piece texts.
    pub(crate) const fn letter(self) -> char {
        ['m', 'x', 'c', 'h', 'd', 'p', 'f'][self as usize]
    }

    /// The id of the badge.
    pub(crate) const fn id(self) -> &'static str {
        ["murderer", "experienced", "cursed", "wizard-hat", "double-move", "portal-gun", "forced"][self as usize]
    }

    /// In words, as a badge.
    pub(crate) fn words(self) -> &'static str {
        MESSAGES.fact_text("topic", self.id(), "badge")
    }
}

/// The status effects that a piece has or has not.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Marks(u8);

impl Marks {
    #[inline]
    pub(crate) const fn has(self, mark: Mark) -> bool {
        self.0 >> mark as u8 & 1 == 1
    }

    #[inline]
    pub(crate) fn set(&mut self, mark: Mark, on: bool) {
        self.0 = self.0 & !(1 << mark as u8) | u8::from(on) << mark as u8;
    }

    /// The bits, for the key.
    pub(crate) const fn bits(self) -> u8 {
        self.0
    }
}

/// Where a piece is in its life.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    /// On the board.
    Board,
    /// In hand (heaven-hell/6.2/3) or in limbo (heaven-hell/6.3): off the board, but in the game.
    Away,
    /// Out of the game; its slot may be used again.
    Gone,
}

/// A piece, in eight bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Piece {
    pub(crate) kind: Kind,
    color: u8,
    /// The anchor: the footprint's square with the lowest file and rank.
    pub(crate) square: Square,
    pub(crate) size: u8,
    pub(crate) marks: Marks,
    pub(crate) stuns: u8,
    pub(crate) investors: u8,
    pub(crate) state: State,
}

impl Piece {
    /// The most stuns and Investors a piece can have (heaven-hell/2.4).
    pub(crate) const MOST: u8 = 9;
    /// The greatest size.
    pub(crate) const LARGEST: u8 = 8;

    /// A new piece: size 1, no status.
    pub(crate) const fn new(kind: Kind, color: Color, square: Square) -> Self {
        let color = match color {
            Color::Of(seat) => seat.0,
            Color::Neutral => 2,
        };
        Self { kind, color, square, size: 1, marks: Marks(0), stuns: 0, investors: 0, state: State::Away }
    }

    #[inline]
    pub(crate) const fn color(self) -> Color {
        if self.color < 2 { Color::Of(Seat(self.color)) } else { Color::Neutral }
    }

    #[inline]
    pub(crate) const fn is_of(self, seat: Seat) -> bool {
        self.color == seat.0
    }

    #[inline]
    pub(crate) const fn is_neutral(self) -> bool {
        self.color == 2
    }

    #[inline]
    pub(crate) const fn has(self, mark: Mark) -> bool {
        self.marks.has(mark)
    }

    /// The squares it covers on its plane.
    #[inline]
    pub(crate) fn footprint(self) -> Set {
        block(self.square.cell(), self.size).unwrap_or_default()
    }

    /// Immune to Fire (heaven-hell/7, heaven-hell/8).
    #[inline]
    pub(crate) const fn fireproof(self) -> bool {
        matches!(self.kind, Wizard | Imp) || self.has(Mark::Hat)
    }

    /// Immune to Ice.
    #[inline]
    pub(crate) const fn iceproof(self) -> bool {
        matches!(self.kind, Wizard | Angel) || self.has(Mark::Hat)
    }

    /// Whether the piece stands ready to castle: the right type and colour, size 1.
    pub(crate) fn is_castler(self, kind: Kind, seat: Seat) -> bool {
        self.kind == kind && self.is_of(seat) && self.size == 1
    }

    /// Whether the piece may be moved by a decision about it.
    pub(crate) fn is_free(self) -> bool {
        self.stuns == 0
    }

    /// Whether the piece is followed by a second move.
    pub(crate) fn moves_twice(self) -> bool {
        self.has(Mark::DoubleMove)
    }
}
