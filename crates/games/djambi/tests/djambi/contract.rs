//! What the test kit asks of every game.

use std::collections::HashSet;

use menagerie_djambi::{Action, Square};
use menagerie_game::{Dice, OpenRules, Rules, RulesExt, Silent};
use menagerie_testkit as testkit;

use crate::P;

#[test]
fn examples() {
    testkit::examples::<P>();
}

#[test]
fn perft_tables() {
    testkit::perft_tables::<P>(2_000_000);
}

#[test]
fn hostile_text() {
    testkit::hostile_text::<P>();
}

#[test]
fn hostile_view_text() {
    testkit::hostile_view_text::<P>();
}

#[test]
fn playthroughs() {
    testkit::playthroughs::<P>(env!("CARGO_MANIFEST_DIR"), &[("four", "", 1), ("three", "3", 2), ("two", "2", 3)]);
}

#[test]
fn everything_a_client_shows_explains_itself() {
    testkit::explanations::<P>();
}

#[test]
fn every_rule_is_named() {
    testkit::every_rule_is_named::<P>(env!("CARGO_MANIFEST_DIR"));
}

/// Every action that can be spelled.
fn all_actions() -> Vec<Action> {
    let moves = Square::all().flat_map(|from| Square::all().map(move |to| Action::Move { from, to }));
    moves.chain(Square::all().map(Action::At)).chain([Action::Stop, Action::Pass]).collect()
}

#[test]
fn explanations_agree_with_the_list_for_every_action_there_is() {
    let all = all_actions();
    let rules = testkit::Rulebook::read("djambi", P::INFO.rules).ids;
    for (seed, options) in (0..).zip(["", "3", "2"]) {
        let mut dice = testkit::dice(seed);
        let mut position = P::start(P::INFO.parse_options(options).unwrap());
        for number in 0..500 {
            let list = position.list();
            if number % 10 == 0 || list.is_empty() {
                let legal: HashSet<_> = list.iter().copied().collect();
                for &action in &all {
                    let verdict = position.explain(action);
                    assert_eq!(verdict.legal, legal.contains(&action), "{action} in {position}: {verdict:?}");
                    assert!(rules.iter().any(|id| *id == verdict.rule), "{verdict:?}: no such rule");
                }
            }
            let Some(&action) = list.get(dice.roll(list.len().max(1) as u32) as usize) else { break };
            let _ = position.apply(action, &mut Silent);
        }
    }
}

/// A piece in hand is part of the position: two positions that differ only in it have different keys.
#[test]
fn every_piece_in_hand_has_a_key_of_its_own() {
    let hands = ["b", "y", "g"].iter().flat_map(|color| "ARDNM".chars().map(move |kind| format!("{color}{kind}")));
    let key = |hand: String| format!("gC7yC/9/9/9/9/3rD5/9/9/rC7bC 4 rbyg r {hand}").parse::<P>().unwrap().key();
    let keys: HashSet<u64> = hands.map(key).collect();
    assert_eq!(keys.len(), 15);
}

/// Where a seat's pieces could go does not depend on what another seat still has to decide.
#[test]
fn a_turn_that_is_given_begins_with_a_move() {
    let position: P = "gC8/9/9/6yM2/9/9/9/rC8/9 4 rrrg r x".parse().unwrap();
    let given = position.with_turn(P::INFO.seat_named("green").unwrap()).unwrap();
    assert_eq!(given.to_string(), "gC8/9/9/6yM2/9/9/9/rC8/9 4 rrrg g -");
}
