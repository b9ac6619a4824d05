//! Opening a table, and taking seats at it.

use menagerie_table::{LiveTable, TableInfo};
use menagerie_wire::table::{Player, Stage};

use crate::tables::{connect, open, person, seat, shogi};

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
    crate::tables::play(&mut table, "a5a2", 50_000);
    assert_eq!(table.claimable(), Some((seat(&table, "white"), 300_000)));
}
