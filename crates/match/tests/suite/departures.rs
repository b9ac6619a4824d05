//! Resignation, the clock, walking away: where it ends the game, and where the game goes on.

use menagerie_game::{Seat, SeatSet};
use menagerie_match::{Cause, Departure};

use crate::toys::stairs::Stairs;
use crate::toys::trio::Trio;
use crate::{go_on, over, play, refused};

const START: &str = "4 white - many";

#[test]
fn with_two_seats_the_other_wins_at_any_time() {
    for before in ["", "up", "roll", "ask", "up stop"] {
        let mut game = play::<Stairs>(START, before);
        let position = *game.position();
        let told = go_on(&mut game, "!resign:white");
        assert_eq!(told, ["white resigned", "the game is over: black wins"]);
        over(&game, "stairs/match-rules/5: white resigned: 0 1");
        assert_eq!(*game.position(), position);
    }
}

#[test]
fn the_sentence_says_how() {
    over(&play::<Stairs>(START, "!flag:black"), "stairs/match-rules/5: black ran out of time: 1 0");
    over(&play::<Stairs>(START, "!leave:black"), "stairs/match-rules/5: black left the match: 1 0");
    let game = play::<Stairs>(START, "!flag:black");
    assert_eq!(game.end().map(|end| end.reason.cause), Some(Cause::Departure(Seat(1), Departure::OutOfTime)));
}

#[test]
fn between_turns_a_concession_takes_effect_at_once_and_the_game_goes_on() {
    let mut game = play::<Trio>("rgb red - 0", "");
    assert_eq!(go_on(&mut game, "!resign:blue"), ["blue resigned", "blue is out of the game"]);
    assert_eq!(game.position().to_string(), "rg red - 0");
    refused(&mut game, "!resign:blue", "blue is not in the game");
    go_on(&mut game, "!flag:red");
    over(&game, "trio/match-rules/5: red ran out of time: 0 1 0");
}

#[test]
fn inside_its_own_turn_a_seat_takes_the_turn_back() {
    let game = play::<Trio>("rgb red - 0", "step end step again again !resign:green");
    assert_eq!(game.position().to_string(), "rb blue - 1");
    assert_eq!((game.turns(), game.actions(), game.can_undo()), (1, 2, None));
}

#[test]
fn another_seats_turn_is_completed_first() {
    let mut game = play::<Trio>("rgb red - 0", "step !resign:green");
    assert_eq!(game.position().to_string(), "rgb red . 0");
    assert_eq!((game.leaving(), game.living()), (SeatSet::EMPTY.with(Seat(1)), SeatSet::first(3).without(Seat(1))));
    refused(&mut game, "!resign:green", "green is not in the game");
    refused(&mut game, "!offer-draw:green", "green is not in the game");
    go_on(&mut game, "again");
    assert_eq!(game.position().to_string(), "rgb red . 1");
    assert_eq!(go_on(&mut game, "end"), ["green is out of the game"]);
    assert_eq!(game.position().to_string(), "rb blue - 2");
    assert!(game.leaving().is_empty());
}

#[test]
fn a_concession_that_waits_takes_effect_when_the_turn_is_undone() {
    let game = play::<Trio>("rgb red - 0", "step !resign:green !undo");
    assert_eq!(game.position().to_string(), "rb red - 0");
}

#[test]
fn who_falls_in_the_turn_need_not_leave_any_more() {
    let mut game = play::<Trio>("rgb red - 0", "step !resign:green");
    assert_eq!(go_on(&mut game, "hit"), ["green is out of the game"]);
    assert_eq!(game.position().to_string(), "rb blue - 0");
    assert!(game.leaving().is_empty());
}

#[test]
fn concessions_take_effect_in_the_order_in_which_they_came() {
    let mut game = play::<Trio>("rgb red - 0", "step !resign:blue");
    assert_eq!(game.position().to_string(), "rgb red . 0");
    // Red takes its turn back: blue's concession, which waited for it, comes first.
    let told = go_on(&mut game, "!resign:red");
    assert_eq!(
        told,
        ["red resigned", "blue is out of the game", "red is out of the game", "the game is over: green wins"]
    );
    over(&game, "trio/match-rules/5: red resigned: 0 1 0");
}

#[test]
fn a_fall_is_progress_and_no_turn() {
    let mut game = play::<Trio>("rgb red - 0", "step end step end");
    assert_eq!((game.turns(), game.without_progress()), (2, 2));
    go_on(&mut game, "!resign:blue");
    assert_eq!((game.turns(), game.without_progress()), (2, 0));
}

#[test]
fn a_match_that_begins_inside_a_turn_ends_at_once_where_leaving_ends_it() {
    over(&play::<Stairs>("4 white . many", "!resign:white"), "stairs/match-rules/5: white resigned: 0 1");
}

#[test]
fn the_turn_a_match_began_inside_of_is_completed_before_anybody_leaves() {
    let mut game = play::<Trio>("rgb red . 0", "!resign:red !flag:green");
    assert_eq!(game.position().to_string(), "rgb red . 0");
    go_on(&mut game, "again end");
    over(&game, "trio/match-rules/5: green ran out of time: 0 0 1");
}

#[test]
fn the_turn_a_match_began_inside_of_is_completed_before_it_is_drawn() {
    let mut game = play::<Trio>("rg red . 0", "!offer-draw:red !agree-draw:green");
    assert_eq!(game.end(), None);
    go_on(&mut game, "end");
    over(&game, "trio/match-rules/4: drawn by agreement: 0.5 0.5 0");
}

#[test]
fn a_seat_that_is_asked_in_anothers_turn_and_leaves_takes_that_turn_back() {
    // Nobody else could answer for it.
    let game = play::<Trio>("rgb red - 0", "step ask !flag:green");
    assert_eq!(game.position().to_string(), "rb red - 0");
    let game = play::<Trio>("rgb red - 0", "step !flag:green ask");
    assert_eq!(game.position().to_string(), "rb red - 0");
}

#[test]
fn with_the_end_of_the_game_nobody_is_about_to_leave() {
    let game = play::<Trio>("rgb red - 0", "step !resign:blue cut cut");
    over(&game, "trio/end/1: one seat is left: 1 0 0");
    assert!(game.leaving().is_empty());
}

#[test]
fn what_a_departure_took_back_stays_taken_back() {
    let events = "step end step again !resign:green step end !offer-takeback:red:2 !agree-takeback:blue";
    let game = play::<Trio>("rgb red - 0", events);
    assert_eq!(game.position().to_string(), "rb blue - 1");
}
