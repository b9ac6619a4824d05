//! Power: who has it, how it begins and ends, what it brings.

use crate::at;

#[test]
fn the_chief_of_a_seat_in_the_maze_is_power() {
    let _ = at("djambi/power/1", "gC7yC/9/9/9/4rC4/9/9/9/8bC 4 rbyg b -").apply("i1i2").actor("red");
    // A neutral chief gives power to nobody.
    let _ = at("djambi/power/1", "gC7yC/9/9/9/4bC4/9/9/9/rC8 2 r-y- r -")
        .apply("a1a2")
        .gives("gC7yC/9/9/9/4bC4/9/9/rC8/9 2 r-y- y -");
}

#[test]
fn power_begins_when_the_turn_ends_and_stops_when_the_chief_is_gone() {
    let _ = at("djambi/power/2", "gC7yC/9/9/9/9/9/9/4rC4/8bC 4 rbyg r -")
        .apply("e2e5")
        .tells("red takes power")
        .gives("gC7yC/9/9/9/4rC4/9/9/9/8bC 4 rbyg b -");
    let _ = at("djambi/power/2", "gC7yC/9/9/1bC7/9/9/9/9/rCrD7 4 rbyg r -")
        .apply("b1b6 @e5")
        .tells("blue takes power")
        .gives("gC7yC/9/9/1rD7/4bC4/9/9/9/rC8 4 rbyg b+r -");
    let _ = at("djambi/power/2", "gC7yC/9/9/9/4bC4/9/9/4rD4/rC8 4 rbyg r -")
        .apply("e2e5")
        .tells("blue is no longer in power")
        .apply("@i1 e5e4")
        .gives("gC7yC/9/9/9/9/4rD4/9/9/rC7bC 4 rbyg b -");
}

#[test]
fn with_three_living_the_ruler_plays_after_each_other_turn() {
    let _ = at("djambi/power/3", "8yC/9/9/9/4rC4/9/9/9/rM7bC 4 rbyr b -")
        .apply("i1i2")
        .actor("red")
        .apply("a1a2")
        .actor("yellow")
        .apply("i9i8")
        .actor("red")
        .apply("a2a1")
        .gives("9/8yC/9/9/4rC4/9/9/8bC/rM8 4 rbyr b -");
}

#[test]
fn with_two_living_the_ruler_plays_two_turns_in_a_row() {
    let _ = at("djambi/power/4", "8yC/9/9/9/9/9/9/4rC4/rM8 2 rryr r -")
        .apply("e2e5")
        .actor("yellow")
        .apply("i9i8")
        .actor("red")
        .apply("a1a2")
        .actor("red")
        .apply("a2a1")
        .actor("yellow");
}

#[test]
fn nobody_else_plays_twice_in_a_row() {
    let _ = at("djambi/power/5", "gC7yC/9/9/9/4rC4/9/9/9/8bC 4 rbyg r+g -")
        .apply("e5e4")
        .gives("gC7yC/9/9/9/9/4rC4/9/9/8bC 4 rbyg b -");
    // With two living: the ruler leaves in its extra turn, and the other plays next.
    let _ = at("djambi/power/5", "8yC/9/9/9/4rC4/9/9/9/9 2 rryr r+y -")
        .apply("e5e4")
        .gives("8yC/9/9/9/9/4rC4/9/9/9 2 rryr y -");
}

#[test]
fn the_ruler_takes_leaderless_colours_and_no_neutral_ones() {
    // Three players: blue is leaderless, green neutral.
    let _ = at("djambi/power/6", "gC7yC/9/9/9/9/9/6bM2/4rC4/9 3 r-y- r -")
        .apply("e2e5")
        .gives("gC7yC/9/9/9/4rC4/9/6bM2/9/9 3 rry- y -")
        // The colour stays when the chief leaves.
        .apply("i9i8 e5e4")
        .gives("gC8/8yC/9/9/9/4rC4/6bM2/9/9 3 rry- y -");
}

#[test]
fn a_ruler_is_never_surrounded_and_passes_without_a_move() {
    let _ = at("djambi/power/7", "gC7yC/9/9/3xxx3/3xrCx3/3xxx3/9/9/8bC 4 rbyg b -")
        .apply("i1i2")
        .actions("pass")
        .refuses("e5e4", "djambi/pieces/9")
        .apply("pass")
        .gives("gC7yC/9/9/3xxx3/3xrCx3/3xxx3/9/8bC/9 4 rbyg y -");
    // In a regular turn too.
    let _ = at("djambi/power/7", "8yC/9/9/3xxx3/3xrCx3/3xxx3/9/9/9 2 rryr r+y -")
        .apply("pass")
        .gives("8yC/9/9/3xxx3/3xrCx3/3xxx3/9/9/9 2 rryr r -")
        .apply("pass")
        .actor("yellow");
    // Not while there is a move.
    let _ = at("djambi/power/7", "8yC/9/9/3xxx3/3xrCx3/3xxx3/9/9/rM8 2 rryr r -").refuses("pass", "djambi/power/7");
}

#[test]
fn militants_do_nothing_to_a_ruler() {
    let _ = at("djambi/power/8", "gC7yC/9/4rM4/9/4bC4/3rM5/9/9/rC8 4 rbyg r -")
        .refuses("d4e5", "djambi/power/8")
        .refuses("e7e5", "djambi/power/8")
        .allows("a1c3");
}
