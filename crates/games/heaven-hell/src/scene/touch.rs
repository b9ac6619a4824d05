//! The touches that choose an action.

use std::borrow::Cow;

use menagerie_game::{Place, Touch};

use super::board::shop_place;
use super::words::words;
use crate::action::Action;
use crate::board::{Set, Square, block, file_set};
use crate::messages::topic_name;
use crate::position::Position;
use crate::task::{About, Question, Task, Topic};

/// The touches of an action, before those that would be the same for two actions are told apart. Only the last can be an
/// area: a giant that moves is touched at its anchor.
pub(super) fn touches(position: &Position, action: Action) -> Vec<Touch> {
    match action {
        Action::Move { from, to } => {
            let size = position.pieces.anchored(from).map_or(1, |id| position.pieces[id].size);
            vec![Touch::place(Place::new(from)), area(to, size)]
        }
        Action::Shoot { from, at } => [from, at].map(|square| Touch::place(Place::new(square))).to_vec(),
        Action::Cast { element, from } => {
            let id = if element == crate::Element::Fire { "cast-fire" } else { "cast-ice" };
            vec![Touch::place(Place::new(from)), button(id, topic_name(id), id)]
        }
        Action::Raise(square) => vec![button("raise", topic_name("raise"), "raise"), footprint(position, square)],
        Action::Buy(entry) | Action::Remove(entry) => vec![Touch::place(shop_place(entry))],
        Action::Pick(effect) => vec![Touch::place(Place::new(format_args!("card:{}", effect.id())))],
        Action::At(square) => vec![chosen(position, square)],
        Action::File { plane, file } => {
            let squares = file_set(file) & position.exists[plane];
            let lowest = squares.first().map(|cell| area_of(Square::new(plane, cell), squares));
            lowest.into_iter().collect()
        }
        Action::Stop => vec![button("stop", topic_name("stop"), "stop")],
        Action::Pass => vec![button("pass", topic_name("pass"), "pass")],
        Action::Up(upgrade) => vec![button(&action.to_string(), upgrade.name(), upgrade.id())],
        Action::Promote(kind) => vec![button(&action.to_string(), kind.name(), kind.id())],
        Action::Plane(plane) => vec![button(&action.to_string(), plane.name(), plane.id())],
        Action::Destroy(lines) => vec![button(&action.to_string(), lines.words(), "destroy")],
        Action::Replace(element) => vec![button(&action.to_string(), element.name(), "replace")],
        Action::Unlock(_) => vec![button(&action.to_string(), words(position, action), "shop")],
        Action::Draw(_) => vec![button(&action.to_string(), words(position, action), "cards")],
        Action::Curse { .. } => vec![button(&action.to_string(), words(position, action), "cursed")],
    }
}

/// A button that the topic or the kind with this id explains.
pub(super) fn button(id: &str, label: impl Into<Cow<'static, str>>, topic: &'static str) -> Touch {
    Touch::Button { id: id.to_owned().into(), label: label.into(), topic: Some(topic.into()) }
}

/// The block of this size at an anchor: one place, or an area named by it.
fn area(anchor: Square, size: u8) -> Touch {
    area_of(anchor, block(anchor.cell(), size).unwrap_or_default())
}

/// Squares of the anchor's plane, named by the anchor.
fn area_of(anchor: Square, squares: Set) -> Touch {
    let place = Place::new(anchor);
    if squares.len() < 2 {
        return Touch::place(place);
    }
    Touch::Area {
        place,
        covers: squares.into_iter().map(|cell| Place::new(Square::new(anchor.plane(), cell))).collect(),
    }
}

/// All squares of the piece anchored here.
fn footprint(position: &Position, anchor: Square) -> Touch {
    let size = position.pieces.anchored(anchor).map_or(1, |id| position.pieces[id].size);
    area(anchor, size)
}

/// `@square`: a piece to choose, a block to stand on, a 2×2 area, or just the square.
fn chosen(position: &Position, square: Square) -> Touch {
    let size_of = |id| position.pieces[id].size;
    let Some(&task) = position.pending.first() else { return area(square, 1) };
    match task {
        Task::Grow(id) => area(square, size_of(id) + 1),
        Task::Shrink { piece, hit } => area(square, position.shrink_anchors(piece, hit).map_or(1, |(size, _)| size)),
        Task::Throw { piece, .. } => area(square, size_of(piece)),
        Task::Daze { .. } | Task::Hex(_) => footprint(position, square),
        Task::Ask(question) => answered(position, question, square),
        _ => area(square, 1),
    }
}

fn answered(position: &Position, question: Question, square: Square) -> Touch {
    if question.wants_piece() {
        return footprint(position, square);
    }
    match (question.topic, question.about) {
        (Topic::Shop(entry), _) if matches!(entry.id(), "thaw" | "freeze") => area(square, 2),
        (_, About::Piece(id)) => area(square, position.pieces[id].size),
        _ => area(square, 1),
    }
}
