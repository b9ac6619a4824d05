//! Main actions (heaven-hell/5.1).

use menagerie_game::{Verdict, counted};

use super::moves;
use crate::action::Action;
use crate::board::{Plane, Square};
use crate::piece::Kind;
use crate::pieces::PieceId;
use crate::position::{Position, Stage};
use crate::shop::{EntryId, Stock};

/// Why a legal main action is one.
pub(super) fn allowed(position: &Position, action: Action) -> Verdict {
    match action {
        Action::Move { from, to } => moves::allowed(position, from, to),
        Action::Shoot { at, .. } => {
            Verdict::allowed("heaven-hell/7", format!("the enemy on {} is in range and not protected", at.in_words()))
        }
        Action::Cast { element, .. } => Verdict::allowed(
            "heaven-hell/5.1",
            format!("a Wizard puts {} on the free squares around it, also when stunned", element.name()),
        ),
        Action::Raise(_) => Verdict::allowed("heaven-hell/R33", "a Warlock raises any piece from Hell, and curses it"),
        Action::Buy(entry) => {
            Verdict::allowed(entry.entry().rule, "it is unlocked, you can pay it, and it has a target")
        }
        Action::Stop => Verdict::allowed("heaven-hell/R2", "the second action of a turn is optional"),
        _ => Verdict::allowed("heaven-hell/R2", "there is nothing else to do, so you pass"),
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
            Ok(id) if position.pieces[id].kind == Kind::Wizard => Verdict::refused(
                "heaven-hell/5.1",
                format!("there is no free square beside the Wizard without {}", element.name()),
            ),
            Ok(_) => Verdict::refused("heaven-hell/5.1", "only Wizards cast"),
            Err(verdict) => verdict,
        },
        Action::Raise(square) => no_raising(position, square),
        Action::Buy(entry) => no_deal(position, entry),
        Action::Stop if position.stage != Stage::OneMore => {
            Verdict::refused("heaven-hell/R2", "only the second action of a turn can be left out")
        }
        Action::Pass => Verdict::refused("heaven-hell/R2", "you can only pass when there is nothing else to do"),
        _ => Verdict::refused("heaven-hell/4.1/3", "nothing asks for that now: move, shoot, cast, raise or buy"),
    }
}

/// The piece anchored here, if the seat on turn may use it.
fn usable(position: &Position, from: Square) -> Result<PieceId, Verdict> {
    let Some(id) = position.pieces.on(from) else {
        return Err(Verdict::refused("heaven-hell/5.1", format!("there is no piece on {}", from.in_words())));
    };
    let piece = position.pieces[id];
    if piece.square != from {
        let (name, anchor) = (piece.kind.name(), piece.square.in_words());
        let reason = format!("the {name} is named by its lowest-left square, {anchor}");
        return Err(Verdict::refused("heaven-hell/2.3", reason));
    }
    if position.may_use(position.seat, piece) {
        return Ok(id);
    }
    Err(match piece.kind {
        Kind::Angel => Verdict::refused("heaven-hell/R34", "the Angel obeys only the seat with more coins"),
        _ => {
            Verdict::refused("heaven-hell/5.1", format!("the piece on {} is {}", from.in_words(), piece.color().name()))
        }
    })
}

fn no_shot(position: &Position, id: PieceId, at: Square) -> Verdict {
    let (kind, there) = (position.pieces[id].kind, at.in_words());
    if !matches!(kind, Kind::MountedArcher | Kind::Fortress) {
        return Verdict::refused("heaven-hell/7", "only Mounted Archers and Fortresses shoot");
    }
    match position.pieces.on(at) {
        Some(target) if position.is_protected(target) => {
            Verdict::refused("heaven-hell/2.3", format!("the piece on {there} is protected"))
        }
        Some(target) if position.pieces[target].is_of(position.owner(id)) => {
            Verdict::refused("heaven-hell/7", format!("the piece on {there} is your own"))
        }
        Some(_) => Verdict::refused("heaven-hell/7", format!("{there} is out of the {}'s range", kind.name())),
        None => Verdict::refused("heaven-hell/7", format!("there is nobody on {there} to shoot at")),
    }
}

fn no_raising(position: &Position, square: Square) -> Verdict {
    if square.plane() != Plane::Hell || position.pieces.anchored(square).is_none() {
        return Verdict::refused(
            "heaven-hell/R33",
            format!("there is no piece on {} to raise from Hell", square.in_words()),
        );
    }
    Verdict::refused("heaven-hell/R33", "you have no Warlock")
}

fn no_deal(position: &Position, entry: EntryId) -> Verdict {
    let rule = entry.entry().rule;
    match position.shop.stock(entry) {
        Stock::Removed => Verdict::refused(rule, format!("{} is not in the shop any more", entry.name())),
        Stock::Locked(_) => Verdict::refused("heaven-hell/R37", format!("{} is locked", entry.name())),
        Stock::Unlocked(price) if price > position.coins[position.seat.index()] => {
            let coins = position.coins[position.seat.index()];
            Verdict::refused(rule, format!("{} costs {}, and you have {coins}", entry.name(), counted(price, "coin")))
        }
        Stock::Unlocked(_) => Verdict::refused("heaven-hell/R48", format!("{} has no target now", entry.name())),
    }
}
