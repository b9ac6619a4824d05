//! Main actions (heaven-hell/5.1).

use menagerie_game::{Verdict, message};

use super::moves;
use crate::action::Action;
use crate::board::{Plane, Square};
use crate::info::INFO;
use crate::piece::Kind;
use crate::pieces::PieceId;
use crate::position::{Position, Stage};
use crate::shop::{EntryId, Stock};

/// Why a main action is legal.
pub(super) fn allowed(position: &Position, action: Action) -> Verdict {
    match action {
        Action::Move { from, to } => moves::allowed(position, from, to),
        Action::Shoot { at, .. } => Verdict::allowed("heaven-hell/7", message!("allowed-shoot", at = at.in_words())),
        Action::Cast { element, .. } => {
            Verdict::allowed("heaven-hell/5.1", message!("allowed-cast", element = element.name()))
        }
        Action::Raise(_) => Verdict::allowed("heaven-hell/R33", message!("allowed-raise")),
        Action::Buy(entry) => Verdict::allowed(entry.entry().rule, message!("allowed-buy")),
        Action::Stop => Verdict::allowed("heaven-hell/R2", message!("allowed-stop")),
        _ => Verdict::allowed("heaven-hell/R2", message!("allowed-pass")),
    }
}

/// Why a main action is not legal.
pub(super) fn refused(position: &Position, action: Action) -> Verdict {
    match action {
        Action::Move { from, to } => match usable(position, from) {
            Ok(id) => moves::refused(position, id, to),
            Err(verdict) => verdict,
        },
        Action::Shoot { from, at } => match usable(position, from) {
            Ok(id) => no_shot(position, id, at),
            Err(verdict) => verdict,
        },
        Action::Cast { element, from } => match usable(position, from) {
            Ok(id) if position.pieces[id].kind == Kind::Wizard => {
                Verdict::refused("heaven-hell/5.1", message!("refused-cast", element = element.name()))
            }
            Ok(_) => Verdict::refused("heaven-hell/5.1", message!("refused-cast-other")),
            Err(verdict) => verdict,
        },
        Action::Raise(square) => no_raising(position, square),
        Action::Buy(entry) => no_deal(position, entry),
        Action::Stop if position.stage != Stage::OneMore => {
            Verdict::refused("heaven-hell/R2", message!("refused-stop"))
        }
        Action::Pass => Verdict::refused("heaven-hell/R2", message!("refused-pass")),
        _ => Verdict::refused("heaven-hell/4.1/3", message!("refused-answer")),
    }
}

/// The piece anchored here, if the seat on turn may use it.
fn usable(position: &Position, from: Square) -> Result<PieceId, Verdict> {
    let Some(id) = position.pieces.on(from) else {
        return Err(Verdict::refused("heaven-hell/5.1", message!("refused-no-piece", from = from.in_words())));
    };
    let piece = position.pieces[id];
    if piece.square != from {
        let (name, anchor) = (piece.kind.name(), piece.square.in_words());
        let reason = message!("refused-anchor", piece = name, anchor);
        return Err(Verdict::refused("heaven-hell/2.3", reason));
    }
    if position.may_use(position.seat, piece) {
        return Ok(id);
    }
    if piece.kind == Kind::Angel {
        return Err(Verdict::refused("heaven-hell/R34", message!("refused-angel")));
    }
    let reason = message!("refused-other-side", from = from.in_words(), color = piece.color().words());
    Err(Verdict::refused("heaven-hell/5.1", reason))
}

fn no_shot(position: &Position, id: PieceId, at: Square) -> Verdict {
    let (kind, there) = (position.pieces[id].kind, at.in_words());
    if !matches!(kind, Kind::MountedArcher | Kind::Fortress) {
        return Verdict::refused("heaven-hell/7", message!("refused-shoot-other"));
    }
    match position.pieces.on(at) {
        Some(target) if position.is_protected(target) => {
            Verdict::refused("heaven-hell/2.3", message!("refused-shoot-protected", there))
        }
        Some(target) if position.pieces[target].is_of(position.owner(id)) => {
            Verdict::refused("heaven-hell/7", message!("refused-shoot-own", there))
        }
        Some(_) => Verdict::refused("heaven-hell/7", message!("refused-shoot-far", there, piece = kind.name())),
        None => Verdict::refused("heaven-hell/7", message!("refused-shoot-empty", there)),
    }
}

fn no_raising(position: &Position, square: Square) -> Verdict {
    if square.plane() != Plane::Hell || position.pieces.anchored(square).is_none() {
        return Verdict::refused("heaven-hell/R33", message!("refused-raise-empty", square = square.in_words()));
    }
    Verdict::refused("heaven-hell/R33", message!("refused-raise"))
}

fn no_deal(position: &Position, entry: EntryId) -> Verdict {
    let rule = entry.entry().rule;
    match position.shop.stock(entry) {
        Stock::Removed => Verdict::refused(rule, message!("refused-buy-removed", entry = entry.title())),
        Stock::Locked(_) => Verdict::refused("heaven-hell/R37", message!("refused-buy-locked", entry = entry.title())),
        Stock::Unlocked(price) if price > position.coins[position.seat.index()] => {
            let coins = position.coins[position.seat.index()];
            let price = INFO.counter_words("coins", price.into());
            Verdict::refused(rule, message!("refused-buy-price", entry = entry.title(), price, coins))
        }
        Stock::Unlocked(_) => {
            Verdict::refused("heaven-hell/R48", message!("refused-buy-target", entry = entry.title()))
        }
    }
}
