//! The prompt: what the actor has to decide.

use std::borrow::Cow;

use menagerie_game::{Actor, Prompt};

use crate::piece::Color;
use crate::pieces::PieceId;
use crate::position::{Position, Stage};
use crate::task::{Question, Task};

pub(super) fn prompt(position: &Position, acts: bool) -> Prompt {
    let actor = position.actor();
    let text: Cow<'static, str> = match actor {
        Actor::Nobody => ending(position),
        Actor::Seat(_) if acts => asked(position),
        Actor::Seat(seat) => {
            let asked = asked(position);
            format!("{} decides: {}", Color::Of(seat).name(), lower(&asked)).into()
        }
        Actor::Chance => format!("Chance decides: {}", lower(&asked(position))).into(),
    };
    Prompt { actor, text, mid_turn: !position.begins_turn() }
}

fn lower(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

fn ending(position: &Position) -> Cow<'static, str> {
    match position.outcome().and_then(|outcome| outcome.winner()) {
        Some(winner) => {
            let loser = Color::Of(crate::piece::other(winner)).name();
            let winner = Color::Of(winner).name();
            format!("{winner} wins: {loser} has no King any more, or nobody on Earth").into()
        }
        None => "The game is drawn: neither side has both a King and somebody on Earth".into(),
    }
}

/// The question to the actor.
fn asked(position: &Position) -> Cow<'static, str> {
    match position.pending.first() {
        Some(&task) => task_prompt(position, task),
        None if position.stage == Stage::OneMore => "Do one more thing, or stop".into(),
        None if position.stage == Stage::Two => "You have two actions: move, shoot, cast, raise or buy".into(),
        None => "Move a piece, shoot, cast, raise or buy".into(),
    }
}

/// A task as a question.
pub(crate) fn task_prompt(position: &Position, task: Task) -> Cow<'static, str> {
    let piece = |id: PieceId| {
        let piece = position.pieces[id];
        format!("the {} {} on {}", piece.color().name(), piece.kind.name(), piece.square.in_words())
    };
    match task {
        Task::Slide { .. } | Task::Step(_) | Task::Back(_) | Task::Home(_) | Task::Down(_) => "Wait".into(),
        Task::Shrink { piece: id, .. } => format!("Choose where {} comes back, smaller", piece(id)).into(),
        Task::Up(id) => format!("Choose an upgrade for {}", piece(id)).into(),
        Task::Promote(id) => format!("Choose what {} is promoted to", piece(id)).into(),
        Task::UpOrPromote(id) => format!("Upgrade or promote {}", piece(id)).into(),
        Task::Grow(id) => format!("Choose where {} grows", piece(id)).into(),
        Task::Jump(id) => format!("Jump once more with {}, or stop", piece(id)).into(),
        Task::Double(id) => format!("Move {} once more for a coin, or stop", piece(id)).into(),
        Task::Rampage(id) => format!("Move {} again and again, or stop", piece(id)).into(),
        Task::Purchase(_) => "Buy an entry of the shop for the last time".into(),
        Task::Chaos { drawn, .. } if drawn.is_complete() => "Pick one of the three chaos effects".into(),
        Task::Chaos { .. } => "Draw three chaos effects".into(),
        Task::Ask(question) => question_prompt(question),
        Task::Unlock => "Unlock an entry of the shop".into(),
        Task::Curse(id) => format!("Does the curse kill {}?", piece(id)).into(),
        Task::Random(_) => "Draw the chaos effect that happens".into(),
        Task::Imp => "Choose where an Imp appears on Earth".into(),
        Task::Orb(plane) => format!("Choose where a Chaos Orb appears: {}", plane.name()).into(),
        Task::Burn(plane) => format!("Choose where Fire breaks out: {}", plane.name()).into(),
        Task::Daze { .. } => "Choose a piece to stun for three turns".into(),
        Task::Hex(seat) => format!("Choose a {} piece to curse", Color::Of(seat).name()).into(),
        Task::Throw { piece: id, plane: None } => format!("Choose the plane to which {} is thrown", piece(id)).into(),
        Task::Throw { piece: id, .. } => format!("Choose where {} lands", piece(id)).into(),
    }
}

fn question_prompt(question: Question) -> Cow<'static, str> {
    question.inquiry().map_or(Cow::Borrowed("Choose"), |inquiry| inquiry.prompt.into())
}
