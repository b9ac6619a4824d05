//! Notes under the boards: what the letters alone do not show.

use std::collections::BTreeMap;

use menagerie_game::{GameInfo, Piece, Place, Scene, Seat, Site};

use super::kind_name;
use crate::seats::sits_on_top;

/// Sentences with their places, in order of first occurrence.
#[derive(Default)]
struct Notes(Vec<(String, Vec<Place>)>);

impl Notes {
    fn add(&mut self, words: &str, at: Place) {
        match self.0.iter_mut().find(|(known, _)| known == words) {
            Some((_, places)) => places.push(at),
            None => self.0.push((words.to_owned(), vec![at])),
        }
    }

    fn lines(self) -> Vec<String> {
        let line = |(words, places): (String, Vec<Place>)| {
            let places: Vec<&str> = places.iter().map(Place::as_str).collect();
            format!("{words}: {}", places.join(" "))
        };
        self.0.into_iter().map(line).collect()
    }
}

/// The key of seats and terrains: `UPPER red   lower black   ~ water`.
pub(super) fn key(info: &GameInfo, scene: &Scene) -> Vec<String> {
    let mut parts: Vec<String> = (0u8..)
        .map(Seat)
        .zip(info.seats)
        .map(|(seat, facts)| match info.seats.len() {
            0..=2 if sits_on_top(info, seat) => format!("lower {}", facts.name),
            0..=2 => format!("UPPER {}", facts.name),
            _ => format!("{} {}", facts.letter, facts.name),
        })
        .collect();
    let mut letters: BTreeMap<char, Vec<&str>> = BTreeMap::new();
    for terrain in info.terrains.iter().filter(|terrain| !matches!(terrain.letter, ' ' | '.')) {
        let names = letters.entry(terrain.letter).or_default();
        if scene.spots.iter().any(|spot| spot.terrain == terrain.id) && !names.contains(&info.name_of(terrain)) {
            names.push(info.name_of(terrain));
        }
    }
    let used = letters.into_iter().filter(|(_, names)| !names.is_empty());
    parts.extend(used.map(|(letter, names)| format!("{letter} {}", names.join(", "))));
    parts
}

/// Notes about badges, sizes, counts, covered items and control.
pub(super) fn notes(info: &GameInfo, scene: &Scene) -> Vec<String> {
    let on_board: Vec<&Piece> = scene.pieces.iter().filter(|piece| is_on_plane(scene, piece.at)).collect();
    let mut notes = Notes::default();
    let mut obedience: Vec<String> = Vec::new();
    for (i, piece) in on_board.iter().enumerate() {
        for badge in &piece.badges {
            notes.add(&badge.label, piece.at);
        }
        if piece.size > 1 {
            notes.add(&format!("size {}", piece.size), piece.at);
        }
        let name = kind_name(info, piece);
        if piece.count > 1 {
            notes.add(&format!("{name} x{}", piece.count), piece.at);
        }
        if on_board[i + 1..].iter().any(|above| above.at == piece.at) {
            notes.add(&format!("{name} underneath"), piece.at);
        }
        if let Some(words) = obeys(info, piece).filter(|words| !obedience.contains(words)) {
            obedience.push(words);
        }
    }
    notes.lines().into_iter().chain(obedience).collect()
}

fn is_on_plane(scene: &Scene, at: Place) -> bool {
    scene.spots.iter().any(|spot| spot.id == at && matches!(spot.site, Site::Plane { .. }))
}

/// The controller of a piece, if it is not the seat of its colour.
fn obeys(info: &GameInfo, piece: &Piece) -> Option<String> {
    let color = piece.color.filter(|_| piece.color != piece.controller)?;
    let master = piece.controller.map_or("nobody", |seat| info.seat_name(seat));
    Some(format!("{} obeys {master}", info.seat_name(color)))
}

/// The counters of seats: `coins: white 3, black 1`.
pub(super) fn counters(info: &GameInfo, scene: &Scene) -> Vec<String> {
    let mut lines: Vec<(&str, Vec<String>)> = Vec::new();
    for counter in &scene.counters {
        let entry = format!("{} {}", info.seat_name(counter.seat), counter.value);
        match lines.iter_mut().find(|(name, _)| *name == counter.name) {
            Some((_, entries)) => entries.push(entry),
            None => lines.push((&counter.name, vec![entry])),
        }
    }
    lines.into_iter().map(|(name, entries)| format!("{name}: {}", entries.join(", "))).collect()
}
