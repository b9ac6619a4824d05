//! What the search asks of a game: evaluation, tactical actions, threats, action codes.

use std::collections::{HashMap, HashSet};

use menagerie_game::{Actor, Rules, RulesExt, Seat, Silent};

/// How many actions of the same turn may follow the one that wins: chess2 takes a royal and then chooses its cell.
const LONGEST_FINISH: u32 = 3;

/// Actions by their codes.
pub(crate) struct ActionCodes<R: Rules>(HashMap<u32, R::Action>);

impl<R: Rules> ActionCodes<R> {
    pub(crate) fn new() -> Self {
        Self(HashMap::new())
    }

    /// Adds the legal actions of a position. Fails if another action has the code of one of them.
    pub(crate) fn add(&mut self, position: &R) {
        for action in position.list() {
            let code = R::action_code(action);
            let other = *self.0.entry(code).or_insert(action);
            assert_eq!(other, action, "{other} and {action} share the action code {code}");
        }
    }
}

/// Checks a position that is not over.
pub(crate) fn check_search_functions<R: Rules>(position: &R) {
    check_evaluation(position);
    check_tactical(position);
    for seat in position.living().iter().filter(|&seat| position.threatens_win(seat)) {
        check_threat(position, seat);
    }
}

/// The evaluations of two living seats sum up to 0, and both functions say the same.
fn check_evaluation<R: Rules>(position: &R) {
    let values = position.evaluations();
    for seat in position.living().iter() {
        assert_eq!(values[seat], position.evaluate(seat), "the evaluations of {seat:?} differ in {position}");
    }
    if position.living().len() == 2 {
        let sum: i32 = position.living().iter().map(|seat| values[seat]).sum();
        assert_eq!(sum, 0, "the evaluations do not sum up to 0 in {position}");
    }
}

/// The list of tactical actions is what `is_tactical` says of the legal ones, each once.
fn check_tactical<R: Rules>(position: &R) {
    let mut listed = Vec::new();
    let _ = position.tactical_actions(&mut listed);
    let found: HashSet<_> = listed.iter().copied().collect();
    assert_eq!(found.len(), listed.len(), "a tactical action is listed twice in {position}");
    let legal = position.list();
    let expected: HashSet<_> = legal.into_iter().filter(|&action| position.is_tactical(action)).collect();
    let wrong: Vec<_> = found.symmetric_difference(&expected).map(ToString::to_string).collect();
    assert!(wrong.is_empty(), "tactical_actions and is_tactical disagree about {wrong:?} in {position}");
}

/// A seat that threatens to win has an action that wins, now or if it had the turn.
fn check_threat<R: Rules>(position: &R, seat: Seat) {
    let acts = position.actor() == Actor::Seat(seat);
    let turned = if acts { Some(position.clone()) } else { position.with_turn(seat) };
    let turned = turned.unwrap_or_else(|| panic!("{seat:?} threatens to win without a turn in {position}"));
    let wins = |action: R::Action| is_won(&after(&turned, action), seat, LONGEST_FINISH);
    assert!(turned.list().into_iter().any(wins), "no action of {seat:?} wins, as threatens_win says, in {position}");
}

/// Whether the seat has won, or wins however it finishes its turn.
fn is_won<R: Rules>(position: &R, seat: Seat, actions: u32) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome.winner() == Some(seat);
    }
    let finishes = actions > 0 && position.actor() == Actor::Seat(seat) && !position.begins_turn();
    finishes && position.list().into_iter().all(|action| is_won(&after(position, action), seat, actions - 1))
}

fn after<R: Rules>(position: &R, action: R::Action) -> R {
    let mut after = position.clone();
    let _ = after.apply(action, &mut Silent);
    after
}
