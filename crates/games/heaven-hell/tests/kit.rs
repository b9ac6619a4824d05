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
