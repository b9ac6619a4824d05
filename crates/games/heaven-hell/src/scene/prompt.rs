//! The prompt: what the actor has to decide.

use std::borrow::Cow;

use menagerie_game::{Actor, Prompt, message};

use crate::info::INFO;
use crate::pieces::PieceId;
use crate::position::{Position, Stage};
use crate::task::{Question, Task};

pub(super) fn prompt(position: &Position, acts: bool) -> Prompt {
    let actor = position.actor();
    let text: Cow<'static, str> = match actor {
        Actor::Nobody => ending(position),
        Actor::Seat(_) if acts => asked(position),
        Actor::Seat(seat) => {
            message!("prompt-waiting", seat = INFO.color_of(seat), asked = lower(&asked(position)))
        }
        Actor::Chance => message!("prompt-chance", asked = lower(&asked(position))),
    };
    Prompt { actor, text, mid_turn: !position.begins_turn() }
}

fn lower(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| [first.to_ascii_lowercase()].into_iter().chain(chars).collect())
}

fn ending(position: &Position) -> Cow<'static, str> {
    match position.outcome().and_then(|outcome| outcome.winner()) {
        Some(winner) => {
            let loser = INFO.color_of(crate::piece::other(winner));
            message!("prompt-over", winner = INFO.color_of(winner), loser)
        }
        None => message!("prompt-drawn"),
    }
}

/// The question to the actor.
fn asked(position: &Position) -> Cow<'static, str> {
    match position.pending.first() {
        Some(&task) => task_prompt(position, task),
        None if position.stage == Stage::OneMore => message!("prompt-one-more"),
        None if position.stage == Stage::Two => message!("prompt-two-actions"),
        None => message!("prompt-move"),
    }
}

/// A task as a question.
pub(crate) fn task_prompt(position: &Position, task: Task) -> Cow<'static, str> {
    let piece = |id: PieceId| {
        let piece = position.pieces[id];
        let (color, kind, square) = (piece.color().words(), piece.kind.name(), piece.square.in_words());
        message!("piece-on-square", color, kind, square)
    };
    match task {
        Task::Slide { .. } | Task::Step(_) | Task::Back(_) | Task::Home(_) | Task::Down(_) => message!("prompt-wait"),
        Task::Shrink { piece: id, .. } => message!("prompt-shrink", piece = piece(id)),
        Task::Up(id) => message!("prompt-upgrade", piece = piece(id)),
        Task::Promote(id) => message!("prompt-promote", piece = piece(id)),
        Task::UpOrPromote(id) => message!("prompt-upgrade-or-promote", piece = piece(id)),
        Task::Grow(id) => message!("prompt-grow", piece = piece(id)),
        Task::Jump(id) => message!("prompt-jump", piece = piece(id)),
        Task::Double(id) => message!("prompt-double-move", piece = piece(id)),
        Task::Rampage(id) => message!("prompt-rampage", piece = piece(id)),
        Task::Purchase(_) => message!("prompt-last-sale"),
        Task::Chaos { drawn, .. } if drawn.is_complete() => message!("prompt-pick"),
        Task::Chaos { .. } => message!("prompt-draw"),
        Task::Ask(question) => question_prompt(question),
        Task::Unlock => message!("prompt-unlock"),
        Task::Curse(id) => message!("prompt-curse", piece = piece(id)),
        Task::Random(_) => message!("prompt-random"),
        Task::Imp => message!("prompt-imp"),
        Task::Orb(plane) => message!("prompt-orb", plane = plane.name()),
        Task::Burn(plane) => message!("prompt-burn", plane = plane.name()),
        Task::Daze { .. } => message!("prompt-daze"),
        Task::Hex(seat) => message!("prompt-hex", color = INFO.color_of(seat)),
        Task::Throw { piece: id, plane: None } => message!("prompt-throw-plane", piece = piece(id)),
        Task::Throw { piece: id, .. } => message!("prompt-throw", piece = piece(id)),
    }
}

fn question_prompt(question: Question) -> Cow<'static, str> {
    question.prompt().map_or_else(|| message!("prompt-choose"), Cow::Borrowed)
}
