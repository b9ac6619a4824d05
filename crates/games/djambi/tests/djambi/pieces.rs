//! How the six pieces move, kill and lift; where things are put down; how the Maze is left.

use crate::at;

#[test]
fn lines_are_straight_and_nothing_is_jumped() {
    let _ = at("djambi/pieces/1", "gC7yC/9/9/9/9/9/1x7/9/rC2bM4bC 4 rbyg r -")
        .from("a1", "a1a2 a1a3 a1a4 a1a5 a1a6 a1a7 a1a8 a1a9 a1b1 a1b2 a1c1 a1c3 a1d1 a1d4 a1e5 a1f6 a1g7 a1h8 a1i9")
        .refuses("a1b3", "djambi/pieces/1")
        .refuses("a1a1", "djambi/pieces/1")
        .refuses("a1e1", "djambi/pieces/1")
        .allows("a1a9");
}

#[test]
fn a_corpse_blocks_a_line() {
    let _ = at("djambi/pieces/1", "gC7yC/9/9/9/9/2x6/9/rR8/rC7bC 4 rbyg r -")
        .has("a2b3")
        .refuses("a2d5", "djambi/pieces/1")
        .refuses("a2c4", "djambi/pieces/9");
}

#[test]
fn an_empty_maze_is_crossed() {
    let _ = at("djambi/pieces/2", "gC7yC/9/9/9/3rM1yM3/9/9/4rR4/rC7bC 4 rbyg r -")
        .allows("e2e6")
        .allows("e2e9")
        .refuses("e2e5", "djambi/pieces/13")
        .refuses("d5e5", "djambi/pieces/13")
        .allows("d5f5");
}

#[test]
fn an_occupied_maze_is_not_crossed() {
    let _ = at("djambi/pieces/2", "gC7yC/9/9/9/4x4/9/9/4rR4/rC7bC 4 rbyg r -")
        .has("e2e4")
        .refuses("e2e6", "djambi/pieces/1");
}

#[test]
fn militants_go_one_or_two_squares() {
    let _ = at("djambi/pieces/3", "gC7yC/9/9/9/9/9/2rM6/9/rC7bC 4 rbyg r -")
        .from("c3", "c3a3 c3a5 c3b2 c3b3 c3b4 c3c1 c3c2 c3c4 c3c5 c3d2 c3d3 c3d4 c3e1 c3e3")
        .refuses("c3c6", "djambi/pieces/3")
        .refuses("c3e5", "djambi/pieces/13")
        .refuses("c3f6", "djambi/pieces/3");
}

#[test]
fn allies_and_leaderless_pieces_are_no_destination() {
    let _ = at("djambi/pieces/4", "gC7yC/9/9/9/9/9/9/rMbM7/rCyM7 4 r-yg r -")
        .refuses("a1a2", "djambi/pieces/4")
        .refuses("a1b2", "djambi/pieces/4")
        .allows("a1b1");
}

#[test]
fn a_chief_kills_and_enters_the_maze() {
    let _ = at("djambi/pieces/5", "gC7yC/9/9/9/4bC4/9/9/9/rC8 4 rbyg r -")
        .allows("a1e5")
        .apply("a1e5")
        .gives("gC7yC/9/9/9/4rC4/9/9/9/9 4 rryg r x")
        .refuses("@e5", "djambi/put-down/1")
        .apply("@a1")
        .gives("gC7yC/9/9/9/4rC4/9/9/9/x8 4 rryg y -");
    let _ = at("djambi/pieces/5", "gC7yC/9/9/9/9/9/9/9/rC3bM3bC 4 rbyg r -")
        .has("a1e5 a1e1")
        .apply("a1e1 @d1")
        .gives("gC7yC/9/9/9/9/9/9/9/3xrC3bC 4 rbyg b -");
}

#[test]
fn a_militant_kills_outside_the_maze_only() {
    let _ = at("djambi/pieces/6", "gC7yC/9/9/9/4bC4/3rM5/3yM5/9/rC8 4 rbyg r -")
        .refuses("d4e5", "djambi/power/8")
        .allows("d4d3")
        .apply("d4d3")
        .gives("gC7yC/9/9/9/4bC4/9/3rM5/9/rC8 4 rbyg r x")
        .refuses("@e5", "djambi/put-down/1");
}

#[test]
fn an_assassin_changes_places_and_needs_a_way_out_of_the_maze() {
    let _ = at("djambi/pieces/7", "gC7yC/9/9/9/9/9/9/2rA2bM3/rC7bC 4 rbyg r -")
        .apply("c2f2")
        .gives("gC7yC/9/9/9/9/9/9/2x2rA3/rC7bC 4 rbyg b -");
    let _ =
        at("djambi/pieces/7", "gC7yC/9/9/3xxx3/3xbCx3/3xrAx3/9/9/rC8 4 rbyg r -").refuses("e4e5", "djambi/pieces/7");
    let _ = at("djambi/pieces/7", "gC7yC/9/9/3x1x3/3xbCx3/3xrAx3/9/9/rC8 4 rbyg r -")
        .apply("e4e5")
        .gives("gC7yC/9/9/3x1x3/3xrAx3/3xxx3/9/9/rC8 4 rryg r exit")
        .from("e5", "e5e6 e5e7 e5e8 e5e9");
}

#[test]
fn a_diplomat_lifts_the_living() {
    let _ = at("djambi/pieces/8", "gC7yC/9/9/9/9/9/9/2rD2bM3/rC2x4bC 4 rbyg r -")
        .refuses("c2d1", "djambi/pieces/9")
        .apply("c2f2")
        .gives("gC7yC/9/9/9/9/9/9/5rD3/rC2x4bC 4 rbyg r bM")
        .allows("@c2")
        .apply("@c2")
        .gives("gC7yC/9/9/9/9/9/9/2bM2rD3/rC2x4bC 4 rbyg b -");
}

#[test]
fn a_diplomat_in_the_maze_keeps_its_way_out() {
    // e4, where it came from, is the only empty neighbour and must stay free; then it leaves there.
    let _ = at("djambi/pieces/8", "gC7yC/9/9/3xxx3/3xbCx3/3xrDx3/9/9/rC8 4 rbyg r -")
        .apply("e4e5")
        .refuses("@e4", "djambi/put-down/3")
        .apply("@e2")
        .actions("e5e3 e5e4")
        .apply("e5e4")
        .gives("gC7yC/9/9/3xxx3/3x1x3/3xrDx3/9/4bC4/rC8 4 rbyg b -");
}

#[test]
fn a_necromobile_lifts_the_dead() {
    let _ = at("djambi/pieces/9", "gC7yC/9/9/9/9/9/9/2rN2bM3/rC2x4bC 4 rbyg r -")
        .refuses("c2f2", "djambi/pieces/9")
        .apply("c2d1")
        .gives("gC7yC/9/9/9/9/9/9/5bM3/rC2rN4bC 4 rbyg r x")
        .refuses("@e5", "djambi/put-down/2")
        .apply("@c2")
        .gives("gC7yC/9/9/9/9/9/9/2x2bM3/rC2rN4bC 4 rbyg b -");
}

#[test]
fn a_reporter_takes_nothing() {
    let _ = at("djambi/pieces/10", "8yC/9/9/9/4gC4/9/9/2rR2bM3/rC2x4bC 4 rbyg r -")
        .refuses("c2f2", "djambi/pieces/10")
        .refuses("c2d1", "djambi/pieces/9")
        .apply("c2e2")
        .gives("8yC/9/9/9/4gC4/9/9/4rRbM3/rC2x4bC 4 rbyg r kill:e2")
        .actions("@f2 stop");
}

#[test]
fn a_reporter_kills_one_enemy_beside_it() {
    let _ = at("djambi/pieces/11", "gC7yC/9/9/9/9/2yMbM5/3rR1gM3/3rMx4/rC7bC 4 rbyg r kill:d3")
        .actions("@d4 stop")
        .refuses("@c4", "djambi/pieces/11")
        .refuses("@d2", "djambi/pieces/11")
        .refuses("@e3", "djambi/pieces/11")
        .refuses("@f3", "djambi/pieces/11")
        .allows("@d4")
        .allows("stop")
        .apply("@d4")
        .gives("gC7yC/9/9/9/9/2yMx5/3rR1gM3/3rMx4/rC7bC 4 rbyg b -");
    let _ = at("djambi/pieces/11", "gC7yC/9/9/9/9/3bM5/3rR5/9/rC7bC 4 rbyg r kill:d3")
        .apply("stop")
        .gives("gC7yC/9/9/9/9/3bM5/3rR5/9/rC7bC 4 rbyg b -");
}

#[test]
fn leaving_the_maze_takes_nothing() {
    let _ = at("djambi/pieces/12", "gC7yC/9/4yM4/9/4rA1x2/9/9/4x4/rC8 4 rryg r exit")
        .refuses("e5e7", "djambi/pieces/12")
        .refuses("e5e8", "djambi/pieces/12")
        .refuses("e5g5", "djambi/pieces/12")
        .refuses("e5f7", "djambi/pieces/12")
        .allows("e5e6")
        .allows("e5f5")
        .apply("e5h8")
        .gives("gC7yC/7rA1/4yM4/9/6x2/9/9/4x4/rC8 4 rryg y -");
}

#[test]
fn a_corpse_in_the_maze_waits_for_a_necromobile() {
    let _ = at("djambi/pieces/13", "gC7yC/9/9/9/4x4/9/9/4rN4/rC7bC 4 rbyg r -")
        .refuses("a1e5", "djambi/pieces/9")
        .refuses("a1f6", "djambi/pieces/1")
        .apply("e2e5 @a2 e5e4")
        .gives("gC7yC/9/9/9/9/4rN4/9/x8/rC7bC 4 rbyg b -");
    for mover in ["rA", "rR", "rD", "rN", "rM"] {
        let _ = at("djambi/pieces/13", &format!("gC7yC/9/9/9/9/3{mover}5/9/9/rC7bC 4 rbyg r -"))
            .refuses("d4e5", "djambi/pieces/13");
    }
}

#[test]
fn things_are_put_on_empty_squares() {
    let _ = at("djambi/put-down/1", "gC7yC/9/9/9/9/3rM5/4x4/9/rC7bC 4 rbyg r x")
        .count(81 - 6 - 1)
        .refuses("@e3", "djambi/put-down/1")
        .refuses("@a1", "djambi/put-down/1")
        .allows("@d3");
}

#[test]
fn only_a_living_chief_is_put_into_the_maze() {
    let _ = at("djambi/put-down/2", "gC7yC/9/9/9/9/3rM5/9/9/rC7bC 4 rbyg r x").refuses("@e5", "djambi/put-down/2");
    let _ = at("djambi/put-down/2", "gC7yC/9/9/9/9/3rD5/9/9/rC7bC 4 rbyg r bM").refuses("@e5", "djambi/put-down/2");
    let _ = at("djambi/put-down/2", "gC7yC/9/9/9/9/3rD5/9/9/rC8 4 rbyg r bC").allows("@e5").count(81 - 4);
}

#[test]
fn the_last_way_out_stays_free() {
    let _ = at("djambi/put-down/3", "gC7yC/9/9/3xxx3/3xrNx3/3x1x3/9/9/rC7bC 4 rbyg r x")
        .refuses("@e4", "djambi/put-down/3")
        .allows("@e3");
    // With two ways out either may be closed.
    let _ = at("djambi/put-down/3", "gC7yC/9/9/3x1x3/3xrNx3/3x1x3/9/9/rC7bC 4 rbyg r x").allows("@e4").allows("@e6");
    // A chief in the Maze does not have to leave.
    let _ = at("djambi/put-down/3", "gC7yC/9/9/3xxx3/3xrCx3/3x1x3/9/9/8bC 4 rbyg r x").allows("@e4");
}
