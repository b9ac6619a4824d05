//! Fuzzing of a game's text readers with hostile texts.

use std::str::FromStr;

use menagerie_game::{Dice, Options, Rules, RulesExt, Seat, Silent, View, Viewer};

use crate::dice;

/// The number of texts.
const TRIES: u32 = 4_000;

/// Feeds random and mutated texts to the readers of positions and actions. They must not panic, and
/// every text that they accept must round-trip.
///
/// # Panics
/// If a text is accepted that is not what writing gives.
pub fn hostile_text<R: Rules>() {
    let mut dice = dice(5);
    for text in ["", " ", "\0", "\u{feff}", "é", "-", "9", "////////", &"a".repeat(1 << 20), &"/".repeat(1 << 20)] {
        round_trip::<R>(text);
        round_trip::<R::Action>(text);
    }
    let mut position = R::start(Options::NONE);
    for _ in 0..TRIES {
        position = next(position, &mut dice);
        let damaged = damage(&position.to_string(), &mut dice);
        round_trip::<R>(&damaged);
        if let Ok(read) = damaged.parse::<R>() {
            examine(&read);
        }
        if let Some(text) = position.sorted_texts().first() {
            round_trip::<R::Action>(&damage(text, &mut dice));
        }
    }
}

/// The same for the readers of views, for every viewer.
///
/// # Panics
/// If a text is accepted that is not what writing gives.
pub fn hostile_view_text<R: Rules>() {
    let mut dice = dice(6);
    let mut position = R::start(Options::NONE);
    let viewers: Vec<_> =
        (0..R::INFO.seats.len() as u8).map(|seat| Viewer::Seat(Seat(seat))).chain([Viewer::Spectator]).collect();
    for _ in 0..TRIES {
        position = next(position, &mut dice);
        for &viewer in &viewers {
            let text = damage(&position.view(viewer).to_string(), &mut dice);
            if let Ok(view) = R::View::read(&text, viewer) {
                assert_eq!(view.to_string(), text, "read and written again");
            }
        }
    }
}

/// An accepted position must be usable: no function of the contract may panic on it.
fn examine<R: Rules>(position: &R) {
    let actor = position.actor();
    assert_eq!(position.count_actions(), position.list().len(), "count of {position}");
    let viewer = actor.seat().map_or(Viewer::Spectator, Viewer::Seat);
    let _ = position.view(viewer).scene();
    for action in position.list() {
        let _ = position.clone().apply(action, &mut Silent);
    }
}

/// A random step, or the start again when the game is over.
fn next<R: Rules>(mut position: R, dice: &mut impl Dice) -> R {
    let list = position.list();
    if list.is_empty() {
        return R::start(Options::NONE);
    }
    let _ = position.apply(list[dice.roll(list.len() as u32) as usize], &mut Silent);
    position
}

fn round_trip<T: FromStr + ToString>(text: &str) {
    if let Ok(value) = text.parse::<T>() {
        assert_eq!(value.to_string(), text, "read and written again");
    }
}

/// Changes a few characters of a text: replaced, removed, doubled, swapped, cut off.
fn damage(text: &str, dice: &mut impl Dice) -> String {
    const ALPHABET: &[u8] = b"abcdefghiKQRLPxymwr0123456789/+-*@:;.,?^_$[] ~!\t\x00\xff";
    let mut bytes: Vec<u8> = text.bytes().collect();
    for _ in 0..=dice.roll(3) {
        let at = dice.roll(bytes.len() as u32 + 1) as usize;
        let other = ALPHABET[dice.roll(ALPHABET.len() as u32) as usize];
        match dice.roll(6) {
            0 => bytes.insert(at, other),
            1 if at < bytes.len() => drop(bytes.remove(at)),
            2 if at + 1 < bytes.len() => bytes.swap(at, at + 1),
            3 if at < bytes.len() => bytes.insert(at, bytes[at]),
            4 if dice.roll(8) == 0 => bytes.truncate(at),
            _ if at < bytes.len() => bytes[at] = other,
            _ => bytes.push(other),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
