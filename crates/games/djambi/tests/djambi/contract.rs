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
