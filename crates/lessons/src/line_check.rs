//! Checks of the lines of a level: solutions reach the goal, wrong tries miss it, refutations are legal.

use menagerie_game::erased::AnyGame;

use crate::attempt::{Attempt, Status};
use crate::course::{Level, Wrong};

/// A solution reaches the goal with its last action, within the turns of the level.
pub(crate) fn solution(game: &dyn AnyGame, level: &Level, line: &[String]) -> Result<(), String> {
    let Ok(mut attempt) = Attempt::new(game, level) else { return Ok(()) };
    while !attempt.is_over() {
        let index = attempt.history().len();
        let Some(action) = line.get(index) else { return Err("ends before the goal is reached".into()) };
        match attempt.play(action).status {
            Status::Going if !line.starts_with(attempt.history()) => return Err(diverged(&attempt, line)),
            Status::Going | Status::Solved => {}
            Status::Refused { reason, .. } => return Err(format!("{action} (action {}): {reason}", index + 1)),
            Status::Missed { message, .. } => {
                return Err(unreached(&attempt, line).unwrap_or_else(|| {
                    format!("{action} (action {}) ends the level without the goal: {message}", index + 1)
                }));
            }
        }
    }
    if attempt.history() == line {
        return Ok(());
    }
    Err(format!("reaches the goal after {} of its {} actions", attempt.history().len(), line.len()))
}

/// A wrong try is played as written up to its last action, which is refused or misses the goal.
pub(crate) fn wrong(game: &dyn AnyGame, level: &Level, wrong: &Wrong) -> Result<(), String> {
    let Ok(mut attempt) = Attempt::new(game, level) else { return Ok(()) };
    let line = &wrong.tried;
    while let Some(action) = line.get(attempt.history().len()) {
        let (index, before) = (attempt.history().len() + 1, attempt.history().len());
        let status = attempt.play(action).status;
        let is_last = index == line.len();
        match status {
            Status::Going if line.starts_with(attempt.history()) && !is_last => {}
            Status::Going => return Err(diverged(&attempt, line)),
            Status::Solved => return Err(format!("{action} (action {index}) reaches the goal")),
            Status::Refused { .. } if is_last => {
                let shown = "the last action is illegal, so no refutation can be shown";
                return if wrong.refutation.is_empty() { Ok(()) } else { Err(shown.into()) };
            }
            Status::Refused { reason, .. } => return Err(format!("{action} (action {index}): {reason}")),
            Status::Missed { .. } if before + 1 < line.len() => {
                let ends = || format!("{action} (action {index}) already ends the level");
                return Err(unreached(&attempt, line).unwrap_or_else(ends));
            }
            Status::Missed { message, .. } if message != wrong.message => {
                return Err(format!("another message is shown: {message}"));
            }
            Status::Missed { refutation, .. } => {
                let legal = refutation.len();
                let illegal = wrong.refutation.get(legal);
                return illegal.map_or(Ok(()), |action| Err(format!("refutation: {action} is illegal there")));
            }
        }
    }
    Err("is empty, or its last action is a reply: it must end with the learner's wrong action".into())
}

/// Why the next action of a line, a reply, could not be played.
fn unreached(attempt: &Attempt<'_>, line: &[String]) -> Option<String> {
    let index = attempt.history().len();
    let reason = attempt.why_illegal(line.get(index)?)?;
    Some(format!("{} (action {}): {reason}", line[index], index + 1))
}

/// What was played instead of the line's own action.
fn diverged(attempt: &Attempt<'_>, line: &[String]) -> String {
    let differs = attempt.history().iter().zip(line).position(|(played, written)| played != written);
    match differs {
        Some(index) => {
            let (played, written) = (&attempt.history()[index], &line[index]);
            format!("action {} is {written}, but the level replies {played}: an earlier line goes first", index + 1)
        }
        None => "the goal is not reached at its end".into(),
    }
}
