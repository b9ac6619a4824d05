//! Positions full of every type of piece, in every size and with every mark, among all items.

use std::collections::BTreeSet;

use crate::board::{Cell, block, name};

const KINDS: &[u8] = b"PNBRQKXLCMWAFSVIG";
const SHOP: &str = "6,12,8,6,5,20,4,8,6,12,12,6,6,2,8,10";

/// A random position at the start of a turn.
pub(crate) fn text(roll: &mut impl FnMut(u32) -> u32) -> String {
    let mut covered = BTreeSet::new();
    let mut pieces = Vec::new();
    // A King of each on Earth, so that the game goes on.
    for letter in ["K", "k"] {
        place(letter, 0, roll, &mut covered, &mut pieces);
    }
    for _ in 0..6 + roll(24) {
        let kind = char::from(KINDS[roll(17) as usize]);
        let black = roll(2) == 0 && !matches!(kind, 'I' | 'G');
        let letter = if black { kind.to_ascii_lowercase() } else { kind };
        place(&letter.to_string(), roll(3) as usize, roll, &mut covered, &mut pieces);
    }
    pieces.sort();
    let pieces: Vec<_> = pieces.into_iter().map(|(_, text)| text).collect();
    let turn = if roll(2) == 0 { 'w' } else { 'b' };
    let stage = ["1", "1", "1", "2", "1+"][roll(5) as usize];
    let next = ["-", "-", "w", "b", "wb"][roll(5) as usize];
    let (items, traps) = (items(roll), traps(roll));
    let passed = passed(turn, roll);
    let coins = format!("{}/{}", roll(4), roll(4));
    format!("{turn}{stage} {} {items} {traps} {coins} {SHOP} - {passed} {next} - a1h8/a1h8 -", pieces.join(","))
}

/// The same position with these coins and this shop.
pub(crate) fn with_shop(text: &str, coins: &str, shop: &str) -> String {
    let mut fields: Vec<&str> = text.split(' ').collect();
    (fields[4], fields[5]) = (coins, shop);
    fields.join(" ")
}

/// The same position after the last action of the turn, with these tasks.
pub(crate) fn with_tasks(text: &str, tasks: &str) -> String {
    let turn = format!("{}0", &text[..1]);
    let mut fields: Vec<&str> = text.split(' ').collect();
    (fields[0], fields[11]) = (&turn, tasks);
    fields.join(" ")
}

/// The anchors of the pieces, each with its letter.
pub(crate) fn anchors(text: &str) -> Vec<(char, String)> {
    let pieces = text.split(' ').nth(1).unwrap_or_default().split(',');
    let anchor = |piece: &str| {
        let length = if piece[3..].starts_with(['^', '_']) { 4 } else { 3 };
        (piece.chars().next().unwrap(), piece[1..length].to_owned())
    };
    pieces.map(anchor).collect()
}

/// Puts a piece somewhere on the plane, if the place is free.
fn place(
    letter: &str,
    plane: usize,
    roll: &mut impl FnMut(u32) -> u32,
    covered: &mut BTreeSet<Cell>,
    pieces: &mut Vec<(Cell, String)>,
) {
    let is_king = letter.eq_ignore_ascii_case("K");
    loop {
        let size = if roll(4) == 0 && !is_king { 2 + roll(2) as i8 } else { 1 };
        let at = (plane, roll(9 - size as u32) as i8, roll(9 - size as u32) as i8);
        let squares = block(at, size);
        if squares.iter().any(|square| covered.contains(square)) {
            if is_king {
                continue;
            }
            return;
        }
        covered.extend(squares);
        let size = if size > 1 { format!("*{size}") } else { String::new() };
        let mut marks = String::new();
        for mark in ["m", "x", "c", "s1", "s2", "h", "d", "i2", "p", "f"] {
            let second_count = mark == "s2" && marks.ends_with("s1");
            // heaven-hell/10.1: an Imp gets no Portal Gun, and field 10 has no form for such a move.
            let never = mark == "p" && letter == "I";
            if roll(6) == 0 && !second_count && !never {
                marks.push_str(mark);
            }
        }
        pieces.push((at, format!("{letter}{}{size}{marks}", name(at))));
        return;
    }
}

fn square(index: u32) -> Cell {
    ((index / 64) as usize, (index / 8 % 8) as i8, (index % 8) as i8)
}

fn items(roll: &mut impl FnMut(u32) -> u32) -> String {
    let mut found = Vec::new();
    for index in 0..192 {
        let element = ["", "", "", "", "", "", "f", "i"][roll(8) as usize];
        let orb = if roll(16) == 0 { "o" } else { "" };
        let coins = if roll(16) == 0 { "$2" } else { "" };
        if !(element.is_empty() && orb.is_empty() && coins.is_empty()) {
            found.push(format!("{}{element}{orb}{coins}", name(square(index))));
        }
    }
    if found.is_empty() { "-".to_owned() } else { found.join(",") }
}

fn traps(roll: &mut impl FnMut(u32) -> u32) -> String {
    let mut found = Vec::new();
    for index in 0..192 {
        for letter in ["w", "b"] {
            if roll(40) == 0 {
                found.push(format!("{}{letter}", name(square(index))));
            }
        }
    }
    if found.is_empty() { "-".to_owned() } else { found.join(",") }
}

/// Now and then a Pawn of the other seat has just passed over a square.
fn passed(turn: char, roll: &mut impl FnMut(u32) -> u32) -> String {
    let rank = if turn == 'w' { 5 } else { 2 };
    if roll(3) > 0 {
        return "-".to_owned();
    }
    name((roll(3) as usize, rank, roll(8) as i8))
}
