//! What every game promises.

use menagerie_testkit as testkit;

use crate::{P, judge};

#[test]
fn examples() {
    testkit::examples::<P>();
}

#[test]
fn perft_tables() {
    testkit::perft_tables::<P>(800_000);
}

#[test]
fn random_games() {
    testkit::torture::<P>(&["", "bear"], testkit::Games { count: 40, longest: 600 }, judge::agrees);
}

#[test]
fn hostile_text() {
    testkit::hostile_text::<P>();
    testkit::hostile_view_text::<P>();
}

#[test]
fn playthroughs() {
    testkit::playthroughs::<P>(env!("CARGO_MANIFEST_DIR"), &[("start", "", 92), ("bear", "bear", 123)]);
}

#[test]
fn everything_a_client_shows_explains_itself() {
    testkit::explanations::<P>();
}

#[test]
fn every_rule_is_named() {
    testkit::every_rule_is_named::<P>(env!("CARGO_MANIFEST_DIR"));
}
