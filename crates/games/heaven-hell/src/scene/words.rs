//! Labels of actions.

use menagerie_game::counted;

use crate::action::Action;
use crate::board::Square;
use crate::moves::castle_of;
use crate::position::Position;
use crate::shop::Stock;

/// "Rook a1 takes Knight on a8".
pub(crate) fn words(position: &Position, action: Action) -> String {
    let name = |square: Square| match position.pieces.on(square) {
        Some(id) => format!("{} {}", position.pieces[id].kind.name(), square.in_words()),
        None => square.in_words(),
    };
    match action {
        Action::Move { from, to } => move_words(position, from, to),
        Action::Shoot { from, at } => format!("{} shoots at {}", name(from), name(at)),
        Action::Cast { element, from } => format!("{} casts {}", name(from), element.name()),
        Action::Raise(square) => format!("raise {} to Earth", name(square)),
        Action::Buy(entry) => match position.shop.stock(entry) {
            Stock::Unlocked(price) | Stock::Locked(price) => {
                format!("buy for {}: {}", counted(price, "coin"), entry.entry().words)
            }
            Stock::Removed => format!("buy {}", entry.name()),
        },
        Action::Stop => "stop".to_owned(),
        Action::Pass => "pass: nothing else can be done".to_owned(),
        Action::At(square) => format!("choose {}", name(square)),
        Action::Unlock(entry) => format!("unlock {}", entry.name()),
        Action::Draw(effect) => format!("draw: {}", effect.effect().words),
        Action::Pick(effect) => format!("pick: {}", effect.effect().words),
        Action::Curse { dies: true } => "the cursed piece dies".to_owned(),
        Action::Curse { dies: false } => "the cursed piece lives".to_owned(),
        Action::Up(upgrade) => format!("upgrade: {}", upgrade.name()),
        Action::Promote(kind) => format!("promote to {}", kind.name()),
        Action::Plane(plane) => plane.name().to_owned(),
        Action::File { plane, file } => format!("file {} of {}", (b'a' + file) as char, plane.name()),
        Action::Destroy(lines) => format!("destroy the outermost {}", lines.id()),
        Action::Replace(element) => format!("all {} becomes {}", element.name(), element.opposite().name()),
        Action::Remove(entry) => format!("remove {} from the shop", entry.name()),
    }
}

fn move_words(position: &Position, from: Square, to: Square) -> String {
    let there = to.in_words();
    let Some(id) = position.pieces.anchored(from) else { return format!("{} to {there}", from.in_words()) };
    let from_here = from.in_words();
    let piece = position.pieces[id];
    if castle_of(position, from, to).is_some() {
        return format!("{} castles to {there}", piece.kind.name());
    }
    let block = position.fitting(to, piece.size).unwrap_or_default();
    let mut met = position.pieces.overlapping(to.plane(), block);
    met.retain(|&mut q| q != id);
    if met.is_empty() {
        return format!("{} {from_here} to {there}", piece.kind.name());
    }
    let names: Vec<_> = met.iter().map(|&q| position.pieces[q].kind.name()).collect();
    let verb = if met.iter().any(|&q| position.is_protected(q)) { "attacks the protected" } else { "takes" };
    format!("{} {from_here} {verb} {} on {there}", piece.kind.name(), names.join(" and "))
}
