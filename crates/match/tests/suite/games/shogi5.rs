use menagerie_game::{Options, Rules};
use menagerie_shogi5::Position;

use super::idle_walk;
use crate::{go_on, over, play, refused};

fn start() -> String {
    Position::start(Options::NONE).to_string()
}

/// Both kings step out and home again.
const THERE_AND_BACK: &str = "e5d4 a1b2 d4e5 b2a1 ";

#[test]
fn the_fourth_time_draws() {
    // shogi5/match/1: the start is the first time.
    let mut game = play::<Position>(&start(), &THERE_AND_BACK.repeat(2));
    assert_eq!(game.end(), None);
    go_on(&mut game, THERE_AND_BACK);
    over(&game, "shogi5/match/1: the same position for the fourth time: 0.5 0.5");
    assert_eq!(game.actions(), 12);
}

#[test]
fn a_hundred_actions_without_a_capture_draw() {
    // shogi5/match/2
    let mut game = idle_walk(Position::start(Options::NONE), |game| game.actions() == 99);
    assert_eq!((game.without_progress(), game.end()), (99, None));
    game = idle_walk(*game.start(), |_| false);
    over(&game, "shogi5/match/2: 100 actions without progress: 0.5 0.5");
    // A capture starts the count again.
    assert_eq!(play::<Position>(&start(), "a5a2").without_progress(), 0);
}

#[test]
fn the_other_accepts_before_its_next_action() {
    // shogi5/match/3
    let game = play::<Position>(&start(), "!offer-draw:black a5a2 !agree-draw:white");
    over(&game, "shogi5/match/3: drawn by agreement: 0.5 0.5");
}

#[test]
fn either_seat_may_resign_at_any_time() {
    // shogi5/match/4
    over(&play::<Position>(&start(), "!resign:white"), "shogi5/match/4: white resigned: 1 0");
    over(&play::<Position>(&start(), "!flag:black"), "shogi5/match/4: black ran out of time: 0 1");
    refused(&mut play::<Position>(&start(), "!resign:white"), "a5a2", "the match is over: white resigned");
}
