//! What a puzzle is about: the rules of the solver's actions, the game's motifs, and what all games share.

use menagerie_game::{Actor, LineStep, Rules, Seat, View, Viewer, line_steps};

use crate::puzzle::Goal;

/// Longer solutions have the theme `long`.
const LONG: usize = 4;

/// The themes of a line, each once: general ones, the game's motifs, then rule ids.
pub(crate) fn themes<R: Rules>(start: &R, line: &[R::Action], solver: Seat, goal: Goal) -> Vec<String> {
    let steps = line_steps(start, line, solver);
    let turns = solver_turns(&steps);
    let mut themes = Vec::new();
    let won = steps.last().and_then(|step| step.after.outcome()).is_some_and(|end| end.winner() == Some(solver));
    match goal {
        Goal::Win if won => themes.push(format!("win-in-{turns}")),
        Goal::Win => themes.push("forced-win".to_owned()),
        Goal::Advantage => themes.push("advantage".to_owned()),
        Goal::Eliminate => themes.push("elimination".to_owned()),
    }
    if turns >= LONG {
        themes.push("long".to_owned());
    }
    if steps.first().is_some_and(|step| !step.before.is_tactical(step.action)) {
        themes.push("quiet-start".to_owned());
    }
    themes.extend(R::motifs(&steps).into_iter().map(str::to_owned));
    themes.extend(rules(&steps, solver));
    let mut seen = Vec::new();
    themes.retain(|theme| {
        !seen.contains(theme) && {
            seen.push(theme.clone());
            true
        }
    });
    themes
}

/// The rules by which the solver's actions are legal, and the rule that ended the game.
fn rules<R: Rules>(steps: &[LineStep<R>], solver: Seat) -> Vec<String> {
    let own = steps.iter().filter(|step| step.own);
    let mut rules: Vec<_> =
        own.map(|step| step.before.view(Viewer::Seat(solver)).explain(step.action).rule.into_owned()).collect();
    rules.extend(
        steps.last().filter(|step| step.after.outcome().is_some()).map(|step| step.after.ended_by().rule.to_owned()),
    );
    rules
}

/// The number of the solver's turns in a line that begins with one.
pub(crate) fn solver_turns<R: Rules>(steps: &[LineStep<R>]) -> usize {
    let begins = |step: &&LineStep<R>| step.own && step.before.begins_turn();
    let inside = steps.first().is_some_and(|step| step.own && !step.before.begins_turn());
    steps.iter().filter(begins).count() + usize::from(inside)
}

/// A theme in words: `den-race` becomes `Den race`, and a rule id stays as it is.
///
/// ```
/// assert_eq!(menagerie_puzzles::theme_name("win-in-2"), "Win in 2");
/// assert_eq!(menagerie_puzzles::theme_name("jungle/captures/2"), "jungle/captures/2");
/// ```
pub fn theme_name(theme: &str) -> String {
    if theme.contains('/') {
        return theme.to_owned();
    }
    let words = theme.replace('-', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| [first.to_ascii_uppercase()].into_iter().chain(letters).collect())
}

/// Whether a seat acts in a position.
pub(crate) fn acts<R: Rules>(position: &R, seat: Seat) -> bool {
    position.actor() == Actor::Seat(seat)
}
