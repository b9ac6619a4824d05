//! Validation of the whole position: either an actor has a decision, or the game is over.

use menagerie_game::TextError;

use crate::position::{Position, Stage};
use crate::task::Task;

/// Refuses positions that no game reaches.
pub(super) fn check(position: &Position) -> Result<(), TextError> {
    rights(position)?;
    passed_square(position)?;
    order(position)?;
    start_of_turn(position)?;
    if position.is_at_rest() {
        return Ok(());
    }
    let reason = "nobody decides anything here: what is pending, or the turn, should have gone on";
    Err(TextError::not_a_position("heaven-hell/3.1/7", reason))
}

/// A right lapses with its King or Rook.
fn rights(position: &Position) -> Result<(), TextError> {
    if position.castling == position.lasting_rights() {
        return Ok(());
    }
    Err(TextError::not_a_position("heaven-hell/3.1/5", "a castling right needs its King and Rook where they began"))
}

/// The en passant square exists; at the start of a turn it was passed by the other seat's Pawn.
fn passed_square(position: &Position) -> Result<(), TextError> {
    let Some(square) = position.en_passant else { return Ok(()) };
    let passed_by_other = if position.seat.0 == 0 { 5 } else { 2 };
    if position.exists.contains(square) && (!position.begins_turn() || square.rank() == passed_by_other) {
        return Ok(());
    }
    Err(TextError::not_a_position("heaven-hell/3.1/5", format!("no Pawn can just have passed over {square}")))
}

/// Orbs stand at the end of the list, and only one at its front can be half drawn. Nothing ever comes before a `daze`.
fn order(position: &Position) -> Result<(), TextError> {
    if position.pending.iter().skip(1).any(|task| matches!(task, Task::Daze { .. })) {
        return Err(TextError::not_a_position("heaven-hell/3.1/6", "daze stands at the front of the pending list"));
    }
    let orbs = position.pending.iter().skip_while(|task| !task.is_chaos());
    let undrawn = |task: &Task| matches!(task, Task::Chaos { drawn, .. } if drawn.len() == 0);
    let first_is_orb = position.pending.first().is_some_and(|task| task.is_chaos());
    if orbs.skip(usize::from(first_is_orb)).all(undrawn) {
        return Ok(());
    }
    let reason = "chaos tasks stand at the end of the pending list, and only the one at its front can have draws";
    Err(TextError::not_a_position("heaven-hell/3.1/6", reason))
}

/// Before the first action of a turn nothing is pending, except the unlocking at the very beginning.
fn start_of_turn(position: &Position) -> Result<(), TextError> {
    let unlocking = || position.pending.iter().all(|task| *task == Task::Unlock);
    let fine = match position.stage {
        Stage::Two => position.pending.is_empty(),
        Stage::One => unlocking(),
        Stage::OneMore | Stage::Resolving | Stage::Ending => true,
    };
    if fine {
        return Ok(());
    }
    Err(TextError::not_a_position("heaven-hell/3.1/6", "something is pending although no action of the turn was taken"))
}
