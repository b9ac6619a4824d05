//! Opening a table, and taking seats at it.

use menagerie_table::{LiveTable, StampedEvent, TableInfo};
use menagerie_wire::table::{Player, Stage, TimeControl};

use crate::tables::{connect, open, person, play, seat, shogi};

/// Black has not come yet.
fn waiting() -> TableInfo {
    let mut info = TableInfo { stage: Stage::Waiting, started: None, ..shogi() };
    info.seats[0].player = Player::Open;
    info
}

#[test]
fn a_table_is_filled_when_no_seat_is_open() {
    assert!(shogi().is_filled());
    assert!(!waiting().is_filled());
    let mut computer = waiting();
    computer.seats[0].player = Player::Computer { level: 3 };
    assert!(computer.is_filled());
    computer.seats[1].player = Player::Open;
    assert!(!computer.is_filled());
}

fn join(table: &mut LiveTable, now: i64) {
    let mut info = TableInfo { stage: Stage::Playing, started: Some(now), ..waiting() };
    info.seats[0].player = person("black");
    table.update_seats(info, Box::new(|_, _| 0), now);
}

/// Without a time control a seat may be gone for five minutes.
#[test]
fn a_player_who_joins_without_a_connection_is_gone_from_then_on() {
    let mut table = open(waiting());
    connect(&mut table, 1, &["white"]);
    join(&mut table, 40_000);
    assert_eq!(table.claimable(), Some((seat(&table, "black"), 340_000)));
}

/// White is gone since the table was opened, not since Black joined.
#[test]
fn a_player_who_was_gone_stays_gone_when_another_joins() {
    let mut table = open(waiting());
    join(&mut table, 40_000);
    connect(&mut table, 1, &["black"]);
    play(&mut table, "a5a2", 50_000);
    assert_eq!(table.claimable(), Some((seat(&table, "white"), 300_000)));
}

#[test]
fn a_table_opened_from_its_log_is_the_one_that_lived_through_it() {
    let info = TableInfo { clock: TimeControl::Fischer { initial: 60, increment: 5 }, ..shogi() };
    let mut lived = open(info.clone());
    for (event, at) in [("a5a2", 3_000), ("!offer-draw:black", 4_000), ("a1b2", 9_000), ("b5a4", 20_000)] {
        play(&mut lived, event, at);
    }
    let log: Vec<StampedEvent> = lived.stamped_events().collect();
    let mut opened = LiveTable::open(info, &log, Box::new(|_, _| 0), 0).unwrap();
    let [told, told_again] = [&mut lived, &mut opened].map(|table| {
        let black = connect(table, 1, &["black"]);
        table.snapshot_for(black, 30_000)
    });
    assert_eq!(told, told_again);
    assert_eq!(lived.flag_falls(), opened.flag_falls());
    assert_eq!(opened.flag_falls(), Some(20_000 + 60_000 - 6_000 + 5_000), "white has spent six seconds and got five");
}

#[test]
fn a_damaged_log_is_refused_and_does_not_panic() {
    let event = StampedEvent { text: "e5e9".to_owned(), at: 0 };
    assert!(LiveTable::open(shogi(), &[event], Box::new(|_, _| 0), 0).is_err());
}
