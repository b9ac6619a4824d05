//! Labels of actions.

use std::borrow::Cow;

use menagerie_game::message;

use crate::action::Action;
use crate::board::Square;
use crate::info::INFO;
use crate::moves::castle_of;
use crate::position::Position;
use crate::shop::{EntryId, Stock};

/// "Rook a1 takes Knight on a8".
pub(crate) fn words(position: &Position, action: Action) -> Cow<'static, str> {
    let name = |square: Square| named(position, square);
    match action {
        Action::Move { from, to } => move_words(position, from, to),
        Action::Shoot { from, at } => message!("choice-shoot", shooter = name(from), target = name(at)),
        Action::Cast { element, from } => message!("choice-cast", wizard = name(from), element = element.name()),
        Action::Raise(square) => message!("choice-raise", piece = name(square)),
        Action::Buy(entry) => buy_words(position, entry),
        Action::Stop => message!("choice-stop"),
        Action::Pass => message!("choice-pass"),
        Action::At(square) => message!("choice-at", place = name(square)),
        Action::Unlock(entry) => message!("choice-unlock", entry = entry.name()),
        Action::Draw(effect) => message!("choice-draw", effect = effect.words()),
        Action::Pick(effect) => message!("choice-pick", effect = effect.words()),
        Action::Curse { dies: true } => message!("choice-curse-dies"),
        Action::Curse { dies: false } => message!("choice-curse-lives"),
        Action::Up(upgrade) => message!("choice-upgrade", upgrade = upgrade.name()),
        Action::Promote(kind) => message!("choice-promote", kind = kind.name()),
        Action::Plane(plane) => plane.name().into(),
        Action::File { plane, file } => {
            message!("choice-file", file = (b'a' + file) as char, plane = plane.name())
        }
        Action::Destroy(lines) => message!("choice-destroy", lines = lines.words()),
        Action::Replace(element) => {
            message!("choice-replace", element = element.name(), other = element.opposite().name())
        }
        Action::Remove(entry) => message!("choice-remove", entry = entry.name()),
    }
}

/// What was chosen, for the log.
pub(crate) fn chosen(position: &Position, action: Action) -> Cow<'static, str> {
    let choice = match action {
        Action::At(square) => named(position, square),
        _ => words(position, action),
    };
    message!("note-chosen", choice)
}

/// A square with the type of the piece on it.
fn named(position: &Position, square: Square) -> Cow<'static, str> {
    match position.pieces.on(square) {
        Some(id) => message!("piece-and-square", piece = position.pieces[id].kind.name(), square = square.in_words()),
        None => square.in_words().into(),
    }
}

fn buy_words(position: &Position, entry: EntryId) -> Cow<'static, str> {
    match position.shop.stock(entry) {
        Stock::Unlocked(price) | Stock::Locked(price) => {
            message!("choice-buy", price = INFO.counter_words("coins", price.into()), words = entry.words())
        }
        Stock::Removed => message!("choice-buy-removed", entry = entry.name()),
    }
}

fn move_words(position: &Position, from: Square, to: Square) -> Cow<'static, str> {
    let there = to.in_words();
    let Some(id) = position.pieces.anchored(from) else { return Action::Move { from, to }.to_string().into() };
    let from_here = from.in_words();
    let piece = position.pieces[id];
    let kind = piece.kind.name();
    if castle_of(position, from, to).is_some() {
        return message!("choice-castle", kind, there);
    }
    let block = position.fitting(to, piece.size).unwrap_or_default();
    let mut met = position.pieces.overlapping(to.plane(), block);
    met.retain(|&mut q| q != id);
    let names = met.iter().map(|&q| Cow::Borrowed(position.pieces[q].kind.name()));
    let Some(enemies) = names.reduce(|first, second| message!("list-and", first, second)) else {
        return message!("choice-move", kind, from = from_here, there);
    };
    if met.iter().any(|&q| position.is_protected(q)) {
        message!("choice-attacks", kind, from = from_here, enemies, there)
    } else {
        message!("choice-takes", kind, from = from_here, enemies, there)
    }
}
