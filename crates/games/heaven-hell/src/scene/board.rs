//! Spots and what stands or lies on them.

use std::borrow::Cow;

use menagerie_game::{Badge, Piece as Token, Place, Site, Spot, counted};

use super::SHOWN;
use crate::action::Action;
use crate::board::{Plane, Square};
use crate::piece::{Mark, Piece};
use crate::position::Position;
use crate::shop::{EntryId, Stock};
use crate::task::Task;

/// The existing squares, the shop, the cards drawn, and limbo.
pub(super) fn spots(position: &Position) -> Vec<Spot> {
    let squares = position.exists.iter().map(square_spot);
    let shop = EntryId::all().filter_map(|entry| shop_spot(position, entry));
    squares.chain(shop).chain(card_spots(position)).chain(limbo_spots(position)).collect()
}

fn square_spot(square: Square) -> Spot {
    let plane = square.plane();
    let dark = (square.file() + square.rank()).is_multiple_of(2);
    let terrain = match (plane, dark) {
        (Plane::Earth, true) => "earth-dark",
        (Plane::Earth, false) => "earth-light",
        (Plane::Heaven, true) => "heaven-dark",
        (Plane::Heaven, false) => "heaven-light",
        (Plane::Hell, true) => "hell-dark",
        (Plane::Hell, false) => "hell-light",
    };
    let shown = SHOWN.iter().position(|&shown| shown == plane).unwrap_or(0);
    Spot {
        id: Place::new(square),
        site: Site::Plane { plane: shown as u8, x: square.file() as i8, y: square.rank() as i8 },
        terrain: terrain.into(),
        label: format!("{} in {}", square.cell(), plane.name()).replace("in Earth", "on Earth").into(),
        action: None,
    }
}

/// Where a shop entry is touched.
pub(super) fn shop_place(entry: EntryId) -> Place {
    Place::new(format_args!("shop:{}", entry.id()))
}

fn shop_spot(position: &Position, entry: EntryId) -> Option<Spot> {
    let (terrain, price, locked) = match position.shop.stock(entry) {
        Stock::Unlocked(price) => ("shop", price, ""),
        Stock::Locked(price) => ("shop-locked", price, ", locked"),
        Stock::Removed => return None,
    };
    Some(Spot {
        id: shop_place(entry),
        site: Site::Tray { tray: "shop".into(), seat: None, slot: entry.index() as u8 },
        terrain: terrain.into(),
        label: format!("{}: {}, {}{locked}", entry.name(), entry.entry().words, counted(price, "coin")).into(),
        action: Some(Action::Buy(entry).to_string().into()),
    })
}

/// The cards of the orb that is being opened.
fn card_spots(position: &Position) -> Vec<Spot> {
    let Some(Task::Chaos { seat, drawn }) = position.pending.first() else { return Vec::new() };
    let card = |(slot, effect): (u8, crate::chaos::ChaosId)| Spot {
        id: Place::new(format_args!("card:{}", effect.id())),
        site: Site::Tray { tray: "cards".into(), seat: Some(*seat), slot },
        terrain: "card".into(),
        label: format!("{}: {}", effect.name(), effect.effect().words).into(),
        action: Some(Action::Pick(effect).to_string().into()),
    };
    (0..).zip(drawn.iter()).map(card).collect()
}

fn limbo(position: &Position) -> impl Iterator<Item = (u8, Piece)> {
    let waiting = position.pending.iter().filter_map(|task| match *task {
        Task::Shrink { piece, .. } => Some(position.pieces[piece]),
        _ => None,
    });
    (0..u8::MAX).zip(waiting)
}

fn limbo_place(slot: u8) -> Place {
    Place::new(format_args!("limbo:{slot}"))
}

fn limbo_spots(position: &Position) -> Vec<Spot> {
    let spot = |(slot, piece): (u8, Piece)| Spot {
        id: limbo_place(slot),
        site: Site::Tray { tray: "limbo".into(), seat: piece.color().seat(), slot },
        terrain: Cow::Borrowed(""),
        label: format!("{} {} in limbo, hit on {}", piece.color().name(), piece.kind.name(), piece.square.in_words())
            .into(),
        action: None,
    };
    limbo(position).map(spot).collect()
}

/// Items first, then pieces on top of them, then prices.
pub(super) fn pieces(position: &Position) -> Vec<Token> {
    let mut tokens = items(position);
    tokens.extend(position.pieces.ids().map(|id| {
        let piece = position.pieces[id];
        token(piece, Place::new(piece.square), piece.size)
    }));
    tokens.extend(limbo(position).map(|(slot, piece)| token(piece, limbo_place(slot), 1)));
    tokens.extend(EntryId::all().filter_map(|entry| price(position, entry)));
    tokens
}

fn items(position: &Position) -> Vec<Token> {
    let items = &position.items;
    let mut tokens = Vec::new();
    for (region, kind) in [(&items.fire, "fire"), (&items.ice, "ice"), (&items.orbs, "orb"), (items.coins(), "coin")] {
        for square in region.iter() {
            let count = if kind == "coin" { items.coins_on(square) } else { 1 };
            tokens.push(Token { count, ..Token::new(Place::new(square), kind, None) });
        }
    }
    for seat in Position::SEATS.iter() {
        let traps = items.traps_of(seat).iter();
        tokens.extend(traps.map(|square| Token::new(Place::new(square), "trap", Some(seat))));
    }
    tokens
}

/// A piece as a token; Imps and Angels have no colour and nobody's hand on them.
fn token(piece: Piece, at: Place, size: u8) -> Token {
    Token { size, badges: badges(piece), ..Token::new(at, piece.kind.id(), piece.color().seat()) }
}

/// The price of an entry, as coins in its slot.
fn price(position: &Position, entry: EntryId) -> Option<Token> {
    let (count, badges) = match position.shop.stock(entry) {
        Stock::Unlocked(price) => (price, Vec::new()),
        Stock::Locked(price) => (price, vec![badge("locked", "×", "locked")]),
        Stock::Removed => return None,
    };
    Some(Token { count, badges, ..Token::new(shop_place(entry), "coin", None) })
}

fn badge(id: &'static str, mark: impl Into<Cow<'static, str>>, label: impl Into<Cow<'static, str>>) -> Badge {
    Badge { id: id.into(), mark: mark.into(), label: label.into() }
}

fn badges(piece: Piece) -> Vec<Badge> {
    const MARKS: [(Mark, &str, &str); 7] = [
        (Mark::Murderer, "murderer", "m"),
        (Mark::Experienced, "experienced", "x"),
        (Mark::Cursed, "cursed", "c"),
        (Mark::Hat, "wizard-hat", "h"),
        (Mark::DoubleMove, "double-move", "d"),
        (Mark::PortalGun, "portal-gun", "p"),
        (Mark::Forced, "forced", "f"),
    ];
    let marks = MARKS.into_iter().filter(|(mark, ..)| piece.has(*mark));
    let mut badges: Vec<_> = marks.map(|(mark, id, letter)| badge(id, letter, mark.words())).collect();
    if piece.stuns > 0 {
        badges.push(badge(
            "stunned",
            format!("s{}", piece.stuns),
            format!("stunned for {}", counted(piece.stuns, "turn")),
        ));
    }
    if piece.investors > 0 {
        let label = format!("{} more at every payment", counted(piece.investors, "coin"));
        badges.push(badge("investor", format!("i{}", piece.investors), label));
    }
    if piece.size > 1 {
        badges.push(badge("size", format!("*{}", piece.size), format!("of size {}", piece.size)));
    }
    badges
}
