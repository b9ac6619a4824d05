//! What the test kit asks of every game.

use menagerie_testkit as testkit;

type P = menagerie_djambi::Position;

#[test]
fn examples() {
    testkit::examples::<P>();
}

#[test]
fn perft_tables() {
    testkit::perft_tables::<P>(2_000_000);
}

#[test]
fn noise() {
    testkit::noise::<P>();
}

#[test]
fn noise_views() {
    testkit::noise_views::<P>();
}

#[test]
fn playthroughs() {
    testkit::playthroughs::<P>(env!("CARGO_MANIFEST_DIR"), &[("four", "", 1), ("three", "3", 2), ("two", "2", 3)]);
}

#[test]
fn every_rule_is_named() {
    testkit::every_rule_is_named::<P>(env!("CARGO_MANIFEST_DIR"));
}
