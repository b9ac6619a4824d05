//! Several seats at one screen, in a game that hides something.

use menagerie_table::{ConnectionId, LiveTable};
use menagerie_wire::{Code, FromClient};

use crate::tables::{appended, connect, heaven_hell, open, play, seat, send, snapshot};

/// Whose view the screen shows, and whether the acting seat must lift the cover first.
fn shown(table: &LiveTable, screen: ConnectionId) -> (String, bool) {
    let seen = snapshot(table, screen, 0).seen;
    (seen.viewer, seen.covered)
}

fn covered() -> (String, bool) {
    ("spectator".to_owned(), true)
}

fn open_to(seat: &str) -> (String, bool) {
    (seat.to_owned(), false)
}

fn lift(table: &mut LiveTable, screen: ConnectionId, name: &str) {
    let seat = seat(table, name);
    table.uncover(screen, seat, 0);
}

#[test]
fn a_screen_is_covered_again_when_the_turn_has_passed_on() {
    let mut table = open(heaven_hell(1, "h4w"));
    let screen = connect(&mut table, 1, &["white", "black"]);
    connect(&mut table, 2, &["black"]);
    assert_eq!(shown(&table, screen), covered());
    lift(&mut table, screen, "white");
    assert_eq!(shown(&table, screen), open_to("white"));
    play(&mut table, "a2a3", 0);
    assert_eq!(shown(&table, screen), covered(), "black is to move");
    // Black moves on a screen of its own, so nobody lifts the cover here.
    play(&mut table, "a7a6", 0);
    assert_eq!(shown(&table, screen), covered(), "black may still sit in front of it");
}

/// An offer, and a bought trap with the draw of chance after it. White has one more action then.
#[test]
fn the_cover_stays_lifted_while_the_turn_goes_on() {
    let mut table = open(heaven_hell(2, "h4w"));
    let screen = connect(&mut table, 1, &["white", "black"]);
    lift(&mut table, screen, "white");
    for events in ["!offer-draw:white", "buy:trap @g4"] {
        play(&mut table, events, 0);
        assert_eq!(shown(&table, screen), open_to("white"), "after {events}");
    }
}

/// While nothing is hidden, nobody has to be kept from seeing anything.
#[test]
fn the_cover_comes_with_the_first_secret() {
    let mut table = open(heaven_hell(1, "-"));
    let screen = connect(&mut table, 1, &["white", "black"]);
    assert_eq!(shown(&table, screen), open_to("white"));
    play(&mut table, "buy:trap", 0);
    assert_eq!(shown(&table, screen), covered(), "the square is a secret");
}

#[test]
fn who_has_not_lifted_the_cover_neither_acts_nor_is_told_anything() {
    let mut table = open(heaven_hell(1, "h4w"));
    let screen = connect(&mut table, 1, &["white", "black"]);
    let (white, action) = ("white".to_owned(), "a2a3".to_owned());
    let act = FromClient::Act { ack: 1, at: 0, seat: white.clone(), action: action.clone() };
    let explain = FromClient::Explain { ack: 2, seat: white, action };
    for message in [&act, &explain] {
        let refused = send(&table, screen, message.clone(), 0).unwrap_err();
        assert_eq!((refused.code, &*refused.error), (Code::NotNow, "lift the cover first"));
    }
    lift(&mut table, screen, "white");
    assert_eq!(appended(send(&table, screen, act, 0)), ["a2a3"]);
    assert!(send(&table, screen, explain, 0).is_ok());
}

/// A seat at a shared screen is not told why until it has lifted the cover itself.
#[test]
fn the_cover_is_lifted_for_one_seat_only() {
    let mut table = open(heaven_hell(1, "h4w"));
    let screen = connect(&mut table, 1, &["white", "black"]);
    lift(&mut table, screen, "white");
    let explain = FromClient::Explain { ack: 1, seat: "black".to_owned(), action: "a7a6".to_owned() };
    assert_eq!(send(&table, screen, explain, 0).unwrap_err().error, "lift the cover first");
}

/// The log stays on the screen when the next player sits down.
#[test]
fn the_log_of_a_shared_screen_holds_no_secret() {
    let mut table = open(heaven_hell(2, "-"));
    let [screen, own, looker] =
        [(1, &["white", "black"][..]), (2, &["white"]), (3, &[])].map(|(id, seats)| connect(&mut table, id, seats));
    play(&mut table, "buy:trap @h4", 0);
    lift(&mut table, screen, "white");
    assert_eq!(shown(&table, screen), open_to("white"));
    let trap = |id| snapshot(&table, id, 0).log[1].event.clone();
    assert_eq!([screen, own, looker].map(trap), ["@?", "@h4", "@?"]);
}
