//! The rate limit on chat.

use menagerie_table::{CHAT_RATE, ConnectionId, LiveTable, Subscription};
use menagerie_wire::Code;

use crate::tables::{connect, open, seat, shogi};

/// A time far from 0, as real times are.
const NOW: i64 = 1_700_000_000_000;

fn may_speak(table: &mut LiveTable, name: &str, now: i64) -> bool {
    let speaker = Some(seat(table, name));
    match table.check_chat_rate(CHAT_RATE, None, speaker, now) {
        Ok(()) => true,
        Err(refused) => {
            assert_eq!(refused.code, Code::TooFast);
            false
        }
    }
}

/// At most 5 messages in 10 seconds: the sixth waits until the first is 10 seconds old.
#[test]
fn a_seat_says_five_things_in_ten_seconds() {
    let mut table = open(shogi());
    for second in 0..5 {
        assert!(may_speak(&mut table, "black", NOW + second * 1_000));
    }
    assert!(!may_speak(&mut table, "black", NOW + 9_999));
    assert!(may_speak(&mut table, "white", NOW + 9_999), "each seat has its own limit");
    assert!(may_speak(&mut table, "black", NOW + 10_000));
    assert!(!may_speak(&mut table, "black", NOW + 10_999), "the second is not ten seconds old");
    assert!(may_speak(&mut table, "black", NOW + 11_000));
}

/// A spectator is known by the address, or else by the connection.
#[test]
fn spectators_with_one_address_share_one_limit() {
    let mut table = open(shogi());
    let from = Some("192.0.2.1".parse().unwrap());
    for id in 1..=2 {
        table.connect(ConnectionId(id), &Subscription { from, ..Subscription::default() }, 0).unwrap();
    }
    connect(&mut table, 3, &[]);
    for id in [1, 2, 1, 2, 1] {
        assert!(table.check_chat_rate(CHAT_RATE, Some(ConnectionId(id)), None, NOW).is_ok());
    }
    assert!(table.check_chat_rate(CHAT_RATE, Some(ConnectionId(2)), None, NOW).is_err());
    assert!(table.check_chat_rate(CHAT_RATE, Some(ConnectionId(3)), None, NOW).is_ok());
}
