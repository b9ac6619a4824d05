//! The end by the game's own rules, by repetition, without progress, by length; and in which order they are tested.

use menagerie_match::{Cause, Match};

use crate::toys::stairs::Stairs;
use crate::toys::trio::Trio;
use crate::{go_on, over, play, refused};

const START: &str = "4 white - many";
const SINGLE: &str = "4 white - single";

#[test]
fn the_games_own_end_ends_the_match_and_is_told_once() {
    let mut game = play::<Stairs>("29 white - many", "");
    assert_eq!(go_on(&mut game, "up"), ["the game is over: white wins"]);
    over(&game, "stairs/end/1: the top is reached: 1 0");
    refused(&mut game, "stop", "the match is over: the top is reached");
    refused(&mut game, "!resign:white", "the match is over");

    let mut game = play::<Trio>("rg red . 0", "");
    assert_eq!(go_on(&mut game, "hit"), ["green is out of the game", "the game is over: red wins"]);
}

#[test]
fn a_match_may_begin_where_the_game_is_over() {
    let mut game = play::<Stairs>("30 black . many", "");
    over(&game, "stairs/end/1: the top is reached: 0 1");
    refused(&mut game, "stop", "the match is over");
}

#[test]
fn an_illegal_action_is_refused_with_rule_and_reason() {
    let mut game = play::<Stairs>(START, "roll");
    refused(&mut game, "up", "up is not legal here: it is not on the list (stairs/rules/1)");
    refused(&mut game, "jump", "'jump' is no action");
}

#[test]
fn the_start_counts_as_the_positions_first_time() {
    let mut game = play::<Stairs>(START, "stop stop stop");
    assert_eq!(game.end(), None);
    assert_eq!(go_on(&mut game, "stop"), ["white to move", "the game is over: drawn"]);
    over(&game, "stairs/match-rules/1: the same position for the third time: 0.5 0.5");
}

#[test]
fn repetition_is_tested_where_a_turn_begins() {
    // 5 stands three times inside turns, and no turn's start stands three times.
    let game = play::<Stairs>(START, "up down up down up down up stop stop");
    assert_eq!(game.end(), None);
}

#[test]
fn equal_keys_are_not_enough_for_a_repetition() {
    // Levels 4 and 5 share a key in this toy, and so do both seats: six turns' starts with one key, none of them thrice.
    let game = play::<Stairs>(START, "up stop stop down stop stop up stop");
    assert_eq!((game.turns(), game.end()), (5, None));
}

#[test]
fn what_was_taken_back_does_not_count_as_a_repetition() {
    let mut game = play::<Stairs>(START, "stop stop !offer-takeback:white:1 !agree-takeback:black stop stop stop");
    assert_eq!(game.end(), None);
    go_on(&mut game, "stop");
    over(&game, "stairs/match-rules/1: the same position for the third time: 0.5 0.5");
}

#[test]
fn no_progress_counts_turns_where_the_game_counts_turns() {
    let walk = "up stop up stop up stop up stop down stop down stop down stop down";
    let mut game = play::<Stairs>("0 white - many", walk);
    assert_eq!((game.without_progress(), game.end()), (7, None));
    go_on(&mut game, "stop");
    over(&game, "stairs/match-rules/2: 8 turns without progress: 0.5 0.5");
}

#[test]
fn progress_anywhere_in_a_turn_starts_the_count_again_at_its_end() {
    let mut game = play::<Stairs>(START, "up stop up stop");
    assert_eq!(game.without_progress(), 2);
    go_on(&mut game, "take down");
    assert_eq!(game.without_progress(), 2);
    go_on(&mut game, "stop");
    assert_eq!(game.without_progress(), 0);
    go_on(&mut game, "up stop");
    assert_eq!(game.without_progress(), 1);
}

#[test]
fn no_progress_counts_actions_where_the_game_counts_actions() {
    let mut game = play::<Stairs>(SINGLE, "up up take");
    assert_eq!((game.without_progress(), game.actions()), (0, 3));
    go_on(&mut game, "down down down down down up up");
    assert_eq!((game.without_progress(), game.end()), (7, None));
    go_on(&mut game, "up");
    over(&game, "stairs/match-rules/2: 8 actions without progress: 0.5 0.5");
}

#[test]
fn length_counts_completed_turns() {
    let mut game = play::<Stairs>(START, &"up take stop ".repeat(19));
    assert_eq!((game.turns(), game.end()), (19, None));
    go_on(&mut game, "up take");
    assert_eq!(game.end(), None);
    go_on(&mut game, "stop");
    over(&game, "stairs/match-rules/3: 20 turns played: 0.5 0.5");
}

#[test]
fn chance_is_no_action_of_a_seat() {
    let game = play::<Stairs>("0 white - many", "roll die:1 ask yes stop");
    assert_eq!((game.actions(), game.turns()), (4, 1));
    let game = play::<Stairs>(SINGLE, "roll die:1 roll die:2");
    assert_eq!((game.actions(), game.without_progress(), game.turns()), (2, 2, 2));
}

#[test]
fn a_win_comes_before_every_limit() {
    let game = play::<Stairs>("24 white - single", "down up up up up up up up");
    assert_eq!(game.without_progress(), 8);
    over(&game, "stairs/end/1: the top is reached: 0 1");
}

#[test]
fn repetition_is_tested_before_no_progress() {
    let game = play::<Stairs>(SINGLE, &"up ".repeat(8));
    assert_eq!(game.end().map(|end| end.reason.cause), Some(Cause::NoProgress));
    // Here the eighth idle action also brings the start for the third time.
    let game = play::<Stairs>(SINGLE, "stop stop up up stop down stop down");
    assert_eq!(game.without_progress(), 8);
    over(&game, "stairs/match-rules/1: the same position for the third time: 0.5 0.5");
}

#[test]
fn the_limit_follows_the_living_seats() {
    // Four turns' starts with each value of the counter, so that no position stands thrice.
    let four = "step again again again end ".repeat(3) + "step end ";
    let mut game = play::<Trio>("rg red - 0", &four.repeat(2));
    go_on(&mut game, &four[..four.len() - "end ".len()]);
    assert_eq!((game.without_progress(), game.end()), (11, None));
    go_on(&mut game, "end");
    over(&game, "trio/match-rules/2: 12 turns without progress: 0.5 0.5 0");
    let game = play::<Trio>("rgb red - 0", &four.repeat(3));
    assert_eq!((game.without_progress(), game.end()), (12, None));
}

#[test]
fn a_limit_on_turns_is_not_tested_inside_a_turn() {
    // Twelve idle turns are too many for two seats; but the turn in which the third falls is no idle one.
    let four = "step again again again end ".repeat(3) + "step end ";
    let mut game = play::<Trio>("rgb red - 0", &four.repeat(3));
    go_on(&mut game, "step cut");
    assert_eq!((game.without_progress(), game.end()), (12, None));
    go_on(&mut game, "end");
    assert_eq!((game.without_progress(), game.end()), (0, None));
}

#[test]
fn drawn_scores_are_shared_by_the_living() {
    let mut game = play::<Trio>("rgb red . 0", "hit");
    go_on(&mut game, "!offer-draw:red !agree-draw:blue");
    over(&game, "trio/match-rules/4: drawn by agreement: 0.5 0 0.5");
}

#[test]
fn the_position_after_any_event_can_be_seen_again() {
    let game = play::<Stairs>(
        START,
        "up !undo up !offer-draw:black stop down stop !offer-takeback:white:1 \
        !agree-takeback:black take",
    );
    let texts: Vec<_> = (0..=game.log().len()).map(|n| game.position_at(n).to_string()).collect();
    assert_eq!(texts[..4], ["4 white - many", "5 white . many", "4 white - many", "5 white . many"]);
    assert_eq!(texts[9..], ["4 white - many", "4 white . many"]);
    assert!(game.at(game.log().len()) == game);
    assert!(Match::replay(*game.start(), game.log().iter().copied()).as_ref() == Ok(&game));
}

#[test]
fn a_log_with_a_refused_event_names_it() {
    let game = play::<Stairs>(START, "up stop");
    let twice = game.log().iter().chain(game.log()).chain(game.log()).copied();
    let error = Match::replay("28 white - many".parse::<Stairs>().expect("a position"), twice).expect_err("over");
    assert_eq!(error.to_string(), "event 4: the match is over: the top is reached");
}
