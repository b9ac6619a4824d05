//! The board editor: its palette, and the position text of pieces placed by hand.

use menagerie_game::text::board;
use menagerie_game::{Badge, Piece as Token, Place, Seat, message};

use crate::apply::hand_place;
use crate::board::Square;
use crate::text::{letter, letters};
use crate::{Color, Kind, Piece};

/// Every piece of both sides, plain and promoted.
pub(crate) fn palette() -> Vec<Token> {
    let nowhere = Place::new("");
    Color::ALL.into_iter().flat_map(|color| Piece::all().map(move |piece| token(nowhere, piece, color))).collect()
}

/// A piece as scenes show it.
pub(crate) fn token(at: Place, piece: Piece, color: Color) -> Token {
    let mut token = Token::new(at, piece.id(), Some(color.seat()));
    if piece.promoted {
        token.badges.push(Badge { id: "promoted".into(), mark: "+".into(), label: message!("badge-promoted") });
    }
    token
}

/// The text of a position with these pieces on the board and in the hands.
pub(crate) fn arranged(tokens: &[Token], mover: Seat) -> String {
    let on = |square: Square| Token::last_at(tokens, Place::new(square)).and_then(letters_of);
    let squares = board(5, 5, |file, rank| Square::new(file, rank).and_then(on));
    let hands: String = [Color::White, Color::Black].into_iter().map(|color| hand(tokens, color)).collect();
    format!("{squares}[{hands}] {}", Color::of_seat(mover).letter())
}

fn letters_of(token: &Token) -> Option<String> {
    let piece = Piece::all().find(|piece| piece.id() == token.kind)?;
    Some(letters(piece, Color::of_seat(token.color?)))
}

/// What lies in any slot of a hand; in a hand nothing is promoted.
fn hand(tokens: &[Token], color: Color) -> String {
    let slots = Kind::ALL.map(|kind| hand_place(color, kind));
    let held = |kind: Kind| {
        let lies_here = |token: &&Token| slots.contains(&token.at) && kind_of(token) == Some(kind);
        tokens.iter().filter(lies_here).map(|token| usize::from(token.count)).sum()
    };
    Kind::ALL.into_iter().flat_map(|kind| std::iter::repeat_n(letter(kind, color), held(kind))).collect()
}

fn kind_of(token: &Token) -> Option<Kind> {
    Piece::all().find(|piece| piece.id() == token.kind).map(|piece| piece.kind)
}
