//! The newest part of the log.

use menagerie_table::{ConnectionId, Subscription};

use crate::tables::{connect, hello, offered, open_with, shogi, snapshot};

/// A snapshot holds 500 entries at most, but no part of a turn whose beginning it lacks.
#[test]
fn a_snapshot_begins_with_a_turn_wherever_earlier_turns_began() {
    let turn = |action, offers: usize| [&offered(offers)[..], &[action]].concat();
    let log = [turn("a5a2", 200), turn("a1b2", 150), offered(150)].concat();
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
    let mut table = open_with(shogi(), &offered(400));
    let black = connect(&mut table, 1, &["black"]);
    let shown = snapshot(&table, black, 0);
    assert_eq!((shown.earlier, shown.log.len()), (300, 500));
}

/// Regression: new connections received two megabytes. Clients request older entries separately.
#[test]
fn a_snapshot_is_bounded_however_long_the_log() {
    let mut table = open_with(shogi(), &offered(5_000));
    let black = connect(&mut table, 1, &["black"]);
    let bytes = serde_json::to_string(&table.snapshot_for(black, 0).message).unwrap().len();
    assert!(bytes < 300_000, "{bytes} bytes");
    let shown = snapshot(&table, black, 0);
    assert_eq!((shown.earlier, shown.log.len()), (9_500, 500));
    assert_eq!(shown.log.first().map(|entry| entry.version), Some(9_501));
    // A bot, which needs all moves, gets all entries.
    let bot = ConnectionId(2);
    table.connect(bot, &Subscription { whole_log: true, ..hello(&["white"]) }, 0).unwrap();
    assert_eq!(snapshot(&table, bot, 0).log.len(), 10_000);
}
