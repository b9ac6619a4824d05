//! The board editor: its palette, and the position text of pieces placed by hand.

use menagerie_game::text::board;
use menagerie_game::{Piece as Shown, Place, Seat};

use crate::board::Square;
use crate::piece::Kind::{self, Chief};
use crate::piece::{Color, Piece, Unit};
use crate::position::{Position, Turn};

const CORPSE: &str = "corpse";

/// Every piece of the four colours, and a corpse.
pub(crate) fn palette() -> Vec<Shown> {
    let piece = |color: Color, kind: Kind| Shown::new(Place::new(""), kind.name(), Some(color.seat()));
    let living = Color::ALL.into_iter().flat_map(|color| Kind::ALL.map(|kind| piece(color, kind)));
    living.chain([Shown::new(Place::new(""), CORPSE, None)]).collect()
}

impl Position {
    /// The text of a position with these units and the same number of players, at the start of a turn.
    pub(crate) fn arranged(&self, shown: &[Shown], mover: Seat) -> String {
        let at = |square: Square| Shown::last_at(shown, Place::new(square)).and_then(unit);
        let squares = board(9, 9, |file, rank| at(Square::new(file, rank)?));
        let on_board = |unit: Unit| Square::all().any(|square| at(square) == Some(unit));
        let control = self.control_with(|color| on_board(Unit::Living(Piece { color, kind: Chief })));
        let letters: String = control.iter().map(|by| by.map_or('-', Color::letter)).collect();
        let living = Color::ALL.into_iter().filter(|&color| control[color as usize] == Some(color)).count();
        let turn = if living == 1 { "-".to_owned() } else { self.turn_of(mover) };
        format!("{squares} {} {letters} {turn} -", self.players)
    }

    /// The controller of each colour, given which chiefs are there: a seat lives with its chief, and an eliminated seat controls
    /// nothing.
    fn control_with(&self, has_chief: impl Fn(Color) -> bool) -> [Option<Color>; 4] {
        let lives = |color| has_chief(color) && self.players.seats_color(color);
        Color::ALL.map(|color| match self.control[color as usize] {
            _ if lives(color) => Some(color),
            _ if has_chief(color) => None,
            controller => controller.filter(|&seat| lives(seat)),
        })
    }

    /// An extra turn stays an extra turn if the seat stays the same.
    fn turn_of(&self, mover: Seat) -> String {
        let turn = self.turn.filter(|turn| turn.seat.seat() == mover);
        let plain = || Color::from_seat(mover).map(|seat| Turn { seat, slot: seat });
        turn.or_else(plain).map_or("-".to_owned(), |turn| turn.to_string())
    }
}

fn unit(shown: &Shown) -> Option<Unit> {
    if shown.kind == CORPSE {
        return Some(Unit::Corpse);
    }
    let kind = Kind::ALL.into_iter().find(|kind| kind.name() == shown.kind)?;
    Some(Unit::Living(Piece { color: Color::from_seat(shown.color?)?, kind }))
}
