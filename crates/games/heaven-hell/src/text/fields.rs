//! The small fields.

use menagerie_game::{Seat, TextError};

use crate::board::{Cell, Plane, Region, Set, Square};
use crate::piece::{BLACK, WHITE};
use crate::position::{CASTLES, Castling, Position, Stage};
use crate::shop::{ENTRIES, Shop, Stock};

type Read<T> = Result<T, TextError>;

/// A whole number as it is written: digits, no leading zero, at most four of them.
pub(super) fn number(text: &str) -> Option<u16> {
    let digits = (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    let leading = text.len() > 1 && text.starts_with('0');
    if digits && !leading { text.parse().ok() } else { None }
}

/// A seat's letter.
pub(super) fn seat(text: &str) -> Option<Seat> {
    match text {
        "w" => Some(WHITE),
        "b" => Some(BLACK),
        _ => None,
    }
}

/// The things of a list, none if it is `-`.
pub(super) fn things(text: &str, separator: char) -> impl Iterator<Item = &str> {
    text.split(separator).filter(move |_| text != "-")
}

pub(super) fn turn(text: &str) -> Read<(Seat, Stage)> {
    let wrong = || TextError::form("turn", text, "w or b and then 2, 1, 1+, 0 or !");
    let (letter, stage) = text.split_at_checked(1).ok_or_else(wrong)?;
    let stage = match stage {
        "2" => Stage::Two,
        "1" => Stage::One,
        "1+" => Stage::OneMore,
        "0" => Stage::Resolving,
        "!" => Stage::Ending,
        _ => return Err(wrong()),
    };
    Ok((seat(letter).ok_or_else(wrong)?, stage))
}

pub(super) fn coins(text: &str) -> Read<[u16; 2]> {
    let wrong = || TextError::form("coins", text, "white's and black's coins, each from 0 to 9999: 3/12");
    let (white, black) = text.split_once('/').ok_or_else(wrong)?;
    let coins = [number(white).ok_or_else(wrong)?, number(black).ok_or_else(wrong)?];
    if coins.iter().all(|&coins| coins <= Position::MOST_COINS) { Ok(coins) } else { Err(wrong()) }
}

pub(super) fn shop(text: &str) -> Read<Shop> {
    let wrong = || {
        TextError::form(
            "shop",
            text,
            "16 entries joined by commas: a price of at least the first one, + if unlocked, or -",
        )
    };
    let mut stock = [Stock::Removed; 16];
    let mut tokens = text.split(',');
    for (slot, entry) in stock.iter_mut().zip(&ENTRIES) {
        let token = tokens.next().ok_or_else(wrong)?;
        let dear = |price: &u16| (entry.price..=Shop::HIGHEST).contains(price);
        *slot = match token.strip_suffix('+') {
            _ if token == "-" => Stock::Removed,
            Some(price) => Stock::Unlocked(number(price).filter(dear).ok_or_else(wrong)?),
            None => Stock::Locked(number(token).filter(dear).ok_or_else(wrong)?),
        };
    }
    if tokens.next().is_some() { Err(wrong()) } else { Ok(Shop::of(stock)) }
}

pub(super) fn castling(text: &str) -> Read<Castling> {
    let mut rights = Castling::NONE;
    for letter in text.chars().filter(|_| text != "-") {
        let Some(index) = CASTLES.iter().position(|castle| castle.letter == letter) else {
            return Err(TextError::form("castling rights", text, "some of KQkq in that order, or -"));
        };
        rights.0 |= 1 << index;
    }
    Ok(rights)
}

pub(super) fn en_passant(text: &str) -> Read<Option<Square>> {
    if text == "-" {
        return Ok(None);
    }
    let square = Square::read(text).filter(|square| matches!(square.rank(), 2 | 5));
    square.map(Some).ok_or_else(|| TextError::form("en passant", text, "a square of rank 3 or 6, or -"))
}

pub(super) fn next_two(text: &str) -> Read<[bool; 2]> {
    match text {
        "-" => Ok([false, false]),
        "w" => Ok([true, false]),
        "b" => Ok([false, true]),
        "wb" => Ok([true, true]),
        _ => Err(TextError::form("next turn", text, "w, b, wb or -")),
    }
}

pub(super) fn imp(text: &str) -> Read<Option<(Square, Square)>> {
    if text == "-" {
        return Ok(None);
    }
    let one_rank = |from: Square, to: Square| {
        from.plane() == to.plane() && from.file() == to.file() && from.rank().abs_diff(to.rank()) == 1
    };
    Square::take(text)
        .and_then(|(from, rest)| Square::read(rest).map(|to| (from, to)))
        .filter(|&(from, to)| one_rank(from, to))
        .map(Some)
        .ok_or_else(|| TextError::form("Imp", text, "a move of one rank straight on one plane (e5e4), or -"))
}

pub(super) fn extents(text: &str) -> Read<Region> {
    let wrong = || TextError::form("extents", text, "Heaven/Hell, each as its corners (a1h8) or - if gone");
    let (heaven, hell) = text.split_once('/').ok_or_else(wrong)?;
    let mut exists = Region::EMPTY;
    exists[Plane::Earth] = Set::full();
    exists[Plane::Heaven] = extent(heaven).ok_or_else(wrong)?;
    exists[Plane::Hell] = extent(hell).ok_or_else(wrong)?;
    Ok(exists)
}

/// A rectangle between two corners: lines are only ever lost on both sides, so it stays in the middle.
fn extent(text: &str) -> Option<Set> {
    if text == "-" {
        return Some(Set::EMPTY);
    }
    let (low, rest) = Cell::take(text)?;
    let high: Cell = rest.parse().ok()?;
    let middle = low.file() < 4 && low.rank() < 4 && high == low.turned();
    let inside = |cell: &Cell| {
        (low.file()..=high.file()).contains(&cell.file()) && (low.rank()..=high.rank()).contains(&cell.rank())
    };
    middle.then(|| Cell::all().filter(inside).collect())
}
