//! Trays: hands, the shop, cards. Entries are short, with prices if they fit. The description under
//! the board has the full text.

use menagerie_game::{GameInfo, Piece, Place, Scene, Seat, Site, Spot};

use crate::theme::token;

/// One tray.
pub(crate) struct Tray {
    /// `black hand`, `shop`.
    pub(crate) title: String,
    /// Its entries.
    pub(crate) entries: Vec<Entry>,
}

/// One entry of a tray.
pub(crate) struct Entry {
    pub(crate) place: Place,
    pub(crate) text: String,
    /// The seat whose colour it has.
    pub(crate) color: Option<Seat>,
    /// The letter of a special terrain, such as a locked entry of the shop.
    pub(crate) shut: Option<char>,
    slot: u8,
}

/// All trays in the order of the scene, with prices or without.
pub(crate) fn trays(info: &GameInfo, scene: &Scene, prices: bool) -> Vec<Tray> {
    let mut trays: Vec<Tray> = Vec::new();
    for spot in &scene.spots {
        let Site::Tray { tray, seat, slot } = &spot.site else { continue };
        let title = seat.map_or_else(|| tray.to_string(), |seat| format!("{} {tray}", info.seat_name(seat)));
        let index = trays.iter().position(|tray| tray.title == title).unwrap_or_else(|| {
            trays.push(Tray { title, entries: Vec::new() });
            trays.len() - 1
        });
        if let Some((text, color)) = lying(info, scene, spot, tray == "hand", prices) {
            let shut =
                info.terrain(&spot.terrain).map(|terrain| terrain.letter).filter(|letter| !matches!(letter, '.' | ' '));
            trays[index].entries.push(Entry { place: spot.id, text, color, shut, slot: *slot });
        }
    }
    for tray in &mut trays {
        tray.entries.sort_by_key(|entry| entry.slot);
    }
    trays
}

/// The text and colour of a spot; `None` for an empty place of a hand.
fn lying(info: &GameInfo, scene: &Scene, spot: &Spot, hand: bool, prices: bool) -> Option<(String, Option<Seat>)> {
    let piece = scene.pieces.iter().find(|piece| piece.at == spot.id && piece.count > 0);
    let counted = |name: String, count: u16| if count > 1 { format!("{count}{name}") } else { name };
    match piece {
        Some(piece) if hand => Some((counted(token(info, piece), piece.count), piece.color)),
        None if hand => None,
        Some(piece) if spot.label.is_empty() => {
            let name = info.kind_name(&piece.kind);
            Some((counted(name.to_owned(), piece.count), piece.color))
        }
        // A piece without a colour on a named spot is its price: coins in the shop.
        Some(Piece { color: None, count, .. }) if prices => Some((format!("{} {count}", short(&spot.label)), None)),
        _ => Some((short(&spot.label).to_owned(), piece.and_then(|piece| piece.color))),
    }
}

/// The first part of a label: `stun` of `stun: stun a piece for three turns, 6 coins`.
fn short(label: &str) -> &str {
    label.split([':', ',']).next().unwrap_or(label)
}
