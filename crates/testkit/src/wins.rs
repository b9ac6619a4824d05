//! Exhaustive search for forced wins: the reference for the search.

use menagerie_game::{Actor, Rules, RulesExt, Seat, Silent};

/// Whether the seat has a forced win within this many actions (of all seats together).
pub fn wins_within<R: Rules>(position: &R, seat: Seat, actions: u32) -> bool {
    let Actor::Seat(actor) = position.actor() else {
        return position.outcome().is_some_and(|outcome| outcome.winner() == Some(seat));
    };
    let wins = |action: R::Action| {
        let mut after = position.clone();
        let _ = after.apply(action, &mut Silent);
        wins_within(&after, seat, actions - 1)
    };
    let list = position.list();
    actions > 0 && if actor == seat { list.into_iter().any(wins) } else { list.into_iter().all(wins) }
}
