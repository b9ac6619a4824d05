//! Hash keys: different positions have different keys.
//!
//! The search and the repetition rule take two positions with one key for the same position. With 64 bits a chance
//! collision within a test is out of the question, so two positions that share a key mean that the key ignores
//! something.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use menagerie_game::{Dice, Rules, RulesExt, Silent};

/// How many changed texts are tried at each position.
const CHANGED_TEXTS: u32 = 24;

/// The texts of positions by their keys. The text says everything; a game's own equality may share a fault with its key.
#[derive(Default)]
pub(crate) struct Keys(HashMap<u64, String>);

impl Keys {
    /// Adds a position. Fails if another position has its key.
    pub(crate) fn add(&mut self, position: &impl Rules) {
        let (key, text) = (position.key(), position.to_string());
        match self.0.entry(key) {
            Entry::Vacant(free) => drop(free.insert(text)),
            Entry::Occupied(other) => assert_eq!(other.get(), &text, "two positions share the key {key:#x}"),
        }
    }
}

/// Checks the keys of a position and of those that differ from it in little: after each action, with another seat's
/// turn, and with one character of the text changed.
pub(crate) fn check_neighbours<R: Rules>(position: &R, dice: &mut impl Dice) {
    let mut keys = Keys::default();
    keys.add(position);
    for action in position.list() {
        let mut after = position.clone();
        let _ = after.apply(action, &mut Silent);
        keys.add(&after);
    }
    position.seats().iter().filter_map(|seat| position.with_turn(seat)).for_each(|turned| keys.add(&turned));
    let text = position.to_string();
    for _ in 0..CHANGED_TEXTS {
        if let Ok(changed) = change_one(&text, dice).parse::<R>() {
            keys.add(&changed);
        }
    }
}

/// Checks the keys of a position and of those that have one field of their text from another one: the start, say.
pub(crate) fn check_fields<R: Rules>(position: &R, other: &R) {
    let mut keys = Keys::default();
    keys.add(position);
    let (text, other) = (position.to_string(), other.to_string());
    let (own, theirs): (Vec<_>, Vec<_>) = (text.split(' ').collect(), other.split(' ').collect());
    for at in (0..own.len().min(theirs.len())).filter(|&at| own[at] != theirs[at]) {
        let mixed = [&own[..at], &[theirs[at]], &own[at + 1..]].concat();
        if let Ok(mixed) = mixed.join(" ").parse::<R>() {
            keys.add(&mixed);
        }
    }
}

/// The text with one character removed, added or replaced. The new character is one of the text, or any that can be
/// printed. Short fields are changed as often as long ones, because each is a part of the position of its own.
fn change_one(text: &str, dice: &mut impl Dice) -> String {
    let mut fields: Vec<Vec<char>> = text.split(' ').map(|field| field.chars().collect()).collect();
    let other = match dice.roll(2) {
        0 => pick(&text.chars().collect::<Vec<_>>(), dice),
        _ => char::from(b' ' + dice.roll(95) as u8),
    };
    let number = dice.roll(fields.len() as u32) as usize;
    let field = &mut fields[number];
    let at = dice.roll(field.len() as u32 + 1) as usize;
    match dice.roll(3) {
        0 if at < field.len() => drop(field.remove(at)),
        1 if at < field.len() => field[at] = other,
        _ => field.insert(at, other),
    }
    fields.iter().map(|field| field.iter().collect::<String>()).collect::<Vec<_>>().join(" ")
}

fn pick(letters: &[char], dice: &mut impl Dice) -> char {
    letters[dice.roll(letters.len() as u32) as usize]
}
