//! Why an action is legal or not: the rule's id and a sentence that a player understands.

mod main_action;
mod moves;
mod pending;

use std::ops::ControlFlow;

use menagerie_game::{Actor, Verdict, View as _, message};

use crate::action::Action;
use crate::info::INFO;
use crate::position::Position;
use crate::view::View;

/// The rule that allows or forbids an action, as far as the viewer may know.
pub(crate) fn explain(view: &View, action: Action) -> Verdict {
    let position = view.known();
    match position.actor() {
        Actor::Nobody => return Verdict::refused("heaven-hell/4.1/1", message!("over")),
        Actor::Seat(seat) if !view.viewer().is(seat) => {
            let rule = if position.pending.is_empty() { "heaven-hell/4.1/3" } else { "heaven-hell/4.1/2" };
            return Verdict::refused(rule, message!("refused-waiting", seat = INFO.color_of(seat)));
        }
        Actor::Seat(_) | Actor::Chance => {}
    }
    let legal = is_legal(position, action);
    match position.pending.first() {
        Some(&task) => pending::explain(position, task, action, legal),
        None if legal => main_action::allowed(position, action),
        None => main_action::refused(position, action),
    }
}

fn is_legal(position: &Position, action: Action) -> bool {
    let find = |listed| if listed == action { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    position.actions(&mut { find }).is_break()
}
