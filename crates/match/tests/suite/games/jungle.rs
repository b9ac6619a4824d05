use menagerie_game::{Options, Rules};
use menagerie_jungle::Position;

use super::idle_walk;
use crate::{go_on, over, play};

fn start() -> String {
    Position::start(Options::NONE).to_string()
}

/// Red's cat and black's rat step aside and back.
const THERE_AND_BACK: &str = "b2b1 a7b7 b1b2 b7a7 ";

#[test]
fn the_third_time_draws() {
    // jungle/match/1: the start is the first time.
    let mut game = play::<Position>(&start(), THERE_AND_BACK);
    assert_eq!(game.end(), None);
    go_on(&mut game, THERE_AND_BACK);
    over(&game, "jungle/match/1: the same position for the third time: 0.5 0.5");
    assert_eq!(game.actions(), 8);
}

#[test]
fn a_hundred_actions_without_a_capture_draw() {
    // jungle/match/2
    let game = idle_walk(Position::start(Options::NONE), |game| game.actions() == 99);
    assert_eq!((game.without_progress(), game.end()), (99, None));
    let game = idle_walk(Position::start(Options::NONE), |_| false);
    over(&game, "jungle/match/2: 100 actions without progress: 0.5 0.5");
}

#[test]
fn the_other_accepts_before_its_next_action() {
    // jungle/match/3
    let game = play::<Position>(&start(), "!offer-draw:red b2b1 !agree-draw:black");
    over(&game, "jungle/match/3: drawn by agreement: 0.5 0.5");
}

#[test]
fn either_seat_may_resign_at_any_time() {
    // jungle/match/4
    over(&play::<Position>(&start(), "!resign:black"), "jungle/match/4: black resigned: 1 0");
}
