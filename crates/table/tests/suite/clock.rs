//! Clocks as clients see them.

use menagerie_table::TableInfo;
use menagerie_wire::table::{Clocks, TimeControl};

use crate::tables::{connect, open, play, shogi, snapshot};

/// The clocks at this time. Black moved after 10 seconds.
fn shown(clock: TimeControl, now: i64) -> Clocks {
    let mut table = open(TableInfo { clock, ..shogi() });
    let black = connect(&mut table, 1, &["black"]);
    play(&mut table, "a5a2", 10_000);
    snapshot(&table, black, now).seen.clocks
}

#[test]
fn periods_are_shown_with_byoyomi() {
    let clocks = shown(TimeControl::Byoyomi { initial: 60, period: 30, periods: 3 }, 15_000);
    assert_eq!((clocks.running.as_deref(), clocks.left), (Some("white"), vec![50_000, 55_000]));
    assert_eq!(clocks.periods, [3, 3]);
}

#[test]
fn without_byoyomi_there_are_no_periods() {
    let clocks = shown(TimeControl::Fischer { initial: 60, increment: 5 }, 15_000);
    assert_eq!((clocks.left, clocks.periods), (vec![55_000, 55_000], vec![]));
    assert_eq!(shown(TimeControl::None, 15_000), Clocks::default());
}
