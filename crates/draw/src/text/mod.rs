//! A scene as plain text, at most 80 columns wide if possible.

mod board;
mod notes;

use menagerie_game::{GameInfo, Piece, Scene, Spot};

use crate::labels::wrap;
use crate::seats::{seat_info, sits_on_top};
use crate::trays::{Tray, trays};

const COLUMNS: usize = 80;

/// Draws a scene as plain text: the boards, trays, notes and the prompt.
///
/// With two seats, the bottom seat has upper case letters and the top seat lower case. With more,
/// the seat's letter comes before each piece.
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

/// A piece's letters, marked with its seat.
fn token(info: &GameInfo, piece: &Piece) -> String {
    let letters = info.kind(&piece.kind).map_or("?", |kind| kind.letters);
    match piece.color {
        None => letters.to_owned(),
        Some(seat) if info.seats.len() > 2 => {
            format!("{}{letters}", seat_info(info, seat).map_or('?', |info| info.letter))
        }
        Some(seat) if sits_on_top(info, seat) => letters.to_ascii_lowercase(),
        Some(_) => letters.to_ascii_uppercase(),
    }
}

/// The entries of a tray: letters in a hand, labels elsewhere.
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

/// `2p`, `2 coin`: the number comes first if it is more than one.
fn counted(name: &str, count: u16) -> String {
    match count {
        1 => name.to_owned(),
        _ if name.len() > 2 => format!("{count} {name}"),
        _ => format!("{count}{name}"),
    }
}

fn kind_name<'a>(info: &GameInfo, piece: &'a Piece) -> &'a str {
    info.kind_name(&piece.kind)
}

/// Joins entries after a head, wrapped to 80 columns with indentation.
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

/// Wraps a line at 80 columns, indented by two.
fn folded(line: &str) -> Vec<String> {
    if line.chars().count() <= COLUMNS {
        return vec![line.to_owned()];
    }
    let set_in = |(i, line)| if i == 0 { line } else { format!("  {line}") };
    wrap(line, COLUMNS - 2).into_iter().enumerate().map(set_in).collect()
}
