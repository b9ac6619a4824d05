//! The steps of a turn, the end of a turn, what can be done when.

use crate::at;

#[test]
fn a_turn_begins_with_a_move() {
    let _ = at("djambi/turn/1", "gC7yC/9/9/9/9/9/9/9/rC7bC 4 rbyg r -")
        .refuses("@b2", "djambi/turn/1")
        .refuses("stop", "djambi/turn/1")
        .allows("a1b2");
}

#[test]
fn what_is_in_the_hand_is_put_down_first() {
    let _ = at("djambi/turn/2", "gC7yC/9/9/9/9/3rM5/9/9/rC7bC 4 rbyg r x")
        .actor("red")
        .refuses("a1a2", "djambi/turn/2")
        .refuses("stop", "djambi/turn/2")
        .refuses("pass", "djambi/turn/2")
        .apply("@a2")
        .actor("blue");
}

#[test]
fn a_reporter_beside_an_enemy_decides() {
    let _ = at("djambi/turn/3", "gC7yC/9/9/9/9/3bM5/9/9/rC2rR4bC 4 rbyg r -")
        .apply("d1d3")
        .actor("red")
        .refuses("a1a2", "djambi/turn/3")
        .refuses("pass", "djambi/turn/3")
        .actions("@d4 stop");
}

#[test]
fn the_maze_is_left_at_once() {
    let _ = at("djambi/turn/4", "gC7yC/9/9/9/4rN4/9/9/9/rC7bC 4 rbyg r exit")
        .actor("red")
        .refuses("a1a2", "djambi/turn/4")
        .refuses("@a2", "djambi/turn/4")
        .refuses("stop", "djambi/turn/4")
        .apply("e5e4")
        .actor("blue");
}

#[test]
fn a_turn_is_completed_after_the_deciding_kill() {
    let _ = at("djambi/turn/5", "9/9/9/9/4yC4/9/9/4rA4/rC8 2 r-y- r -")
        .apply("e2e5")
        .gives("9/9/9/9/4rA4/9/9/4x4/rC8 2 r-r- r exit")
        .actor("red")
        .apply("e5e4")
        .gives("9/9/9/9/9/4rA4/9/4x4/rC8 2 r-r- - -")
        .outcome("red 1 yellow 0");
}

#[test]
fn there_is_no_passing() {
    let _ = at("djambi/turn/6", "gC7yC/9/9/9/9/9/9/9/rC7bC 4 rbyg r -").refuses("pass", "djambi/turn/6");
}

#[test]
fn only_allies_are_moved() {
    let _ = at("djambi/actions/1", "gC7yC/9/9/9/9/9/9/bM8/rC7bC 4 rbyg r -")
        .refuses("i1i2", "djambi/actions/1")
        .refuses("e5e6", "djambi/actions/1")
        .allows("a1a2");
}

#[test]
fn every_step_has_its_actions() {
    let _ = at("djambi/actions/2", "gC7yC/9/9/3xxx3/3xrCx3/3xxx3/9/9/8bC 4 rbyg r+b -").actions("pass").allows("pass");
    let _ = at("djambi/actions/3", "gC7yC/9/9/9/9/3rD5/9/9/rC7bC 4 rbyg r bM").count(81 - 5 - 1).has("@f5");
    let _ = at("djambi/actions/4", "gC7yC/9/9/9/9/2gMrR5/9/9/rC7bC 4 rbyg r kill:d4").actions("@c4 stop");
    let _ =
        at("djambi/actions/5", "gC7yC/9/9/3xxx3/3xrNx3/3x1x3/9/9/rC7bC 4 rbyg r exit").actions("e5e1 e5e2 e5e3 e5e4");
}

#[test]
fn one_living_seat_ends_the_game() {
    let _ = at("djambi/E1", "9/9/9/9/3yC5/3rM5/9/9/rC8 2 r-y- r -")
        .apply("d4d5 @d4")
        .gives("9/9/9/9/3rM5/3x5/9/9/rC8 2 r-r- - -")
        .actor("nobody")
        .actions("(none)")
        .refuses("a1a2", "djambi/end/1");
}

#[test]
fn surrounded_chiefs_fall_the_player_last() {
    // Blue and yellow are both ringed by the one corpse; blue comes first after red, then yellow: green and red live on.
    let _ = at("djambi/E2", "gC8/9/9/x8/rN8/9/9/5xxxx/rC4xbC1yC 4 rbyg r -")
        .apply("a5a6 @h1")
        .gives("gC8/9/9/rN8/9/9/9/5xxxx/rC4xxxx 4 r--g g -");
    // Red rings itself and yellow: yellow is looked at first, and then red has won.
    let _ = at("djambi/E2", "7xyC/1yN5xx/9/9/9/9/9/xrA7/rCx7 2 r-y- r -").apply("b2b8").outcome("red 1 yellow 0");
}

#[test]
fn a_seat_in_power_takes_the_leaderless() {
    let _ = at("djambi/E3", "gC7yC/9/9/9/9/9/6bM2/4rC4/9 4 r-yg r -")
        .apply("e2e5")
        .gives("gC7yC/9/9/9/4rC4/9/6bM2/9/9 4 rryg y -")
        .tells("the blue pieces come under red");
}

#[test]
fn a_ruler_plays_an_extra_turn_after_every_other() {
    let _ = at("djambi/N1", "gC7yC/9/9/9/4rC4/9/9/9/8bC 4 rbyg b -")
        .apply("i1i2")
        .gives("gC7yC/9/9/9/4rC4/9/9/8bC/9 4 rbyg r+b -")
        .actor("red");
}

#[test]
fn the_round_goes_on_after_the_slot() {
    let _ = at("djambi/N2", "gC7yC/9/9/9/4rC4/9/9/9/rM7bC 4 rbyg r+g -")
        .apply("a1a2")
        .gives("gC7yC/9/9/9/4rC4/9/9/rM8/8bC 4 rbyg b -");
    // An eliminated seat is passed over.
    let _ = at("djambi/N2", "gC7yC/9/9/9/9/9/9/9/rC8 4 r-yg r -").apply("a1a2").actor("yellow");
    // Two living and in power: not passed over.
    let _ = at("djambi/N2", "8yC/9/9/9/4rC4/9/9/9/rM8 4 rryr r+y -")
        .apply("a1a2")
        .gives("8yC/9/9/9/4rC4/9/9/rM8/9 4 rryr r -");
}

#[test]
fn a_seat_without_a_move_falls_when_its_turn_comes() {
    let _ = at("djambi/N3", "gC7yC/9/9/x8/rN8/9/6xxx/4rC1xbM1/6xbMbC 4 rbyg r -")
        .apply("a5a6 @i2")
        .gives("gC7yC/9/9/rN8/9/9/6xxx/4rC1xbMx/6xbMx 4 r-yg y -")
        .tells("blue has no move")
        .tells("blue is out of the game");
}

#[test]
fn two_seats_without_a_move_fall_one_after_the_other() {
    // Blue in i1 and yellow in i9 are walled in alike; green is the next that can move.
    let _ = at("djambi/N3", "gC5xyMyC/6xyMx/6xxx/x8/rN8/9/6xxx/4rC1xbM1/6xbMbC 4 rbyg r -")
        .apply("a5a6 @i2")
        .gives("gC5xyMx/6xyMx/6xxx/rN8/9/9/6xxx/4rC1xbMx/6xbMx 4 r--g g -");
}
