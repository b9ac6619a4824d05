//! Pieces, items, traps.

use menagerie_game::TextError;

use super::fields::{number, seat, things};
use crate::board::Square;
use crate::piece::{BLACK, Color, Kind, Mark, Piece, WHITE};
use crate::position::Position;

type Read<T> = Result<T, TextError>;

const PIECE: &str = "a type's letter, a square, and then in this order *size, m, x, c, sN, h, d, iN, p, f: qd4^*2mxs3";

/// A piece text.
pub(super) fn piece(text: &str) -> Read<Piece> {
    read_piece(text).ok_or_else(|| TextError::form("pieces", text, PIECE))
}

fn read_piece(text: &str) -> Option<Piece> {
    let letter = text.chars().next()?;
    let kind = Kind::with_letter(letter.to_ascii_uppercase())?;
    let color = match (kind.is_neutral(), letter.is_ascii_uppercase()) {
        (true, true) => Color::Neutral,
        (true, false) => return None,
        (false, true) => Color::Of(WHITE),
        (false, false) => Color::Of(BLACK),
    };
    let (square, mut rest) = Square::take(&text[1..])?;
    let mut piece = Piece::new(kind, color, square);
    if let Some(size) = counted(&mut rest, '*', 2, Piece::LARGEST)? {
        piece.size = size;
    }
    for mark in [Mark::Murderer, Mark::Experienced, Mark::Cursed] {
        take_mark(&mut rest, &mut piece, mark);
    }
    piece.stuns = counted(&mut rest, 's', 1, Piece::MOST)?.unwrap_or(0);
    for mark in [Mark::Hat, Mark::DoubleMove] {
        take_mark(&mut rest, &mut piece, mark);
    }
    piece.investors = counted(&mut rest, 'i', 1, Piece::MOST)?.unwrap_or(0);
    for mark in [Mark::PortalGun, Mark::Forced] {
        take_mark(&mut rest, &mut piece, mark);
    }
    rest.is_empty().then_some(piece)
}

fn take_mark(rest: &mut &str, piece: &mut Piece, mark: Mark) {
    if let Some(after) = rest.strip_prefix(mark.letter()) {
        piece.marks.set(mark, true);
        *rest = after;
    }
}

/// A letter and one digit, if they are there; `None` if the digit is not between `least` and `most`.
#[expect(clippy::option_option, reason = "not there is one thing, wrong is another")]
fn counted(rest: &mut &str, letter: char, least: u8, most: u8) -> Option<Option<u8>> {
    let Some(after) = rest.strip_prefix(letter) else { return Some(None) };
    let digit = after.bytes().next()?.checked_sub(b'0').filter(|digit| (least..=most).contains(digit))?;
    *rest = &after[1..];
    Some(Some(digit))
}

/// Puts the pieces on the board, if each fits and no two overlap.
pub(super) fn read_pieces(position: &mut Position, text: &str) -> Read<()> {
    for token in things(text, ',') {
        let piece = piece(token)?;
        let Some(block) = position.fitting(piece.square, piece.size) else {
            return Err(TextError::not_a_position(
                "heaven-hell/3.1/2",
                format!("{token} stands on squares that do not exist"),
            ));
        };
        if block.meets(position.pieces.occupied()[piece.square.plane()]) {
            return Err(TextError::not_a_position("heaven-hell/3.1/2", format!("{token} overlaps another piece")));
        }
        // Pieces without overlap are at most 192, and there is a slot for each.
        if let Some(id) = position.pieces.add(piece) {
            position.pieces.put(id, piece.square);
        }
    }
    Ok(())
}

pub(super) fn read_items(position: &mut Position, text: &str) -> Read<()> {
    for token in things(text, ',') {
        let square = read_square_items(position, token).ok_or_else(|| {
            TextError::form("items", token, "a square, then f or i, then o, then $ and a number of coins: a4fo$2")
        })?;
        on_board(position, square)?;
    }
    Ok(())
}

fn read_square_items(position: &mut Position, token: &str) -> Option<Square> {
    let (square, mut rest) = Square::take(token)?;
    let nothing = rest.is_empty() || position.items.visible().contains(square);
    let mut take = |letter: char| {
        let after = rest.strip_prefix(letter);
        rest = after.unwrap_or(rest);
        after.is_some()
    };
    if take('f') {
        position.items.fire.insert(square);
    } else if take('i') {
        position.items.ice.insert(square);
    }
    if take('o') {
        position.items.orbs.insert(square);
    }
    if take('$') {
        let coins = number(rest).filter(|&coins| coins > 0)?;
        position.items.lay_coins(square, coins);
        rest = "";
    }
    (!nothing && rest.is_empty()).then_some(square)
}

/// Reads the traps, and how many are hidden.
pub(super) fn read_traps(position: &mut Position, text: &str) -> Read<u16> {
    let mut hidden = 0u16;
    for token in things(text, ',') {
        if token == "?" {
            hidden = hidden.saturating_add(1);
            continue;
        }
        let planted = Square::take(token).and_then(|(square, rest)| seat(rest).map(|seat| (square, seat)));
        let (square, seat) =
            planted.ok_or_else(|| TextError::form("traps", token, "a square and the letter of who planted it: a4w"))?;
        on_board(position, square)?;
        position.items.traps[seat.index()].insert(square);
    }
    Ok(hidden)
}

fn on_board(position: &Position, square: Square) -> Read<()> {
    if position.exists.contains(square) {
        return Ok(());
    }
    Err(TextError::not_a_position("heaven-hell/3.1/2", format!("{square} does not exist")))
}
