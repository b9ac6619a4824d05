//! The board editor: its palette, and the position text of pieces placed by hand.

use std::collections::BTreeMap;

use menagerie_game::{Piece as Token, Place, Seat, insertion_sort_by_key};

use crate::board::Square;
use crate::piece::{BLACK, Kind, WHITE, letter};
use crate::position::{CASTLES, Castle, Position};

/// What lies on squares without being a piece.
const ITEMS: [&str; 4] = ["fire", "ice", "orb", "coin"];
const TRAP: &str = "trap";
/// Badges in the order of a piece's text; their marks are its letters.
const BADGES: [&str; 10] = [
    "size",
    "murderer",
    "experienced",
    "cursed",
    "stunned",
    "wizard-hat",
    "double-move",
    "investor",
    "portal-gun",
    "forced",
];

/// Every piece of both sides, the neutral ones, and what can lie on a square.
pub(crate) fn palette() -> Vec<Token> {
    let nowhere = Place::new("");
    let (neutral, sided): (Vec<_>, Vec<_>) = Kind::ALL.into_iter().partition(|kind| kind.is_neutral());
    let army = |seat: Seat| sided.iter().map(move |kind| Token::new(nowhere, kind.id(), Some(seat)));
    let trap = |seat| Token::new(nowhere, TRAP, Some(seat));
    let things = neutral.iter().map(|kind| kind.id()).chain(ITEMS).map(|id| Token::new(nowhere, id, None));
    army(WHITE).chain([trap(WHITE)]).chain(army(BLACK)).chain([trap(BLACK)]).chain(things).collect()
}

/// Things by their square, in square order: the last one of a square counts.
type BySquare<T> = BTreeMap<Square, T>;

impl Position {
    /// The text of a position with these pieces and items. Turn, castling rights and the Pawn to be taken in passing stay
    /// if they still make sense; the text is at the start of a turn. Traps that the seat on turn does not see stay where they are.
    pub(crate) fn arranged(&self, tokens: &[Token], mover: Seat) -> String {
        let own = self.to_string();
        let mut fields: Vec<_> = own.split(' ').map(str::to_owned).collect();
        let army: BySquare<String> = tokens.iter().filter_map(piece_text).collect();
        let same_turn = mover == self.seat && self.begins_turn();
        if !same_turn {
            fields[0] = format!("{}1", letter(mover));
            fields[7] = list(&[], "");
        }
        fields[2] = list(&items(tokens), ",");
        fields[3] = self.trap_list(tokens);
        fields[6] = self.rights(&army);
        fields[1] = list(&army.into_values().collect::<Vec<_>>(), ",");
        fields[11] = list(&[], "");
        fields.join(" ")
    }

    fn trap_list(&self, tokens: &[Token]) -> String {
        let shown = tokens.iter().filter(|token| token.kind == TRAP);
        let mut traps: Vec<_> = shown.filter_map(|token| Some((square(token)?, token.color?.0))).collect();
        for seat in Self::SEATS.iter().filter(|&seat| seat != self.seat) {
            traps.extend(self.items.traps_of(seat).iter().map(|square| (square, seat.0)));
        }
        insertion_sort_by_key(&mut traps, |&trap| trap);
        traps.dedup();
        let texts: Vec<_> = traps.iter().map(|&(square, seat)| format!("{square}{}", letter(Seat(seat)))).collect();
        list(&texts, ",")
    }

    /// heaven-hell/3.1/5: a right needs its King and Rook. One that has grown is not the piece that began there.
    fn rights(&self, army: &BySquare<String>) -> String {
        let stands = |square, seat, kind: Kind| {
            let wanted = if seat == WHITE { kind.letter() } else { kind.letter().to_ascii_lowercase() };
            army.get(&square).is_some_and(|text| text.starts_with(wanted) && !text.contains('*'))
        };
        let whole = |castle: &Castle| {
            stands(castle.king, castle.seat, Kind::King) && stands(castle.rook, castle.seat, Kind::Rook)
        };
        let kept = CASTLES.iter().enumerate().filter(|(index, castle)| self.castling.has(*index) && whole(castle));
        list(&kept.map(|(_, castle)| castle.letter.to_string()).collect::<Vec<_>>(), "")
    }
}

fn list(texts: &[String], separator: &str) -> String {
    if texts.is_empty() { "-".to_owned() } else { texts.join(separator) }
}

fn square(token: &Token) -> Option<Square> {
    Square::read(token.at.as_str())
}

/// A piece's text: `qd4^*2mxs3`.
fn piece_text(token: &Token) -> Option<(Square, String)> {
    let kind = Kind::ALL.into_iter().find(|kind| kind.id() == token.kind)?;
    let square = square(token)?;
    let black = token.color == Some(BLACK) && !kind.is_neutral();
    let letter = if black { kind.letter().to_ascii_lowercase() } else { kind.letter() };
    let mark = |id: &str| token.badges.iter().find(|badge| badge.id == id).map(|badge| badge.mark.as_ref());
    let marks: String = BADGES.into_iter().filter_map(mark).collect();
    Some((square, format!("{letter}{square}{marks}")))
}

/// The items of each square: `a4fo$2`.
fn items(tokens: &[Token]) -> Vec<String> {
    let mut found = BySquare::<[u16; 4]>::new();
    for token in tokens {
        let Some(kind) = ITEMS.iter().position(|&item| item == token.kind) else { continue };
        let Some(square) = square(token) else { continue };
        found.entry(square).or_default()[kind] = token.count;
    }
    let text = |(square, [fire, ice, orb, coins]): (&Square, &[u16; 4])| {
        let mark = |there: u16, letter: &'static str| if there > 0 { letter } else { "" };
        // Fire and ice cannot share a square.
        let element = if *fire > 0 { "f" } else { mark(*ice, "i") };
        let coins = if *coins > 0 { format!("${coins}") } else { String::new() };
        format!("{square}{element}{}{coins}", mark(*orb, "o"))
    };
    found.iter().map(text).collect()
}
