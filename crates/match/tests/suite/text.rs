//! The texts of events.

use menagerie_game::Rules;
use menagerie_match::{Event, EventText};

use crate::toys::stairs::Stairs;

type StairsEvent = Event<<Stairs as Rules>::Action>;

#[test]
fn every_event_has_one_text_in_and_out() {
    for text in [
        "up",
        "die:2",
        "!resign:white",
        "!flag:black",
        "!leave:white",
        "!offer-draw:white",
        "!agree-draw:black",
        "!decline-draw:black",
        "!undo",
        "!offer-takeback:white:3",
        "!agree-takeback:black",
        "!decline-takeback:black",
    ] {
        let event = StairsEvent::read(text, Stairs::INFO).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(event.text(Stairs::INFO), text);
    }
}

#[test]
fn other_texts_are_refused_with_what_would_be_right() {
    for text in [
        "",
        "!",
        "!undo:white",
        "!undo ",
        "undo",
        "!resign",
        "!resign:",
        "!resign:red",
        "!resign:white ",
        "!resign:white:1",
        "!Resign:white",
        "!offer-takeback:white",
        "!offer-takeback:white:",
        "!offer-takeback:white:+3",
        "!offer-takeback:white:03",
        "!offer-takeback:white:-1",
        "!offer-takeback:white:99999999999",
        "!up",
        "!resign:\u{fffd}",
    ] {
        let error = StairsEvent::read(text, Stairs::INFO).expect_err(text);
        assert!(error.to_string().contains("is no action"), "{text}: {error}");
    }
    let error = StairsEvent::read("!resgin:white", Stairs::INFO).expect_err("a misspelling");
    assert!(error.to_string().contains("!resign:SEAT"), "{error}");
}

#[test]
fn a_text_names_its_kind_and_its_seat() {
    let facts = |text| {
        let event = EventText::of(text);
        (event.is_action(), event.is_offer(), event.seat())
    };
    assert_eq!(facts("up"), (true, false, None));
    assert_eq!(facts("!undo"), (false, false, None));
    assert_eq!(facts("!offer-draw:white"), (false, true, Some("white")));
    assert_eq!(facts("!offer-takeback:black:3"), (false, true, Some("black")));
    for text in ["!resign:black", "!agree-draw:black", "!decline-draw:black", "!agree-takeback:black"] {
        assert_eq!(facts(text), (false, false, Some("black")), "{text}");
    }
}
