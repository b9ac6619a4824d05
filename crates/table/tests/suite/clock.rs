//! Clocks: what clients see of them, when they start and when a flag falls.

use menagerie_table::{FirstAction, LiveTable, TableInfo};
use menagerie_wire::table::{Clocks, Player, TimeControl};

use crate::tables::{connect, open, play, shogi, snapshot};

const MINUTE: TimeControl = TimeControl::Fischer { initial: 60, increment: 5 };

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
    let clocks = shown(MINUTE, 15_000);
    assert_eq!((clocks.left, clocks.periods), (vec![55_000, 55_000], vec![]));
    assert_eq!(shown(TimeControl::None, 15_000), Clocks::default());
}

#[test]
fn a_flag_is_due_when_it_falls_and_not_before() {
    let table = open(TableInfo { clock: TimeControl::Fischer { initial: 10, increment: 0 }, ..shogi() });
    assert_eq!(table.due(9_999), None);
    let due = table.due(10_000).unwrap();
    assert_eq!(due.events, [("!flag:black".to_owned(), "black")]);
    assert_eq!(due.ended.unwrap().scores, [("black".to_owned(), 0.0), ("white".to_owned(), 1.0)]);
}

/// The rule of `docs/host/server.md`: the clocks start with the first action, which costs no time.
#[test]
fn clocks_start_with_the_first_action_and_an_offer_is_none() {
    let mut table = open(TableInfo { first_action: FirstAction::Free, clock: MINUTE, ..shogi() });
    play(&mut table, "!offer-draw:black", 40_000);
    assert_eq!((table.flag_falls(), table.next_deadline()), (None, None));
    assert_eq!(table.due(9_000_000), None);
    play(&mut table, "a5a2", 50_000);
    assert_eq!(table.flag_falls(), Some(50_000 + 60_000));
    play(&mut table, "a1b2", 51_000);
    assert_eq!(table.flag_falls(), Some(51_000 + 60_000 + 5_000), "black has all its time and an increment");
}

#[test]
fn a_first_action_has_a_limit_where_others_wait_for_a_person() {
    let info = TableInfo { first_action: FirstAction::Within(90_000), clock: MINUTE, ..shogi() };
    let mut table = open(info.clone());
    assert_eq!(table.next_deadline(), Some(90_000));
    let black = connect(&mut table, 1, &["black"]);
    let first_action_in = |table: &LiveTable, now| snapshot(table, black, now).seen.clocks.first_action_in;
    assert_eq!(first_action_in(&table, 30_000), Some(60_000));
    play(&mut table, "a5a2", 80_000);
    assert_eq!((table.first_action_due(), table.next_deadline()), (None, Some(80_000 + 60_000)));
    assert_eq!(first_action_in(&table, 81_000), None);
    let mut computer = info;
    computer.seats[0].player = Player::Computer { level: 1 };
    assert_eq!(open(computer).next_deadline(), None, "nobody waits for a person");
}
