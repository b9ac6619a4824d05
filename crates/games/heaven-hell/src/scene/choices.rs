//! Every legal action with the touches that choose it; no list equals or begins another.

use std::ops::ControlFlow;

use menagerie_game::{Choice, Silent};

use super::touch::{button, touches};
use super::words::words;
use crate::action::Action;
use crate::messages::topic_name;
use crate::position::Position;

pub(super) fn choices(position: &Position) -> Vec<Choice> {
    let mut actions: Vec<Action> = Vec::new();
    let _ = position.actions(&mut |action| {
        actions.push(action);
        ControlFlow::Continue(())
    });
    let choice = |&action: &Action| {
        let mut touches = touches(position, action);
        // The same two squares may mean a move and a shot: a third touch tells them apart.
        match action {
            Action::Move { from, to } if actions.contains(&Action::Shoot { from, at: to }) => {
                touches.push(button("move", topic_name("move"), "move"));
            }
            Action::Shoot { from, at } if actions.contains(&Action::Move { from, to: at }) => {
                touches.push(button("shoot", topic_name("shoot"), "shoot"));
            }
            _ => {}
        }
        let irreversible = is_irreversible(position, action);
        Choice { irreversible, ..Choice::new(action, touches, words(position, action)) }
    };
    actions.iter().map(choice).collect()
}

/// Whether a selected shop entry is paid for or removed at once: the seat decides nothing more, so it cannot undo it.
fn is_irreversible(position: &Position, action: Action) -> bool {
    if !matches!(action, Action::Buy(_) | Action::Remove(_)) {
        return false;
    }
    let mut next = position.clone();
    let _ = next.apply(action, &mut Silent);
    next.actor() != position.actor()
}
