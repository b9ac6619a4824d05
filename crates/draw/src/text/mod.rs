//! A scene in plain characters, at most 80 columns wide where that can be.

mod board;
mod notes;

use menagerie_game::{GameInfo, Piece, Scene};

use crate::seats::{seat_info, sits_on_top};
use crate::trays::{Tray, trays};
use crate::words::wrap;

const COLUMNS: usize = 80;

/// Draws a scene as plain text: the boards, what lies beside them, what is special, and the prompt.
///
/// Where two seats play, the one at the bottom has upper case letters; where more do, the seat's letter stands before
/// each piece.
pub fn text(info: &GameInfo, scene: &Scene) -> String {
    let mut lines = board::boards(info, scene);
    let below: Vec<String> = [
        notes::key(info, scene),
        notes::notes(info, scene),
        trays(scene).iter().map(|tray| tray_line(info, scene, tray)).collect(),
        notes::counters(info, scene),
    ]
    .into_iter()
    .flatten()
    .flat_map(|line| folded(&line))
    .collect();
    for part in [below, wrap(&scene.prompt.text, COLUMNS)] {
        if !part.is_empty() && !lines.is_empty() {
            lines.push(String::new());
        }
        lines.extend(part);
    }
    lines.iter().flat_map(|line| [line.trim_end(), "\n"]).collect()
}

/// A piece's letters in its seat's way of writing.
fn token(info: &GameInfo, piece: &Piece) -> String {
    let letters = info.kind(&piece.kind).map_or("?", |kind| kind.letters);
    match piece.color {
        None => letters.to_owned(),
        Some(seat) if info.seats.len() > 2 => {
            format!("{}{letters}", seat_info(info, seat).map_or('?', |info| info.letter))
        }
        Some(seat) if sits_on_top(info, seat) => letters.to_lowercase(),
        Some(_) => letters.to_uppercase(),
    }
}

/// What lies in a tray: figures of a hand, words elsewhere.
fn tray_line(info: &GameInfo, scene: &Scene, tray: &Tray<'_>) -> String {
    let lying = |spot| scene.pieces.iter().find(move |piece| piece.at == spot);
    let entries: Vec<String> = tray
        .spots()
        .filter_map(|spot| match lying(spot.id) {
            Some(piece) if tray.is_hand() => (piece.count > 0).then(|| counted(token(info, piece), piece.count)),
            _ if tray.is_hand() => None,
            Some(piece) if spot.label.is_empty() => Some(counted(kind_name(info, piece).to_owned(), piece.count)),
            _ => Some(spot.label.to_string()),
        })
        .collect();
    let joint = if tray.is_hand() { " " } else { ", " };
    let content = if entries.is_empty() { "nothing".to_owned() } else { entries.join(joint) };
    format!("{}: {content}", tray.title(info))
}

fn counted(name: String, count: u16) -> String {
    if count == 1 { name } else { format!("{name}x{count}") }
}

fn kind_name<'a>(info: &GameInfo, piece: &'a Piece) -> &'a str {
    info.kind(&piece.kind).map_or(&piece.kind, |kind| kind.name)
}

/// A line folded at the last column, what follows set in by two.
fn folded(line: &str) -> Vec<String> {
    if line.chars().count() <= COLUMNS {
        return vec![line.to_owned()];
    }
    let set_in = |(i, line)| if i == 0 { line } else { format!("  {line}") };
    wrap(line, COLUMNS - 2).into_iter().enumerate().map(set_in).collect()
}
