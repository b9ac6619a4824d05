use menagerie_chess2::Position;
use menagerie_game::{Options, Rules};

use super::idle_walk;
use crate::{over, play};

fn start() -> String {
    Position::start(Options::NONE).to_string()
}

#[test]
fn a_hundred_idle_turns_draw() {
    // chess2/match/2: turns are counted, not the actions in them
    let game = idle_walk(Position::start(Options::NONE), |game| game.turns() == 99);
    assert_eq!((game.without_progress(), game.end()), (99, None));
    let game = idle_walk(Position::start(Options::NONE), |_| false);
    assert_eq!(game.turns(), 100);
    over(&game, "chess2/match/2: 100 turns without progress: 0.5 0.5");
}

#[test]
fn players_may_resign_agree_or_run_out_of_time() {
    // chess2/match/4
    over(&play::<Position>(&start(), "!resign:white"), "chess2/match/4: white resigned: 0 1");
    over(&play::<Position>(&start(), "!flag:black"), "chess2/match/4: black ran out of time: 1 0");
    let game = play::<Position>(&start(), "!offer-draw:white !agree-draw:black");
    over(&game, "chess2/match/4: drawn by agreement: 0.5 0.5");
}
