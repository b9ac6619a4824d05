//! Clocks of matches in which more happens than actions.

use menagerie_game::SeatSet;
use menagerie_match::{AnyMatch, Clock, Match, TimeControl, taken_back_to};

use crate::toys::stairs::Stairs;
use crate::toys::trio::Trio;

const START: &str = "4 white - many";

/// What white and black have left after these events, all of which happen at once.
fn left(events: &str) -> Vec<i64> {
    let mut game = Match::new(START.parse::<Stairs>().expect("a position"));
    let mut clock = Clock::new(TimeControl::Fischer { initial: 60, increment: 5 });
    clock.start(&game, 0);
    for event in events.split_whitespace() {
        clock.try_event(&mut game, event, 0).unwrap_or_else(|refusal| panic!("{event}: {refusal}"));
    }
    clock.faces(0, SeatSet::first(2)).into_iter().map(|face| face.left).collect()
}

#[test]
fn a_declined_takeback_leaves_the_turn_with_the_seat_whose_it_is() {
    assert_eq!(left("ask yes stop"), [65_000, 60_000]);
    assert_eq!(left("ask !offer-takeback:white:1 !decline-takeback:black yes stop"), [65_000, 60_000]);
    assert_eq!(left("ask !offer-takeback:white:1 !decline-takeback:white yes stop"), [65_000, 60_000]);
}

#[test]
fn a_turn_that_is_taken_back_brings_nothing() {
    assert_eq!(left("up !offer-takeback:white:1 !agree-takeback:black"), [60_000, 60_000]);
    assert_eq!(left("up !offer-takeback:white:1 !agree-takeback:black up stop"), [65_000, 60_000]);
}

/// For each event, the turn to which it took the match back.
fn backs(mut game: impl AnyMatch, events: &str) -> Vec<Option<u32>> {
    let happened = |event| {
        game.try_event(event).unwrap_or_else(|refusal| panic!("{event}: {refusal}"));
        taken_back_to(&game, event)
    };
    events.split_whitespace().map(happened).collect()
}

#[test]
fn the_match_goes_back_with_the_last_agreement_and_with_nothing_else() {
    let three = Match::new("rgb red - 0".parse::<Trio>().expect("a position"));
    let events = "step end !offer-takeback:red:1 !decline-takeback:blue !offer-takeback:red:1 !agree-takeback:blue \
                  !agree-takeback:green step";
    assert_eq!(backs(three, events), [None, None, None, None, None, None, Some(1), None]);
    let two = Match::new(START.parse::<Stairs>().expect("a position"));
    let events = "up stop up !undo up stop !offer-takeback:black:2 !agree-takeback:white";
    assert_eq!(backs(two, events), [None, None, None, None, None, None, None, Some(2)]);
}
