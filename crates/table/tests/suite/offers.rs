//! Offers: to offer what another has offered is to agree, computer players answer, and there are limits.

use menagerie_table::{LiveTable, TableInfo};
use menagerie_wire::table::Player;
use menagerie_wire::{Code, FromClient, Offer};

use crate::tables::{appended, connect, djambi, offered, open, open_with, play, seat, send, shogi};

fn offer(seat: &str, offer: Offer) -> FromClient {
    FromClient::Offer { ack: 1, at: None, seat: seat.to_owned(), offer, nonce: None }
}

/// Both seats of a game have moved once, and Black wants to go back to the first turn.
fn takeback_offered() -> LiveTable {
    let mut table = open(shogi());
    play(&mut table, "a5a2 a1b2 !offer-takeback:black:1", 0);
    table
}

#[test]
fn a_takeback_to_the_same_turn_is_an_agreement() {
    let mut table = takeback_offered();
    let white = connect(&mut table, 1, &["white"]);
    let accepted = send(&table, white, offer("white", Offer::Takeback { turn: 1 }), 0);
    assert_eq!(appended(accepted), ["!agree-takeback:white"]);
}

#[test]
fn a_takeback_to_another_turn_is_no_agreement() {
    let mut table = takeback_offered();
    let white = connect(&mut table, 1, &["white"]);
    let refused = send(&table, white, offer("white", Offer::Takeback { turn: 2 }), 0).unwrap_err();
    assert_eq!((refused.code, refused.error.contains("black has already offered")), (Code::Taken, true), "{refused:?}");
}

#[test]
fn nobody_agrees_to_its_own_offer() {
    let mut table = takeback_offered();
    let black = connect(&mut table, 1, &["black"]);
    let refused = send(&table, black, offer("black", Offer::Takeback { turn: 1 }), 0).unwrap_err();
    assert_eq!((refused.code, refused.error.contains("black has already offered")), (Code::Taken, true), "{refused:?}");
}

/// A table with computer players on these seats.
fn with_computers(mut info: TableInfo, seats: &[usize]) -> LiveTable {
    for &index in seats {
        info.seats[index].player = Player::Computer { level: 1 };
    }
    open(info)
}

/// A computer takes a draw if it expects less than 0.45.
#[test]
fn a_computer_takes_a_draw_only_if_it_stands_badly() {
    let mut table = with_computers(shogi(), &[1]);
    assert_eq!(table.computer_reply(), None, "nothing is offered");
    play(&mut table, "!offer-draw:black", 0);
    let white = seat(&table, "white");
    assert_eq!(table.computer_reply().as_deref(), Some("!decline-draw:white"), "it has not thought yet");
    for (expected, answer) in
        [(0.44, "!agree-draw:white"), (0.45, "!decline-draw:white"), (0.46, "!decline-draw:white")]
    {
        table.set_expected(white, expected);
        assert_eq!(table.computer_reply().as_deref(), Some(answer), "it expects {expected}");
    }
}

#[test]
fn a_computer_answers_by_what_it_expected_last() {
    let mut table = with_computers(shogi(), &[1]);
    play(&mut table, "!offer-draw:black", 0);
    let white = seat(&table, "white");
    for (expected, answer) in [(0.9, "!decline-draw:white"), (0.1, "!agree-draw:white"), (0.8, "!decline-draw:white")] {
        table.set_expected(white, expected);
        assert_eq!(table.computer_reply().as_deref(), Some(answer));
    }
}

#[test]
fn each_computer_answers_by_its_own_expectation() {
    let mut table = with_computers(djambi(), &[1, 2]);
    table.set_expected(seat(&table, "yellow"), 0.9);
    table.set_expected(seat(&table, "blue"), 0.1);
    play(&mut table, "!offer-draw:red", 0);
    assert_eq!(table.computer_reply().as_deref(), Some("!agree-draw:blue"));
    play(&mut table, "!agree-draw:blue", 0);
    assert_eq!(table.computer_reply().as_deref(), Some("!decline-draw:yellow"));
}

#[test]
fn a_computer_that_has_agreed_leaves_the_answer_to_the_people() {
    let mut table = with_computers(djambi(), &[1]);
    table.set_expected(seat(&table, "blue"), 0.1);
    play(&mut table, "!offer-draw:red !agree-draw:blue", 0);
    assert_eq!(table.computer_reply(), None);
}

#[test]
fn a_computer_lets_people_go_back() {
    let mut table = with_computers(djambi(), &[1]);
    play(&mut table, "c2e2 g3e3 !offer-takeback:red:1", 0);
    assert_eq!(table.computer_reply().as_deref(), Some("!agree-takeback:blue"));
    play(&mut table, "!agree-takeback:blue", 0);
    assert_eq!(table.computer_reply(), None, "yellow and green are people");
}

/// The nonces go into the dice in order of play, whatever the order of the votes.
#[test]
fn votes_for_a_rematch_are_in_order_of_play() {
    let mut table = open(shogi());
    play(&mut table, "!resign:black", 0);
    let vote = |seat: &str, nonce: &str| (seat.to_owned(), Some(nonce.to_owned()));
    assert!(table.set_rematch_votes(vec![vote("white", "w")]));
    assert!(!table.is_rematch_agreed());
    assert!(table.set_rematch_votes(vec![vote("white", "w"), vote("black", "b")]));
    assert!(!table.set_rematch_votes(vec![vote("black", "b"), vote("white", "w")]), "that is no news");
    assert!(table.is_rematch_agreed());
    assert_eq!(table.rematch_nonces(), ["b", "w"]);
    assert_eq!(table.open_offers().rematch, ["black", "white"]);
}

#[test]
fn offers_do_not_make_a_log_grow_for_ever() {
    let mut table = open_with(shogi(), &offered(2_000));
    let black = connect(&mut table, 1, &["black"]);
    let refused = send(&table, black, offer("black", Offer::Draw), 0).unwrap_err();
    assert_eq!((refused.code, refused.error.contains("in this match")), (Code::TooMuch, true), "{refused:?}");
    let resign = FromClient::Resign { ack: 2, seat: "black".to_owned() };
    assert!(send(&table, black, resign, 0).is_ok(), "the match can still be played and ended");
}

/// Regression: one seat filled the log with offers until the other could not offer.
#[test]
fn a_seat_that_offers_too_much_keeps_nobody_else_from_offering() {
    let mut table = open_with(shogi(), &offered(5_000));
    let white = connect(&mut table, 1, &["white"]);
    assert_eq!(appended(send(&table, white, offer("white", Offer::Draw), 0)), ["!offer-draw:white"]);
}

#[test]
fn a_seat_makes_five_offers_in_a_turn() {
    let mut table = open_with(shogi(), &offered(5));
    let black = connect(&mut table, 1, &["black"]);
    let refused = send(&table, black, offer("black", Offer::Draw), 0).unwrap_err();
    assert_eq!((refused.code, refused.error.contains("5 times in this turn")), (Code::TooMuch, true), "{refused:?}");
    play(&mut table, "a5a2", 0);
    assert!(send(&table, black, offer("black", Offer::Draw), 0).is_ok());
}
