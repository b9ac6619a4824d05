use menagerie_djambi::Position;
use menagerie_game::{Options, Rules};

use super::idle_walk;
use crate::{go_on, over, play};

/// Example 19 of the rules: green is in power, blue is on turn.
const EXAMPLE_19: &str = "8yC/9/9/9/1rM2gC4/9/9/9/rC7bC 4 rbyg b -";

#[test]
fn a_concession_changes_the_board_and_the_game_goes_on() {
    // djambi/elimination/4, example 19
    let mut game = play::<Position>(EXAMPLE_19, "!resign:red");
    assert_eq!(game.position().to_string(), "8yC/9/9/9/1rM2gC4/9/9/9/x7bC 4 gbyg b -");
    go_on(&mut game, "i1i2");
    assert_eq!(game.position().to_string(), "8yC/9/9/9/1rM2gC4/9/9/8bC/x8 4 gbyg g+b -");
    assert_eq!((game.turns(), game.end()), (1, None));
}

#[test]
fn a_draw_is_shared_by_the_living_seats() {
    // djambi/match/1
    let game = play::<Position>(EXAMPLE_19, "!resign:red !offer-draw:green !agree-draw:blue !agree-draw:yellow");
    let third = 1.0 / 3.0;
    over(&game, &format!("djambi/match/1: drawn by agreement: 0 {third} {third} {third}"));
}

#[test]
fn sixty_idle_turns_for_each_living_seat_draw() {
    // djambi/match/3
    let start = Position::start(Options::NONE);
    let game = idle_walk(start, |game| game.turns() == 239);
    assert_eq!((game.without_progress(), game.end()), (239, None));
    over(&idle_walk(start, |_| false), "djambi/match/3: 240 turns without progress: 0.25 0.25 0.25 0.25");
}
