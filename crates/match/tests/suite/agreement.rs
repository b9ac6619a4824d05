//! Draw offers.

use menagerie_game::Seat;

use crate::toys::stairs::Stairs;
use crate::toys::trio::Trio;
use crate::{go_on, over, play, refused};

const START: &str = "4 white - many";

#[test]
fn an_offer_and_the_others_agreement_draw() {
    let mut game = play::<Stairs>(START, "!offer-draw:white");
    assert_eq!(game.offers().draw.map(|offer| offer.by), Some(Seat(0)));
    assert_eq!(go_on(&mut game, "!agree-draw:black"), ["black agrees to a draw", "the game is over: drawn"]);
    over(&game, "stairs/match-rules/4: drawn by agreement: 0.5 0.5");
    assert_eq!(game.offers().draw, None);
}

#[test]
fn an_offer_changes_nothing_in_the_position() {
    let game = play::<Stairs>(START, "up !offer-draw:white");
    assert_eq!(game.position().to_string(), "5 white . many");
    assert_eq!((game.actions(), game.can_undo()), (1, Some(Seat(0))));
}

#[test]
fn one_may_offer_and_then_act() {
    let mut game = play::<Stairs>(START, "!offer-draw:white up stop");
    go_on(&mut game, "!agree-draw:black");
    over(&game, "stairs/match-rules/4: drawn by agreement: 0.5 0.5");
}

#[test]
fn an_offer_lapses_when_the_offered_seat_acts() {
    let mut game = play::<Stairs>(START, "!offer-draw:white up stop down");
    refused(&mut game, "!agree-draw:black", "there is no such offer now");
}

#[test]
fn chance_does_not_answer_an_offer() {
    let mut game = play::<Stairs>(START, "roll !offer-draw:white die:1 !agree-draw:black");
    over(&game, "stairs/match-rules/4: drawn by agreement: 0.5 0.5");
    refused(&mut game, "stop", "the match is over: drawn by agreement");
}

#[test]
fn an_offer_can_be_declined_and_withdrawn() {
    let mut game = play::<Stairs>(START, "!offer-draw:white");
    assert_eq!(go_on(&mut game, "!decline-draw:black"), ["black declines to draw"]);
    refused(&mut game, "!agree-draw:black", "there is no such offer now");
    go_on(&mut game, "!offer-draw:white");
    assert_eq!(go_on(&mut game, "!decline-draw:white"), ["white withdraws the offer to draw"]);
    refused(&mut game, "!decline-draw:black", "there is no such offer now");
}

#[test]
fn nobody_agrees_with_himself_or_offers_twice() {
    let mut game = play::<Stairs>(START, "!offer-draw:white");
    refused(&mut game, "!agree-draw:white", "white has already agreed");
    refused(&mut game, "!offer-draw:white", "white has already offered this");
    refused(&mut game, "!offer-draw:black", "white has already offered this: agree or decline first");
}

#[test]
fn agreement_needs_all_living_seats() {
    let mut game = play::<Trio>("rgb red - 0", "!offer-draw:blue !agree-draw:red");
    assert_eq!(game.end(), None);
    go_on(&mut game, "!agree-draw:green");
    let third = 1.0 / 3.0;
    over(&game, &format!("trio/match-rules/4: drawn by agreement: {third} {third} {third}"));

    let mut game = play::<Trio>("rb red - 0", "!offer-draw:red");
    refused(&mut game, "!agree-draw:green", "green is not in the game");
    go_on(&mut game, "!agree-draw:blue");
    over(&game, "trio/match-rules/4: drawn by agreement: 0.5 0 0.5");
}

#[test]
fn where_seats_leave_one_by_one_agreement_waits_for_the_turns_end() {
    let mut game = play::<Trio>("rgb red - 0", "step !offer-draw:red !agree-draw:blue !agree-draw:green");
    assert_eq!(game.end(), None);
    go_on(&mut game, "again");
    assert_eq!(game.end(), None);
    go_on(&mut game, "end");
    assert_eq!(game.end().map(|end| end.reason.rule), Some("trio/match-rules/4"));
}

#[test]
fn an_offer_lapses_when_a_seat_drops_out() {
    let mut game = play::<Trio>("rgb red - 0", "step !offer-draw:red !agree-draw:blue !agree-draw:green hit");
    assert_eq!(game.end(), None);
    refused(&mut game, "!agree-draw:blue", "there is no such offer now");
}

#[test]
fn a_seat_makes_at_most_five_offers_in_a_turn() {
    let mut game = play::<Stairs>("4 white - many", "up stop");
    for _ in 0..2 {
        go_on(&mut game, "!offer-draw:white !decline-draw:white !offer-takeback:white:1 !decline-takeback:white");
    }
    go_on(&mut game, "!offer-draw:white !decline-draw:black");
    refused(&mut game, "!offer-draw:white", "white has made offers 5 times in this turn");
    refused(&mut game, "!offer-takeback:white:1", "white has made offers 5 times in this turn");
    // The other seat has its own five, and the next turn brings five more.
    go_on(&mut game, "!offer-draw:black !decline-draw:white stop !offer-draw:white");
}

#[test]
fn an_old_log_with_more_offers_is_replayed() {
    let texts = std::iter::repeat_n(["!offer-draw:white", "!decline-draw:white"], 100).flatten();
    let events = texts.map(|text| menagerie_match::Event::read(text, <Stairs as menagerie_game::Rules>::INFO).unwrap());
    let game = menagerie_match::Match::replay("4 white - many".parse::<Stairs>().unwrap(), events).unwrap();
    assert_eq!(game.log().len(), 200);
}
