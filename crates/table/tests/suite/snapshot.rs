//! The newest part of the log.

use crate::tables::{connect, open_with, shogi, snapshot};

/// A snapshot holds 500 entries at most, but no part of a turn whose beginning it lacks.
#[test]
fn a_snapshot_begins_with_a_turn_wherever_earlier_turns_began() {
    let offers = ["!offer-draw:black", "!decline-draw:black"];
    let turn = |action, pairs: usize| [&offers.repeat(pairs)[..], &[action]].concat();
    let log = [turn("a5a2", 200), turn("a1b2", 150), offers.repeat(150)].concat();
    assert_eq!(log.len(), 401 + 301 + 300);
    let mut table = open_with(shogi(), &log);
    let black = connect(&mut table, 1, &["black"]);
    // The newest 500 entries begin within the second turn.
    let shown = snapshot(&table, black, 0);
    assert_eq!((shown.earlier, shown.log.len()), (702, 300));
    assert!(shown.log.iter().all(|entry| entry.turn == 3));
}

#[test]
fn a_turn_that_is_longer_than_a_snapshot_stays() {
    let log = ["!offer-draw:black", "!decline-draw:black"].repeat(400);
    let mut table = open_with(shogi(), &log);
    let black = connect(&mut table, 1, &["black"]);
    let shown = snapshot(&table, black, 0);
    assert_eq!((shown.earlier, shown.log.len()), (300, 500));
}
