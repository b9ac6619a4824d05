//! A scene in plain characters, at most 80 columns wide where that can be.

mod board;
mod notes;

use menagerie_game::{GameInfo, Piece, Scene, Spot};

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
    let mut below = gathered("", "   ", notes::key(info, scene));
    below.extend(gathered("", "   ", notes::notes(info, scene)));
    for tray in trays(scene) {
        let joint = if tray.is_hand() { " " } else { " | " };
        below.extend(gathered(&format!("{}: ", tray.title(info)), joint, tray_entries(info, scene, &tray)));
    }
    below.extend(notes::counters(info, scene));
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
fn tray_entries(info: &GameInfo, scene: &Scene, tray: &Tray<'_>) -> Vec<String> {
    let lying = |spot| scene.pieces.iter().find(move |piece| piece.at == spot && piece.count > 0);
    let entry = |spot: &Spot| match lying(spot.id) {
        Some(piece) if tray.is_hand() => Some(counted(&token(info, piece), piece.count)),
        None if tray.is_hand() => None,
        Some(piece) if spot.label.is_empty() => Some(counted(kind_name(info, piece), piece.count)),
        Some(piece) if piece.color.is_some() => Some(format!("{} {}", token(info, piece), spot.label)),
        _ => Some(spot.label.to_string()),
    };
    let entries: Vec<String> = tray.spots().filter_map(entry).collect();
    if entries.is_empty() { vec!["nothing".to_owned()] } else { entries }
}

/// `2p`, `2 coin`: the number first, where there are several.
fn counted(name: &str, count: u16) -> String {
    match count {
        1 => name.to_owned(),
        _ if name.len() > 2 => format!("{count} {name}"),
        _ => format!("{count}{name}"),
    }
}

fn kind_name<'a>(info: &GameInfo, piece: &'a Piece) -> &'a str {
    info.kind(&piece.kind).map_or(&piece.kind, |kind| kind.name)
}

/// Entries side by side behind a head, in as few lines as 80 columns allow; what follows the first line is set in.
fn gathered(head: &str, joint: &str, entries: Vec<String>) -> Vec<String> {
    let mut lines = vec![head.to_owned()];
    for (i, entry) in entries.into_iter().enumerate() {
        let line = lines.last_mut().expect("there is a line from the start on");
        if i > 0 && line.chars().count() + joint.len() + entry.chars().count() > COLUMNS {
            lines.push(if head.is_empty() { entry } else { format!("  {entry}") });
        } else {
            line.push_str(if i > 0 { joint } else { "" });
            line.push_str(&entry);
        }
    }
    lines.retain(|line| !line.is_empty());
    lines.iter().flat_map(|line| folded(line)).collect()
}

/// A line folded at the last column, what follows set in by two.
fn folded(line: &str) -> Vec<String> {
    if line.chars().count() <= COLUMNS {
        return vec![line.to_owned()];
    }
    let set_in = |(i, line)| if i == 0 { line } else { format!("  {line}") };
    wrap(line, COLUMNS - 2).into_iter().enumerate().map(set_in).collect()
}
