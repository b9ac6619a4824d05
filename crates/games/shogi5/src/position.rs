//! The position: its fields, start, actor, outcome and hash key.

use menagerie_game::{Actor, Ending, Key, Outcome, Seat, SeatSet, message};

use crate::board::{Set, Square};
use crate::hands::Hands;
use crate::{Color, Kind, Piece};

/// A position: board, hands, mover. Nothing else.
///
/// The board is kept in four planes: the bits of a square in them, read as a number, are the code of the piece there.
/// Six words hold everything, so a position is cheap to copy, to compare and to hash.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub(crate) planes: [Set; 4],
    pub(crate) white: Set,
    pub(crate) hands: Hands,
    pub(crate) mover: Color,
}

impl Position {
    /// An empty board; for building up.
    pub(crate) const fn empty(mover: Color) -> Self {
        let none = Set::from_word(0);
        Self { planes: [none; 4], white: none, hands: Hands::NONE, mover }
    }

    /// The set-up (shogi5/ruling/1): black's is white's turned by 180°, and black begins (shogi5/ruling/2).
    pub(crate) fn start_position() -> Self {
        const WHITE: [(&str, Kind); 6] = [
            ("a1", Kind::King),
            ("b1", Kind::Gold),
            ("c1", Kind::Silver),
            ("d1", Kind::Elephant),
            ("e1", Kind::Spear),
            ("a2", Kind::Soldier),
        ];
        let mut position = Self::empty(Color::Black);
        for (name, kind) in WHITE {
            let square = Square::named(name);
            position.put(square, Piece::plain(kind), Color::White);
            position.put(square.turned(), Piece::plain(kind), Color::Black);
        }
        position
    }

    /// Who is on move; in a finished game who would have been.
    pub const fn mover(&self) -> Color {
        self.mover
    }

    /// The same position with this seat to move; `None` once the game is over.
    pub(crate) fn with_turn(&self, seat: Seat) -> Option<Self> {
        self.winner().is_none().then_some(Self { mover: Color::from_seat(seat)?, ..*self })
    }

    /// Both hands.
    pub const fn hands(&self) -> Hands {
        self.hands
    }

    /// What stands on a square.
    pub fn piece(&self, square: Square) -> Option<(Piece, Color)> {
        let piece = Piece::from_code(self.code(square))?;
        Some((piece, if self.white.contains(square) { Color::White } else { Color::Black }))
    }

    /// The code of what stands on a square; 0 for nothing.
    #[inline]
    pub(crate) fn code(&self, square: Square) -> u8 {
        let bit = |plane: Set| plane.word() >> square.index() & 1;
        let [p0, p1, p2, p3] = self.planes.map(bit);
        (p0 | p1 << 1 | p2 << 2 | p3 << 3) as u8
    }

    /// The squares with the code of this piece, of both sides.
    #[inline]
    pub(crate) fn with(&self, piece: Piece) -> Set {
        let code = piece.code();
        let matching = |i: usize| if code >> i & 1 == 1 { self.planes[i] } else { !self.planes[i] };
        matching(0) & matching(1) & matching(2) & matching(3)
    }

    #[inline]
    pub(crate) fn occupied(&self) -> Set {
        self.planes[0] | self.planes[1] | self.planes[2] | self.planes[3]
    }

    /// The squares with pieces of a side.
    #[inline]
    pub(crate) fn of(&self, color: Color) -> Set {
        match color {
            Color::White => self.white,
            Color::Black => self.occupied() - self.white,
        }
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(crate) fn put(&mut self, square: Square, piece: Piece, color: Color) {
        self.put_code(square, piece.code(), color);
    }

    #[inline]
    pub(crate) fn put_code(&mut self, square: Square, code: u8, color: Color) {
        for (i, plane) in self.planes.iter_mut().enumerate() {
            *plane |= Set::from_word(u32::from(code >> i & 1) << square.index());
        }
        self.white |= Set::from_word((color as u32) << square.index());
    }

    /// Takes away whatever stands on these squares.
    #[inline]
    pub(crate) fn clear(&mut self, squares: Set) {
        for plane in &mut self.planes {
            *plane -= squares;
        }
        self.white -= squares;
    }

    /// The kings on the board. The code of a king is the only one with the middle two planes set.
    #[inline]
    pub(crate) fn kings(&self) -> Set {
        self.planes[1] & self.planes[2]
    }

    /// The pieces that slide: codes 2, 3, 10, 11 (spears and elephants) and 12 (the promoted silver general).
    #[inline]
    pub(crate) fn sliders(&self) -> Set {
        let [_, p1, p2, p3] = self.planes;
        (p1 - p2) | (p2 & p3)
    }

    /// Whether a king was taken: one is left.
    #[inline]
    pub(crate) fn king_taken(&self) -> bool {
        let kings = self.kings().word();
        kings & kings.wrapping_sub(1) == 0
    }

    /// Who has won, by the section *End of game*.
    pub(crate) fn winner(&self) -> Option<Color> {
        if self.king_taken() {
            let survivor = if (self.kings() & self.white).is_empty() { Color::Black } else { Color::White };
            return Some(survivor);
        }
        (!self.can_act()).then(|| self.mover.other())
    }

    pub(crate) fn actor(&self) -> Actor {
        match self.winner() {
            Some(_) => Actor::Nobody,
            None => Actor::Seat(self.mover.seat()),
        }
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.winner().map(|winner| Outcome::won_by(winner.seat(), SeatSet::first(2)))
    }

    pub(crate) fn ended_by(&self) -> Ending {
        if self.king_taken() {
            Ending::new("shogi5/end/1", message!("ending-king"))
        } else {
            Ending::new("shogi5/end/2", message!("ending-no-move", loser = self.mover.words()))
        }
    }

    pub(crate) fn key(&self) -> u64 {
        let pair = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        let [p0, p1, p2, p3] = self.planes.map(Set::word);
        let rest = self.hands.bits() | (self.mover as u32) << 31;
        Key::new().word(pair(p0, p1)).word(pair(p2, p3)).word(pair(self.white.word(), rest)).finish()
    }
}
