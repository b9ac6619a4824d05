//! The rule file's own examples and counts.

use menagerie_heaven_hell::Position;
use menagerie_testkit as testkit;

#[test]
fn examples() {
    testkit::examples::<Position>();
}

#[test]
fn perft_tables() {
    testkit::perft_tables::<Position>(1_000_000);
}

fn validate(_: &Position) {}

#[test]
fn random_games() {
    testkit::torture::<Position>(&[""], testkit::Games { count: 30, longest: 600 }, validate);
}

#[test]
fn noise() {
    testkit::noise::<Position>();
    testkit::noise_views::<Position>();
}

#[test]
fn every_rule_is_named() {
    testkit::every_rule_is_named::<Position>(env!("CARGO_MANIFEST_DIR"));
}

#[test]
fn playthroughs() {
    let games = [("first", "", 1), ("second", "", 2), ("third", "", 3)];
    testkit::playthroughs::<Position>(env!("CARGO_MANIFEST_DIR"), &games);
}
