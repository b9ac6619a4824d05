//! Idempotency: a message that comes again gets its first answer.

use menagerie_table::{ConnectionId, IdempotencyKey, LiveTable, Subscription};
use menagerie_wire::{Code, FromClient, Refused, ToClient};

use crate::tables::{connect, hello, open, shogi};

/// The message with this number.
fn key(ack: u32) -> IdempotencyKey {
    IdempotencyKey::of(&FromClient::Resign { ack, seat: "black".to_owned() }).expect("it has a number")
}

fn is_known(table: &LiveTable, id: ConnectionId, ack: u32) -> bool {
    match table.earlier_answer(id, key(ack)) {
        Some(answer) => {
            assert_eq!(answer, ToClient::Done { ack, version: 5 });
            true
        }
        None => false,
    }
}

/// Connects a client that tells its name.
fn connect_client(table: &mut LiveTable, id: u64, seats: &[&str], name: &str) -> ConnectionId {
    let hello = Subscription { client: Some(name.to_owned()), ..hello(seats) };
    table.connect(ConnectionId(id), &hello, 0).expect("these are tokens of the table");
    ConnectionId(id)
}

#[test]
fn the_answers_of_a_nameless_connection_go_with_it() {
    let mut table = open(shogi());
    let [first, second] = [1, 2].map(|id| connect(&mut table, id, &["black"]));
    for id in [first, second] {
        table.remember_answer(id, key(7), Ok(5));
    }
    table.disconnect(first, 0);
    connect(&mut table, 1, &["black"]);
    assert_eq!((is_known(&table, first, 7), is_known(&table, second, 7)), (false, true));
}

#[test]
fn a_client_that_told_its_name_gets_its_answers_on_its_next_connection() {
    let mut table = open(shogi());
    let first = connect_client(&mut table, 1, &["black"], "phone");
    table.remember_answer(first, key(7), Ok(5));
    table.disconnect(first, 0);
    let second = connect_client(&mut table, 2, &["black"], "phone");
    assert!(is_known(&table, second, 7));
    for (id, seats, name) in [(3, &["white"][..], "phone"), (4, &[], "phone"), (5, &["black"], "desktop")] {
        let other = connect_client(&mut table, id, seats, name);
        assert!(!is_known(&table, other, 7), "{seats:?} {name}");
    }
}

/// Connects these clients, lets each ask once, and says which of them are still known.
fn known_after(table: &mut LiveTable, seats: &[&str], clients: u64) -> Vec<u64> {
    for id in 1..=clients {
        let client = connect_client(table, id, seats, &id.to_string());
        table.remember_answer(client, key(7), Ok(5));
    }
    (1..=clients).filter(|&id| is_known(table, ConnectionId(id), 7)).collect()
}

/// Answers are kept for 32 clients that play, and for 32 that look on.
#[test]
fn the_33rd_client_displaces_the_one_that_asked_first() {
    for seats in [&["black"][..], &[]] {
        assert_eq!(known_after(&mut open(shogi()), seats, 32), (1..=32).collect::<Vec<_>>());
        assert_eq!(known_after(&mut open(shogi()), seats, 33), (2..=33).collect::<Vec<_>>());
        assert_eq!(known_after(&mut open(shogi()), seats, 40), (9..=40).collect::<Vec<_>>());
    }
}

#[test]
fn spectators_do_not_displace_the_answers_of_players() {
    let mut table = open(shogi());
    let player = connect_client(&mut table, 100, &["black"], "phone");
    table.remember_answer(player, key(7), Ok(5));
    known_after(&mut table, &[], 40);
    assert!(is_known(&table, player, 7));
}

/// A client can ask again for its last 32 answers.
#[test]
fn the_33rd_answer_displaces_the_first() {
    let mut table = open(shogi());
    let client = connect_client(&mut table, 1, &["black"], "phone");
    for ack in 1..=32 {
        table.remember_answer(client, key(ack), Ok(5));
    }
    assert!(is_known(&table, client, 1));
    table.remember_answer(client, key(33), Ok(5));
    assert!(!is_known(&table, client, 1) && is_known(&table, client, 2) && is_known(&table, client, 33));
}

#[test]
fn a_number_that_was_used_for_another_message_is_refused() {
    let mut table = open(shogi());
    let black = connect(&mut table, 1, &["black"]);
    table.remember_answer(black, key(7), Ok(5));
    assert!(is_known(&table, black, 7));
    let other = IdempotencyKey::of(&FromClient::Resign { ack: 7, seat: "white".to_owned() }).unwrap();
    let Some(ToClient::Refused { ack: Some(7), refused }) = table.earlier_answer(black, other) else {
        panic!("it is refused")
    };
    assert_eq!(refused.code, Code::Malformed);
    assert!(refused.error.contains("used for another message"), "{}", refused.error);
}

/// The answers of many clients displace each other, but not those of a player; internal errors are not kept.
#[test]
fn a_table_keeps_a_bounded_number_of_answers_and_no_internal_errors() {
    let mut table = open(shogi());
    let black = connect_client(&mut table, 1, &["black"], "Ann's");
    let refused = |code| Err(Refused { code, error: String::new(), rule: None });
    table.remember_answer(black, key(1), Ok(5));
    table.remember_answer(black, key(2), refused(Code::Trouble));
    table.remember_answer(black, key(3), refused(Code::NotNow));
    for number in 0..100 {
        let guest = connect_client(&mut table, 100 + number, &[], &number.to_string());
        table.remember_answer(guest, key(1), Ok(5));
    }
    for (number, known) in [(0, false), (99, true)] {
        let again = connect_client(&mut table, 500 + number, &[], &number.to_string());
        assert_eq!(is_known(&table, again, 1), known, "guest {number}");
    }
    let again = connect_client(&mut table, 2, &["black"], "Ann's");
    let known = [1, 2, 3].map(|ack| table.earlier_answer(again, key(ack)).is_some());
    assert_eq!(known, [true, false, true]);
}
