//! What the search asks of the game agrees with the rules.

use std::collections::HashSet;

use menagerie_game::{Actor, Dice, Options, Rules, RulesExt, Seat, Silent};
use menagerie_shogi5::{Action, Kind, Position, Square};
use menagerie_testkit::dice;

/// Positions of random games.
fn each_position(mut check: impl FnMut(&Position)) {
    let mut dice = dice(3);
    for _ in 0..200 {
        let mut position = Position::start(Options::NONE);
        for _ in 0..60 {
            let actions = position.list();
            if actions.is_empty() {
                break;
            }
            check(&position);
            let _ = position.apply(actions[dice.roll(actions.len() as u32) as usize], &mut Silent);
        }
    }
}

#[test]
fn one_side_gains_what_the_other_loses() {
    each_position(|position| assert_eq!(position.evaluate(Seat(0)), -position.evaluate(Seat(1)), "{position}"));
}

#[test]
fn the_start_favours_nobody_but_the_mover() {
    let start = Position::start(Options::NONE);
    let after = start.null_move().unwrap();
    assert_eq!(start.evaluate(Seat(0)), after.evaluate(Seat(1)));
}

#[test]
fn tactical_actions_are_those_that_are_tactical() {
    each_position(|position| {
        let mut listed = Vec::new();
        let _ = position.tactical_actions(&mut listed);
        let expected: HashSet<_> = position.list().into_iter().filter(|&action| position.is_tactical(action)).collect();
        assert_eq!(listed.len(), expected.len(), "{position}");
        assert_eq!(listed.into_iter().collect::<HashSet<_>>(), expected, "{position}");
    });
}

#[test]
fn a_threat_to_win_is_a_king_that_can_be_taken() {
    each_position(|position| {
        let wins = |position: &Position, seat| {
            position.list().into_iter().any(|action| {
                let mut next = *position;
                let _ = next.apply(action, &mut Silent);
                next.outcome().is_some_and(|outcome| outcome.winner() == Some(seat)) && position.is_tactical(action)
            })
        };
        let Actor::Seat(mover) = position.actor() else { return };
        let skipped = position.null_move().unwrap();
        assert_eq!(position.threatens_win(mover), wins(position, mover), "{position}");
        assert_eq!(position.threatens_win(Seat(1 - mover.0)), wins(&skipped, Seat(1 - mover.0)), "{position}");
    });
}

#[test]
fn every_action_has_its_own_small_number() {
    let moves = Square::all().flat_map(|from| Square::all().map(move |to| Action::Move { from, to }));
    let drops = Kind::ALL.into_iter().flat_map(|kind| Square::all().map(move |to| Action::Drop { kind, to }));
    let codes: Vec<_> = moves.chain(drops).map(Position::action_code).collect();
    assert!(codes.iter().all(|&code| code < 1024));
    assert_eq!(codes.iter().collect::<HashSet<_>>().len(), codes.len());
}

#[test]
fn taking_the_king_promises_most() {
    let position: Position = "4k/3G1/5/1b3/KG3[] w".parse().unwrap();
    let best = position.list().into_iter().max_by_key(|&action| position.order_hint(action)).unwrap();
    assert_eq!(best.to_string(), "d4e5");
}
