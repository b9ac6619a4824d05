//! Spots and what stands or lies on them.

use std::borrow::Cow;

use menagerie_game::{Badge, Piece as Token, Place, Seat, Site, Spot, message};

use super::SHOWN;
use crate::action::Action;
use crate::board::{Plane, Square};
use crate::info::INFO;
use crate::piece::{Mark, Piece};
use crate::position::Position;
use crate::shop::{EntryId, Stock};
use crate::task::Task;

/// The existing squares, the shop as `buyer` finds it, the cards drawn, and limbo.
pub(super) fn spots(position: &Position, buyer: Option<Seat>) -> Vec<Spot> {
    let squares = position.exists.iter().map(square_spot);
    let shop = EntryId::all().filter_map(|entry| shop_spot(position, buyer, entry));
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
    let site = Site::Plane { plane: shown as u8, x: square.file() as i8, y: square.rank() as i8 };
    let label = match plane {
        Plane::Earth => message!("square-earth", square = square.cell()),
        _ => message!("square-elsewhere", square = square.cell(), plane = plane.name()),
    };
    Spot::new(Place::new(square), site, terrain, label)
}

/// Where a shop entry is touched.
pub(super) fn shop_place(entry: EntryId) -> Place {
    Place::new(format_args!("shop:{}", entry.id()))
}

/// Why a seat cannot buy an entry now; for a spectator only whether it is locked.
fn why_not_for_sale(position: &Position, buyer: Option<Seat>, entry: EntryId) -> Option<Cow<'static, str>> {
    let price = match position.shop.stock(entry) {
        Stock::Unlocked(price) => price,
        Stock::Locked(_) => return Some(message!("locked")),
        Stock::Removed => return None,
    };
    let buyer = buyer?;
    let coins = position.coins[buyer.index()];
    if price > coins {
        return Some(message!("too-dear", price = INFO.counter_words("coins", price.into()), coins));
    }
    position.price_for(buyer, entry).is_none().then(|| message!("no-target"))
}

fn shop_spot(position: &Position, buyer: Option<Seat>, entry: EntryId) -> Option<Spot> {
    let (name, words) = (entry.name(), entry.words());
    let coins = |price: u16| INFO.counter_words("coins", price.into());
    let (terrain, price, label) = match position.shop.stock(entry) {
        Stock::Unlocked(price) => ("shop", price, message!("label-entry", name, words, price = coins(price))),
        Stock::Locked(price) => {
            ("shop-locked", price, message!("label-entry-locked", name, words, price = coins(price)))
        }
        Stock::Removed => return None,
    };
    let id = shop_place(entry);
    let site = Site::Tray { tray: "shop".into(), seat: None, slot: entry.index() as u8 };
    Some(Spot {
        action: Some(Action::Buy(entry).to_string().into()),
        topic: Some(id.to_string().into()),
        price: Some(price.into()),
        locked: why_not_for_sale(position, buyer, entry),
        ..Spot::new(id, site, terrain, label)
    })
}

/// The cards of the orb that is being opened.
fn card_spots(position: &Position) -> Vec<Spot> {
    let Some(Task::Chaos { seat, drawn }) = position.pending.first() else { return Vec::new() };
    let card = |(slot, effect): (u8, crate::chaos::ChaosId)| {
        let id = Place::new(format_args!("card:{}", effect.id()));
        let site = Site::Tray { tray: "cards".into(), seat: Some(*seat), slot };
        let label = message!("label-card", name = effect.name(), words = effect.words());
        Spot {
            action: Some(Action::Pick(effect).to_string().into()),
            topic: Some(id.to_string().into()),
            ..Spot::new(id, site, "card", label)
        }
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
    let spot = |(slot, piece): (u8, Piece)| {
        let site = Site::Tray { tray: "limbo".into(), seat: piece.color().seat(), slot };
        let (color, kind, hit) = (piece.color().words(), piece.kind.name(), piece.square.in_words());
        let label = message!("label-limbo", color, kind, hit);
        Spot { topic: Some("limbo".into()), ..Spot::new(limbo_place(slot), site, "", label) }
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

/// A piece as a token; Imps and Angels have no colour and no controller.
fn token(piece: Piece, at: Place, size: u8) -> Token {
    Token { size, badges: badges(piece), ..Token::new(at, piece.kind.id(), piece.color().seat()) }
}

/// The price of an entry, as coins in its slot.
fn price(position: &Position, entry: EntryId) -> Option<Token> {
    let (count, badges) = match position.shop.stock(entry) {
        Stock::Unlocked(price) => (price, Vec::new()),
        Stock::Locked(price) => (price, vec![badge("locked", "×", message!("badge-locked"))]),
        Stock::Removed => return None,
    };
    Some(Token { count, badges, ..Token::new(shop_place(entry), "coin", None) })
}

fn badge(id: &'static str, mark: impl Into<Cow<'static, str>>, label: impl Into<Cow<'static, str>>) -> Badge {
    Badge { id: id.into(), mark: mark.into(), label: label.into() }
}

fn badges(piece: Piece) -> Vec<Badge> {
    let marks = Mark::ALL.into_iter().filter(|mark| piece.has(*mark));
    let mut badges: Vec<_> = marks.map(|mark| badge(mark.id(), mark.letter().to_string(), mark.words())).collect();
    if piece.stuns > 0 {
        badges.push(badge("stunned", format!("s{}", piece.stuns), message!("badge-stunned", turns = piece.stuns)));
    }
    if piece.investors > 0 {
        let coins = INFO.counter_words("coins", piece.investors.into());
        let label = message!("badge-investors", coins);
        badges.push(badge("investor", format!("i{}", piece.investors), label));
    }
    if piece.size > 1 {
        badges.push(badge("size", format!("*{}", piece.size), message!("badge-size", size = piece.size)));
    }
    badges
}
