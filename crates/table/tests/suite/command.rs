//! Commands: what is refused, and what was done before.

use menagerie_game::{Seat, Viewer};
use menagerie_table::{Accepted, Connection, RematchVote, TableInfo, spelled};
use menagerie_wire::table::{Stage, TimeControl};
use menagerie_wire::{Claim, Code, FromClient, Offer, ViewFormat};

use crate::tables::{
    appended, connect, djambi, djambi_with_a_capture, heaven_hell, open, open_with, play, send, shogi,
};

fn act(seat: &str, at: u32, action: &str) -> FromClient {
    FromClient::Act { ack: 1, at, seat: seat.to_owned(), action: action.to_owned() }
}

fn offer_draw(seat: &str, at: Option<u32>) -> FromClient {
    FromClient::Offer { ack: 1, at, seat: seat.to_owned(), offer: Offer::Draw, nonce: None }
}

fn undo(seat: &str, at: u32) -> FromClient {
    FromClient::Undo { ack: 1, at, seat: seat.to_owned() }
}

/// A client that lost the answer asks again. Chance drew after its action, and that draw belongs to the answer.
#[test]
fn a_repeated_action_is_answered_with_the_version_after_the_draws_of_chance() {
    let mut table = open(heaven_hell(1, "-"));
    let white = connect(&mut table, 1, &["white"]);
    play(&mut table, "buy:trap @h4 a7a6", 0);
    assert_eq!(table.version(), 4, "the trap was followed by a draw");
    assert_eq!(send(&table, white, act("white", 1, "@h4"), 0), Ok(Accepted::WasDone(3)));
    assert_eq!(send(&table, white, act("white", 0, "buy:trap"), 0), Ok(Accepted::WasDone(1)));
    assert_eq!(send(&table, white, act("white", 1, "@h5"), 0).unwrap_err().code, Code::Stale);
}

#[test]
fn an_offer_is_repeated_only_if_this_seat_has_offered_since() {
    let mut table = open(shogi());
    let [black, white] = [(1, "black"), (2, "white")].map(|(id, seat)| connect(&mut table, id, &[seat]));
    play(&mut table, "a5a2 a1b2", 0);
    assert_eq!(appended(send(&table, black, offer_draw("black", Some(0)), 0)), ["!offer-draw:black"]);
    play(&mut table, "!offer-draw:black", 0);
    assert_eq!(appended(send(&table, white, offer_draw("white", Some(0)), 0)), ["!agree-draw:white"]);
    assert_eq!(send(&table, black, offer_draw("black", Some(0)), 0), Ok(Accepted::WasDone(3)));
    assert_eq!(send(&table, black, offer_draw("black", Some(1)), 0), Ok(Accepted::WasDone(3)));
    assert_eq!(send(&table, black, offer_draw("black", Some(3)), 0).unwrap_err().code, Code::Taken);
}

#[test]
fn a_claim_says_how_many_seconds_are_left() {
    let clock = TimeControl::Fischer { initial: 600, increment: 0 };
    let mut table = open(TableInfo { clock, ..shogi() });
    let [black, white] = [(1, "black"), (2, "white")].map(|(id, seat)| connect(&mut table, id, &[seat]));
    table.disconnect(black, 100_000);
    let claim = || FromClient::Claim { ack: 1, at: None, seat: "white".to_owned(), claim: Claim::Gone };
    let refused = send(&table, white, claim(), 110_500).unwrap_err();
    assert_eq!((refused.code, refused.error.contains("wait 50 seconds")), (Code::NotNow, true), "{refused:?}");
    assert_eq!(appended(send(&table, white, claim(), 160_000)), ["!leave:black"]);
}

/// The limit of 2,000 counts what a seat proposes, not how it answers others.
#[test]
fn answers_to_offers_are_no_proposals() {
    let events = ["!offer-draw:black", "!decline-draw:white"].repeat(2_000);
    let mut table = open_with(shogi(), &events);
    let white = connect(&mut table, 1, &["white"]);
    assert_eq!(appended(send(&table, white, offer_draw("white", None), 0)), ["!offer-draw:white"]);
}

/// The limit of 2,000 counts offers and undos together.
#[test]
fn undos_are_proposals_as_offers_are() {
    let offers = ["!offer-draw:red", "!decline-draw:blue"];
    for (undos, allowed) in [(9, true), (10, false)] {
        let events = [offers.repeat(1_990), ["d3e4", "!undo"].repeat(undos)].concat();
        let mut table = open_with(djambi_with_a_capture(), &events);
        play(&mut table, "d3e4", 0);
        let (red, version) = (connect(&mut table, 1, &["red"]), table.version());
        match send(&table, red, undo("red", version), 0) {
            Ok(_) => assert!(allowed, "it has proposed 2,000 times"),
            Err(refused) => {
                assert_eq!((refused.code, allowed), (Code::TooMuch, false), "{refused:?}");
                assert!(refused.error.contains("in this match"), "{refused:?}");
            }
        }
        assert!(send(&table, red, act("red", version, "@d3"), 0).is_ok(), "the match goes on");
    }
}

#[test]
fn only_the_seat_that_acted_undoes_its_action() {
    let mut table = open(djambi_with_a_capture());
    let [red, blue] = [(1, "red"), (2, "blue")].map(|(id, seat)| connect(&mut table, id, &[seat]));
    play(&mut table, "d3e4", 0);
    assert_eq!(send(&table, blue, undo("blue", 1), 0).unwrap_err().code, Code::OutOfTurn);
    assert_eq!(appended(send(&table, red, undo("red", 1), 0)), ["!undo"]);
}

#[test]
fn an_action_is_accepted_in_upper_case_too() {
    let mut table = open(shogi());
    let black = connect(&mut table, 1, &["black"]);
    assert_eq!(appended(send(&table, black, act("black", 0, "A5A2"), 0)), ["a5a2"]);
    assert_eq!(send(&table, black, act("black", 0, "a5a5"), 0).unwrap_err().code, Code::Illegal);
    assert_eq!(send(&table, black, act("black", 0, "A5A5"), 0).unwrap_err().code, Code::Illegal);
    assert_eq!(send(&table, black, act("black", 0, "WHAT"), 0).unwrap_err().code, Code::Malformed);
}

/// Lower case is tried where it can be read and the text itself cannot.
#[test]
fn a_text_that_is_no_action_in_any_case_stays_as_it_was_typed() {
    let table = open(djambi());
    let view = table.game().position().view(Viewer::Seat(Seat(0)));
    for (typed, read) in [("C2E2", "c2e2"), ("A1A2", "a1a2"), ("WHAT?", "WHAT?"), ("a1a2", "a1a2")] {
        assert_eq!(spelled(&*view, typed), read);
    }
}

#[test]
fn an_action_is_explained_to_the_seat_that_asks() {
    let mut table = open(shogi());
    let black = connect(&mut table, 1, &["black"]);
    let explain = |action: &str| FromClient::Explain { ack: 1, seat: "black".to_owned(), action: action.to_owned() };
    assert_eq!(send(&table, black, explain("a5a2"), 0), Ok(Accepted::Nothing));
    let refused = send(&table, black, explain("a5e5"), 0).unwrap_err();
    assert_eq!((refused.code, refused.rule.is_some()), (Code::Illegal, true), "{refused:?}");
}

/// What a program sees it sees alone: it needs no cover, and it reads texts.
#[test]
fn a_program_plays_its_seat_without_a_cover() {
    let table = open(heaven_hell(1, "h4w"));
    let program = Connection::of_program(Seat(0));
    assert_eq!((&program.seats[..], program.form), (&[Seat(0)][..], ViewFormat::Text));
    let act = menagerie_table::Command::Act { at: 0, seat: Seat(0), action: "a2a3".to_owned() };
    assert_eq!(appended(table.check_from(&program, act, 0)), ["a2a3"]);
}

#[test]
fn a_seat_declines_and_resigns_once() {
    let mut table = open(shogi());
    let [black, white] = [(1, "black"), (2, "white")].map(|(id, seat)| connect(&mut table, id, &[seat]));
    let decline = || FromClient::Decline { ack: 1, at: Some(0), seat: "white".to_owned(), offer: Offer::Draw };
    let resign = |seat: &str| FromClient::Resign { ack: 2, seat: seat.to_owned() };
    play(&mut table, "!offer-draw:black", 0);
    assert_eq!(appended(send(&table, white, decline(), 0)), ["!decline-draw:white"]);
    play(&mut table, "!decline-draw:white", 0);
    assert_eq!(send(&table, white, decline(), 0), Ok(Accepted::WasDone(2)));
    assert_eq!(appended(send(&table, black, resign("black"), 0)), ["!resign:black"]);
    play(&mut table, "!resign:black", 0);
    assert_eq!(send(&table, black, resign("black"), 0), Ok(Accepted::WasDone(3)));
    let refused = send(&table, white, resign("white"), 0).unwrap_err();
    assert_eq!((refused.code, refused.error.contains("the match is over")), (Code::NotNow, true), "{refused:?}");
}

#[test]
fn nobody_acts_out_of_turn_or_before_the_match_begins() {
    let mut table = open(shogi());
    let white = connect(&mut table, 1, &["white"]);
    let refused = send(&table, white, act("white", 0, "a5a2"), 0).unwrap_err();
    assert_eq!((refused.code, &*refused.error), (Code::OutOfTurn, "black is to decide now"));
    let mut waiting = open(TableInfo { stage: Stage::Waiting, ..shogi() });
    let black = connect(&mut waiting, 1, &["black"]);
    let refused = send(&waiting, black, act("black", 0, "a5a2"), 0).unwrap_err();
    assert_eq!((refused.code, refused.error.contains("has not begun")), (Code::NotNow, true), "{refused:?}");
}

#[test]
fn another_game_is_agreed_on_after_this_one_and_once() {
    let mut table = open(shogi());
    let black = connect(&mut table, 1, &["black"]);
    let (seat, offer) = ("black".to_owned(), Offer::Rematch);
    let vote = FromClient::Offer { ack: 1, at: None, seat: seat.clone(), offer, nonce: None };
    let withdraw = FromClient::Decline { ack: 2, at: None, seat, offer };
    for message in [&vote, &withdraw] {
        assert_eq!(send(&table, black, message.clone(), 0).unwrap_err().code, Code::NotNow, "the match is on");
    }
    play(&mut table, "!resign:white", 0);
    for (message, wants) in [(&vote, true), (&withdraw, false)] {
        let vote = RematchVote { wants, nonce: None };
        assert_eq!(send(&table, black, message.clone(), 0), Ok(Accepted::Rematch(Seat(0), vote)));
    }
    table.set_rematch("BBBBBBBBBB".to_owned());
    assert_eq!(send(&table, black, vote, 0), Ok(Accepted::Nothing), "the next game has its table");
    assert_eq!(send(&table, black, withdraw, 0).unwrap_err().code, Code::NotNow);
}

#[test]
fn a_claim_that_cannot_be_made_says_why() {
    let mut table = open(TableInfo { clock: TimeControl::Days { days: 2 }, ..shogi() });
    let [black, white] = [(1, "black"), (2, "white")].map(|(id, seat)| connect(&mut table, id, &[seat]));
    let claim = |seat: &str| FromClient::Claim { ack: 1, at: None, seat: seat.to_owned(), claim: Claim::Gone };
    assert_eq!(send(&table, black, claim("black"), 0).unwrap_err().error, "it is for you to decide");
    assert_eq!(send(&table, white, claim("white"), 0).unwrap_err().error, "the seat that is to decide is here");
    table.disconnect(black, 0);
    let gone = send(&table, white, claim("white"), 900_000).unwrap_err().error;
    assert!(gone.starts_with("with days per turn"), "{gone}");
}
