//! The board editor: its palette, and the position text of pieces placed by hand.

use menagerie_game::text::board;
use menagerie_game::{Badge, Piece, Place, Seat, message};

use crate::apply::CENTRE_PLACE;
use crate::board::Square;
use crate::piece::{Cell, Color, Kind};
use crate::position::Position;
use crate::text::{BARE_KING, BEAR};

const BEAR_ID: &str = "bear";
const BANANA: &str = "banana";

/// Every piece of both sides, the king also without his banana, and the bear.
pub(crate) fn palette() -> Vec<Piece> {
    let nowhere = Place::new("");
    let side = |color: Color| {
        let king = Piece { badges: vec![banana_badge()], ..Piece::new(nowhere, Kind::King.id(), Some(color.seat())) };
        let others = Kind::ALL.map(|kind| Piece::new(nowhere, kind.id(), Some(color.seat())));
        [king].into_iter().chain(others)
    };
    Color::ALL.into_iter().flat_map(side).chain([Piece::new(nowhere, BEAR_ID, None)]).collect()
}

/// The badge of a king who has his banana.
pub(crate) fn banana_badge() -> Badge {
    Badge { id: BANANA.into(), mark: "B".into(), label: message!("badge-banana") }
}

impl Position {
    /// The text of a position with these pieces on the board and in the jails, at the start of a turn.
    pub(crate) fn arranged(&self, pieces: &[Piece], mover: Seat) -> String {
        let at = |place: Place| Piece::last_at(pieces, place).and_then(letter);
        let squares = board(8, 8, |file, rank| at(Place::new(Square::new(file, rank)?)));
        let jails: String = Cell::ALL.into_iter().map(|cell| at(Place::new(cell)).unwrap_or('.')).collect();
        let side = Color::from_seat(mover).unwrap_or(self.side).letter();
        let rook = if self.rooks_may_take { 'r' } else { '-' };
        let bear = if at(Place::new(CENTRE_PLACE)) == Some(BEAR) { 'c' } else { '-' };
        format!("{squares} {side} {jails} {rook} - {bear}")
    }
}

fn letter(piece: &Piece) -> Option<char> {
    if piece.kind == BEAR_ID {
        return Some(BEAR);
    }
    let kind = Kind::ALL.into_iter().find(|kind| kind.id() == piece.kind)?;
    let bare = kind == Kind::King && piece.badges.iter().all(|badge| badge.id != BANANA);
    Some(Color::from_seat(piece.color?)?.case(if bare { BARE_KING } else { kind.letter() }))
}
