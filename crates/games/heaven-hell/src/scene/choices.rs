//! Every legal action with the touches that choose it; no list equals or begins another.

use std::ops::ControlFlow;

use menagerie_game::Choice;

use super::touch::{button, touches};
use super::words::words;
use crate::action::Action;
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
                touches.push(button("move", "Move there".to_owned()));
            }
            Action::Shoot { from, at } if actions.contains(&Action::Move { from, to: at }) => {
                touches.push(button("shoot", "Shoot".to_owned()));
            }
            _ => {}
        }
        Choice { action: action.to_string(), touches, words: words(position, action).into() }
    };
    actions.iter().map(choice).collect()
}
