//! Answers to tasks.

use menagerie_game::{Verdict, message};

use crate::action::Action;
use crate::position::Position;
use crate::scene::task_prompt;
use crate::task::{Task, Topic};

/// Whether an answer fits the question at the front of the list.
pub(super) fn explain(position: &Position, task: Task, action: Action, legal: bool) -> Verdict {
    let rule = rule_of(task);
    let asked = task_prompt(position, task);
    if legal {
        return Verdict::allowed(rule, message!("allowed-answer", asked));
    }
    match action {
        Action::At(square) => Verdict::refused(rule, message!("refused-choice", square = square.in_words(), asked)),
        _ => Verdict::refused(rule, message!("refused-first", asked)),
    }
}

/// The rule behind a question.
fn rule_of(task: Task) -> &'static str {
    match task {
        Task::Ask(question) => match question.topic {
            Topic::Shop(entry) => entry.entry().rule,
            Topic::Chaos(effect) => effect.effect().rule,
        },
        Task::Shrink { .. } => "heaven-hell/6.6",
        Task::Grow(_) => "heaven-hell/6.5",
        Task::Up(_) => "heaven-hell/10.1",
        Task::Promote(_) => "heaven-hell/R5",
        Task::UpOrPromote(_) => "heaven-hell/R36",
        Task::Jump(_) => "heaven-hell/7",
        Task::Double(_) => "heaven-hell/R28",
        Task::Rampage(_) => "heaven-hell/chaos/36",
        Task::Purchase(_) => "heaven-hell/R50",
        Task::Curse(_) => "heaven-hell/R27",
        Task::Random(_) => "heaven-hell/chaos/40",
        Task::Imp => "heaven-hell/chaos/3",
        Task::Orb(_) => "heaven-hell/chaos/16",
        Task::Burn(_) => "heaven-hell/chaos/25",
        Task::Daze { .. } => "heaven-hell/chaos/12",
        Task::Hex(_) => "heaven-hell/chaos/19",
        Task::Throw { .. } => "heaven-hell/chaos/39",
        Task::Unlock => "heaven-hell/R37",
        _ => "heaven-hell/4.2",
    }
}
