//! Clocks of matches in which more happens than actions.

use menagerie_game::{Seat, SeatSet};
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

/// Chance draws the shop's next entry after a purchase, and that ends White's turn (heaven-hell/11).
#[test]
fn a_turn_that_ends_with_chance_brings_its_seat_the_increment() {
    let start = "w1 Ke1,ke8 - - 6/2 6,12,8,6+,5,20,4,8,6,12,12,6,6,2,8,10 - - - - a1h8/a1h8 -";
    let mut game = Match::new(start.parse::<menagerie_heaven_hell::Position>().expect("a position"));
    let mut clock = Clock::new(TimeControl::Fischer { initial: 60, increment: 5 });
    clock.start(&game, 0);
    for event in ["buy:trap", "@d5_", "unlock:kill"] {
        clock.try_event(&mut game, event, 0).unwrap_or_else(|refusal| panic!("{event}: {refusal}"));
    }
    let left: Vec<i64> = clock.faces(0, SeatSet::first(2)).into_iter().map(|face| face.left).collect();
    assert_eq!((left, clock.running()), (vec![65_000, 60_000], Some(Seat(1))));
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

/// A match of the stairs with clocks that nobody has started.
fn unstarted(position: &str) -> (Match<Stairs>, Clock) {
    let clock = Clock::new(TimeControl::Fischer { initial: 60, increment: 5 });
    (Match::new(position.parse().expect("a position")), clock)
}

#[test]
fn the_first_action_of_a_seat_starts_the_clocks_and_costs_nothing() {
    let (mut game, mut clock) = unstarted(START);
    clock.try_event(&mut game, "!offer-draw:black", 1_000).expect("an offer");
    assert!(!clock.is_started(), "an offer is no action");
    clock.try_event(&mut game, "up", 10_000).expect("an action");
    assert_eq!((clock.is_started(), clock.running()), (true, Some(Seat(0))));
    clock.try_event(&mut game, "stop", 15_000).expect("an action");
    let left: Vec<i64> = clock.faces(17_000, SeatSet::first(2)).into_iter().map(|face| face.left).collect();
    assert_eq!(left, [60_000, 58_000]);
}

#[test]
fn chance_starts_no_clock() {
    let (mut game, mut clock) = unstarted("4 white ? many");
    clock.try_event(&mut game, "die:1", 1_000).expect("a die");
    assert_eq!((clock.is_started(), clock.running()), (false, None));
}

#[test]
fn a_started_clock_runs_for_the_actor_and_stops_at_the_end() {
    let (mut game, mut clock) = unstarted(START);
    clock.start(&game, 1_000);
    assert_eq!(clock.flag(), Some((Seat(0), 61_000)));
    assert_eq!([clock.left(Seat(0), 4_000), clock.left(Seat(1), 4_000)], [Some(57_000), Some(60_000)]);
    clock.try_event(&mut game, "!resign:white", 5_000).expect("a resignation");
    assert_eq!((clock.running(), clock.flag()), (None, None));
}

#[test]
fn an_offer_of_another_seat_takes_no_turn() {
    assert_eq!(left("!offer-draw:black up stop"), [65_000, 60_000]);
}

#[test]
fn after_a_takeback_the_increment_goes_to_the_seat_that_plays_the_turn_again() {
    assert_eq!(left("up stop up !offer-takeback:white:1 !agree-takeback:black up stop"), [70_000, 60_000]);
}

#[test]
fn after_a_departure_the_increment_goes_to_the_seat_that_plays_on() {
    let mut game = Match::new("rgb red - 0".parse::<Trio>().expect("a position"));
    let mut clock = Clock::new(TimeControl::Fischer { initial: 60, increment: 5 });
    for event in ["step", "!resign:red", "step", "end"] {
        clock.try_event(&mut game, event, 0).unwrap_or_else(|refusal| panic!("{event}: {refusal}"));
    }
    let left: Vec<i64> = clock.faces(0, SeatSet::first(3)).into_iter().map(|face| face.left).collect();
    assert_eq!(left, [60_000, 65_000, 60_000]);
}

#[test]
fn byoyomi_takes_period_after_period_and_leaves_the_last_one_at_zero() {
    let mut clock = Clock::new(TimeControl::Byoyomi { initial: 10, period: 30, periods: 3 });
    clock.start(&unstarted(START).0, 0);
    let white = |now| clock.faces(now, SeatSet::first(1)).first().map(|face| (face.left, face.periods));
    assert_eq!(white(4_000), Some((6_000, 3)));
    assert_eq!(white(10_000), Some((30_000, 3)), "the main time is used up");
    assert_eq!(white(12_000), Some((28_000, 3)));
    assert_eq!(white(45_000), Some((25_000, 2)));
    assert_eq!(white(200_000), Some((0, 1)));
}
