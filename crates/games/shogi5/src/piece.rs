//! Colours and the six kinds of pieces, plain and promoted.

use menagerie_game::Seat;

menagerie_game::two_sides! {
    /// The two sides. Black sits at the top and begins.
    pub enum Color {
        /// At the top, moves first and down the board.
        Black = ("black", 'b'),
        /// At the bottom, moves up the board.
        White = ("white", 'w'),
    }
}

impl Color {
    /// The side that a seat plays; White for any seat but the first.
    pub const fn of_seat(seat: Seat) -> Self {
        if seat.0 == 0 { Self::Black } else { Self::White }
    }
}

/// What a piece is, promoted or not. The numbers are the codes in a position's planes: 0 is an
/// empty square, 8 is added for a promoted piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Kind {
    /// The soldier (pawn), P.
    Soldier = 1,
    /// The spear, L.
    Spear,
    /// The elephant, B.
    Elephant,
    /// The silver general, S.
    Silver,
    /// The golden general, G.
    Gold,
    /// The king, K.
    King,
}

use Kind::*;

impl Kind {
    /// All kinds, in the order in which a hand is written (shogi5/ruling/18).
    pub const ALL: [Self; 6] = [King, Gold, Silver, Elephant, Spear, Soldier];

    /// The letter in texts, for white.
    pub const fn letter(self) -> char {
        match self {
            King => 'K',
            Gold => 'G',
            Silver => 'S',
            Elephant => 'B',
            Spear => 'L',
            Soldier => 'P',
        }
    }

    /// The kind with this upper-case letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// Whether there is a promoted form (shogi5/ruling/11).
    pub const fn promotes(self) -> bool {
        !matches!(self, King | Gold)
    }

    /// The id in scenes and effects.
    pub const fn id(self) -> &'static str {
        match self {
            King => "king",
            Gold => "gold",
            Silver => "silver",
            Elephant => "elephant",
            Spear => "spear",
            Soldier => "soldier",
        }
    }
}

/// A kind, plain or promoted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// What it is, or was before its promotion.
    pub kind: Kind,
    /// Whether it is promoted. Never with king or gold.
    pub promoted: bool,
}

impl Piece {
    /// The bit of the code that says promoted.
    pub(crate) const PROMOTED: u8 = 8;

    /// All pieces there are.
    pub fn all() -> impl Iterator<Item = Self> {
        let pair = |kind: Kind| [false, true].map(|promoted| Self { kind, promoted });
        Kind::ALL.into_iter().flat_map(pair).filter(|piece| !piece.promoted || piece.kind.promotes())
    }

    /// An unpromoted piece.
    pub const fn plain(kind: Kind) -> Self {
        Self { kind, promoted: false }
    }

    /// The code in a position's planes.
    pub(crate) const fn code(self) -> u8 {
        self.kind as u8 | if self.promoted { Self::PROMOTED } else { 0 }
    }

    /// The piece with this code; 0 is none.
    pub(crate) const fn from_code(code: u8) -> Option<Self> {
        let kind = match code & !Self::PROMOTED {
            1 => Soldier,
            2 => Spear,
            3 => Elephant,
            4 => Silver,
            5 => Gold,
            6 => King,
            _ => return None,
        };
        Some(Self { kind, promoted: code & Self::PROMOTED != 0 })
    }

    /// The id in scenes and effects.
    pub const fn id(self) -> &'static str {
        match (self.kind, self.promoted) {
            (Silver, true) => "promoted-silver",
            (Elephant, true) => "promoted-elephant",
            (Spear, true) => "promoted-spear",
            (Soldier, true) => "promoted-soldier",
            (kind, _) => kind.id(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_codes_round_trip() {
        for kind in Kind::ALL {
            assert_eq!(Kind::from_letter(kind.letter()), Some(kind));
        }
        for piece in Piece::all() {
            assert_eq!(Piece::from_code(piece.code()), Some(piece));
        }
        assert_eq!(Piece::all().count(), 10);
    }
}
