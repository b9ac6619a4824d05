//! Undo inside a turn, takeback by agreement.

use menagerie_game::Seat;

use crate::toys::stairs::Stairs;
use crate::toys::trio::Trio;
use crate::{go_on, play, refused};

const START: &str = "4 white - many";

#[test]
fn undo_goes_back_action_by_action_to_the_start_of_the_turn() {
    let mut game = play::<Stairs>(START, "up stop up up take");
    assert_eq!((game.can_undo(), game.actions()), (Some(Seat(1)), 5));
    assert_eq!(go_on(&mut game, "!undo"), ["the last action is undone"]);
    assert_eq!(game.position().to_string(), "7 black . many");
    go_on(&mut game, "!undo !undo");
    assert_eq!(game.position().to_string(), "5 black - many");
    assert_eq!((game.can_undo(), game.actions()), (None, 2));
    refused(&mut game, "!undo", "nothing has been done in this turn yet");
    assert_eq!(game.log().len(), 8);
}

#[test]
fn a_completed_turn_is_not_undone() {
    let mut game = play::<Stairs>(START, "up stop");
    refused(&mut game, "!undo", "nothing has been done in this turn yet");
    let mut game = play::<Stairs>("4 white - single", "up");
    refused(&mut game, "!undo", "nothing has been done in this turn yet");
    refused(&mut play::<Stairs>(START, ""), "!undo", "nothing has been done yet");
}

#[test]
fn nothing_is_undone_behind_chance() {
    let mut game = play::<Stairs>(START, "roll die:1");
    refused(&mut game, "!undo", "chance has acted since");
    go_on(&mut game, "up !undo");
    refused(&mut game, "!undo", "chance has acted since");
}

#[test]
fn nothing_is_undone_that_brought_something_to_light() {
    let mut game = play::<Stairs>(START, "up peek");
    assert_eq!(game.can_undo(), None);
    refused(&mut game, "!undo", "something hidden came to light");
    go_on(&mut game, "down !undo");
    refused(&mut game, "!undo", "something hidden came to light");
}

#[test]
fn who_acted_last_undoes() {
    let mut game = play::<Stairs>(START, "ask yes");
    assert_eq!(game.can_undo(), Some(Seat(1)));
    go_on(&mut game, "up");
    assert_eq!(game.can_undo(), Some(Seat(0)));
}

#[test]
fn a_seat_undoes_at_most_fifty_times_in_a_turn() {
    let mut game = play::<Stairs>(START, &"up !undo ".repeat(50));
    go_on(&mut game, "up");
    assert_eq!(game.can_undo(), None);
    refused(&mut game, "!undo", "white has undone actions 50 times in this turn");
    go_on(&mut game, "stop up !undo");
}

#[test]
fn progress_that_is_undone_was_none() {
    let mut game = play::<Stairs>(START, "up stop up stop take !undo down stop");
    assert_eq!(game.without_progress(), 3);
    go_on(&mut game, "take stop");
    assert_eq!(game.without_progress(), 0);
}

#[test]
fn a_takeback_goes_to_the_start_of_a_turn_when_all_agree() {
    let mut game = play::<Stairs>(START, "up stop roll die:2 stop up peek");
    go_on(&mut game, "!offer-takeback:white:2");
    assert_eq!(game.offers().takeback.map(|takeback| takeback.turn), Some(2));
    let told = go_on(&mut game, "!agree-takeback:black");
    assert_eq!(told, ["black agrees to go back", "back to the start of turn 2"]);
    assert_eq!(game.position().to_string(), "5 black - many");
    assert_eq!((game.turns(), game.actions(), game.without_progress()), (1, 2, 1));
    assert_eq!(game.offers().takeback, None);
    assert_eq!(game.log().len(), 9);
}

#[test]
fn the_turn_that_goes_on_can_be_taken_back_too() {
    let game = play::<Stairs>(START, "up peek !offer-takeback:white:1 !agree-takeback:black");
    assert_eq!(game.position().to_string(), START);
}

#[test]
fn only_turns_that_were_played_can_be_taken_back() {
    let mut game = play::<Stairs>(START, "up stop");
    refused(&mut game, "!offer-takeback:white:0", "cannot go back to the start of turn 0: there was no such turn");
    refused(&mut game, "!offer-takeback:white:2", "nothing has been done in it yet");
    refused(&mut game, "!offer-takeback:white:3", "there was no such turn");
}

#[test]
fn a_takeback_can_be_declined_and_lapses_with_the_next_action() {
    let mut game = play::<Stairs>(START, "up stop !offer-takeback:white:1");
    assert_eq!(go_on(&mut game, "!decline-takeback:black"), ["black declines to go back"]);
    refused(&mut game, "!agree-takeback:black", "there is no such offer now");
    go_on(&mut game, "!offer-takeback:white:1 up");
    refused(&mut game, "!agree-takeback:black", "there is no such offer now");
    go_on(&mut game, "!offer-takeback:white:1");
    refused(&mut game, "!offer-takeback:black:1", "white has already offered this");
    refused(&mut game, "!agree-takeback:white", "white has already agreed");
}

#[test]
fn a_takeback_needs_all_living_seats() {
    let mut game = play::<Trio>("rgb red - 0", "step end !offer-takeback:red:1 !agree-takeback:blue");
    assert_eq!(game.position().to_string(), "rgb green - 1");
    go_on(&mut game, "!agree-takeback:green");
    assert_eq!(game.position().to_string(), "rgb red - 0");
}

#[test]
fn nobody_comes_back_who_has_left() {
    let mut game = play::<Trio>("rgb red - 0", "step end !resign:blue step end");
    refused(&mut game, "!offer-takeback:red:1", "a seat has left since");
    go_on(&mut game, "!offer-takeback:red:2 !agree-takeback:green");
    assert_eq!(game.position().to_string(), "rg green - 1");
}

#[test]
fn who_was_beaten_comes_back_with_a_takeback() {
    let game = play::<Trio>("rgb red - 0", "step hit !offer-takeback:blue:1 !agree-takeback:red");
    assert_eq!(game.position().to_string(), "rgb red - 0");
}

#[test]
fn the_unfinished_turn_tells_whether_a_seat_acted_and_made_progress() {
    let mut game = play::<Stairs>(START, "");
    let facts = |game: &menagerie_match::Match<Stairs>| (game.acted_this_turn(), game.progress_this_turn());
    assert_eq!(facts(&game), (false, false));
    go_on(&mut game, "up");
    assert_eq!(facts(&game), (true, false));
    go_on(&mut game, "take");
    assert_eq!(facts(&game), (true, true));
    go_on(&mut game, "stop");
    assert_eq!(facts(&game), (false, false));
}
