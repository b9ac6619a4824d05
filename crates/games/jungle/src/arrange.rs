//! The board editor: its palette, and the position text of pieces placed by hand.

use menagerie_game::text::board;
use menagerie_game::{Piece, Place, Seat};

use crate::board::Square;
use crate::piece::{Animal, Side, Token};
use crate::position::Position;
use crate::scene::rank_badge;

/// Every animal of both sides.
pub(crate) fn palette() -> Vec<Piece> {
    let piece = |side: Side, animal: Animal| Piece {
        badges: vec![rank_badge(animal)],
        ..Piece::new(Place::new(""), animal.name(), Some(side.seat()))
    };
    Side::ALL.into_iter().flat_map(|side| Animal::ALL.map(|animal| piece(side, animal))).collect()
}

impl Position {
    /// The text of a position with these animals and the same rule set.
    pub(crate) fn arranged(&self, pieces: &[Piece], mover: Seat) -> String {
        let on = |square: Square| Piece::last_at(pieces, Place::new(square)).and_then(letter);
        let squares = board(7, 9, |file, rank| Square::new(file, rank).and_then(on));
        let mover = Side::from_seat(mover).unwrap_or(self.mover).letter();
        format!("{squares} {mover}{}", if self.classic { " classic" } else { "" })
    }
}

fn letter(piece: &Piece) -> Option<char> {
    let animal = Animal::ALL.into_iter().find(|animal| animal.name() == piece.kind)?;
    Some(Token { animal, side: Side::from_seat(piece.color?)? }.letter())
}
