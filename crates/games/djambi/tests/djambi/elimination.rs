//! How a seat is eliminated, and which seat gets its colours.

use crate::at;

#[test]
fn the_killer_of_a_chief_gets_all_its_colours_at_once() {
    let _ = at("djambi/elimination/1", "gC8/9/9/6yM2/9/9/9/bC8/rC8 4 rbbg r -")
        .apply("a1a2")
        .gives("gC8/9/9/6yM2/9/9/9/rC8/9 4 rrrg r x")
        .tells("blue chief on a2 dies")
        .tells("blue is out of the game")
        .tells("the blue pieces come under red")
        .tells("the yellow pieces come under red");
}

#[test]
fn a_chief_ringed_by_corpses_falls() {
    let _ = at("djambi/elimination/2", "gC7yC/9/6bM2/x8/rN8/9/9/4rC2x1/7xbC 4 rbyg r -")
        .apply("a5a6 @i2")
        .gives("gC7yC/9/6bM2/rN8/9/9/9/4rC2xx/7xx 4 r-yg y -")
        .tells("the blue chief is surrounded by the dead")
        .tells("blue chief on i1 dies")
        .tells("the blue pieces are left without a leader");
}

#[test]
fn a_seat_without_a_move_falls() {
    let _ = at("djambi/elimination/3", "gC7yC/9/9/x8/rN8/9/6xxx/4rC1xbM1/6xbMbC 4 rbyg r -")
        .apply("a5a6 @i2")
        .gives("gC7yC/9/9/rN8/9/9/6xxx/4rC1xbMx/6xbMx 4 r-yg y -");
    // A seat with a move anywhere stays.
    let _ = at("djambi/elimination/3", "gC7yC/9/9/x8/rN8/6bM2/6xxx/4rC1xbM1/6xbMbC 4 rbyg r -")
        .apply("a5a6 @i2")
        .actor("blue");
}

#[test]
fn who_concedes_falls() {
    let _ = at("djambi/elimination/4", "gC7yC/9/9/9/9/9/9/bM8/rC7bC 4 rbyg r -")
        .concede("blue")
        .gives("gC7yC/9/9/9/9/9/9/bM8/rC7x 4 r-yg r -")
        .tells("blue concedes");
}

#[test]
fn the_colours_of_the_fallen_are_leaderless_or_the_rulers() {
    // Blue held yellow; both are leaderless now.
    let _ = at("djambi/elimination/5", "gC8/9/6yM2/x8/rN8/9/9/4rC2x1/7xbC 4 rbbg r -")
        .apply("a5a6 @i2")
        .gives("gC8/9/6yM2/rN8/9/9/9/4rC2xx/7xx 4 r--g g -")
        .tells("the blue pieces are left without a leader")
        .tells("the yellow pieces are left without a leader");
    // With green in power they are green's at once.
    let _ = at("djambi/elimination/5", "9/9/6yM2/x8/rN3gC4/9/9/4rC2x1/7xbC 4 rbbg r -")
        .apply("a5a6 @i2")
        .gives("9/9/6yM2/rN8/4gC4/9/9/4rC2xx/7xx 4 rggg g+r -");
}

#[test]
fn an_empty_or_living_neighbour_or_a_necromobile_saves_a_chief() {
    let saved = |position: &str| {
        let _ = at("djambi/elimination/6", position).apply("a5a6 @i2").actor("blue");
    };
    saved("gC7yC/9/9/x8/rN8/9/9/4rC4/7xbC 4 rbyg r -");
    saved("gC7yC/9/9/x8/rN8/9/9/4rC2bM1/7xbC 4 rbyg r -");
    saved("gC7yC/9/9/x8/rN8/9/9/4rC2yM1/7xbC 4 rbyg r -");
    saved("gC7yC/9/4bN4/x8/rN8/9/9/4rC2x1/7xbC 4 rbyg r -");
    // A necromobile of another colour under blue counts as well.
    saved("gC8/9/4yN4/x8/rN8/9/9/4rC2x1/7xbC 4 rbbg r -");
    // One under another seat does not.
    let _ =
        at("djambi/elimination/6", "gC7yC/9/4yN4/x8/rN8/9/9/4rC2x1/7xbC 4 rbyg r -").apply("a5a6 @i2").actor("yellow");
    // In the middle of the board eight corpses are needed.
    let _ = at("djambi/elimination/6", "gC7yC/9/6xxx/x5xbCx/rN5x1x/9/9/4rC4/9 4 rbyg r -")
        .apply("a5a6 @h5")
        .gives("gC7yC/9/6xxx/rN5xxx/6xxx/9/9/4rC4/9 4 r-yg y -");
    // In the Maze none are enough.
    let _ = at("djambi/elimination/6", "gC7yC/9/9/x2xxx3/rN2xbCx3/3x1x3/9/4rC4/9 4 rbyg r -")
        .apply("a5a6 @e4")
        .actor("blue");
}

#[test]
fn a_neutral_chief_is_killed_or_ringed() {
    let _ = at("djambi/elimination/7", "8yC/9/9/9/9/8bM/9/gC8/rC8 2 r-y- r -")
        .apply("a1a2")
        .gives("8yC/9/9/9/9/8bM/9/rC8/9 2 r-yr r x");
    let _ = at("djambi/elimination/7", "gC7yC/9/6bM2/x8/rN8/9/9/4rC2x1/7xbC 2 r-y- r -")
        .apply("a5a6 @i2")
        .gives("gC7yC/9/6bM2/rN8/9/9/9/4rC2xx/7xx 2 r-y- y -")
        .refuses("i9g7", "djambi/pieces/4");
    // Its own necromobile saves it.
    let _ = at("djambi/elimination/7", "gC7yC/9/6bN2/x8/rN8/9/9/4rC2x1/7xbC 2 r-y- r -")
        .apply("a5a6 @i2")
        .gives("gC7yC/9/6bN2/rN8/9/9/9/4rC2xx/7xbC 2 r-y- y -");
}

#[test]
fn pieces_under_a_new_seat_are_allies_from_its_next_turn() {
    let _ = at("djambi/elimination/8", "gC7yC/9/9/9/9/8bM/9/bC8/rC8 4 rbyg r -")
        .apply("a1a2 @a1")
        .actor("yellow")
        .apply("i9i8 a9a8")
        .actor("red")
        .allows("i4i5")
        .apply("i4i5")
        .gives("9/gC7yC/9/9/8bM/9/9/rC8/x8 4 rryg y -");
}

#[test]
fn killing_another_piece_changes_no_control() {
    let _ = at("djambi/elimination/9", "gC7yC/9/9/9/9/9/9/bA8/rC7bC 4 rbyg r -")
        .apply("a1a2 @a1")
        .gives("gC7yC/9/9/9/9/9/9/rC8/x7bC 4 rbyg b -");
}

#[test]
fn the_last_living_seat_wins() {
    let _ = at("djambi/end/1", "9/9/9/9/9/9/9/yC8/rC8 3 rry- r -")
        .apply("a1a2 @a1")
        .gives("9/9/9/9/9/9/9/rC8/x8 3 rrr- - -")
        .outcome("red 1 blue 0 yellow 0");
}

#[test]
fn only_the_seats_of_the_game_score() {
    let _ = at("djambi/end/2", "9/9/9/9/9/9/9/9/4yC4 2 yyyy - -").outcome("red 0 yellow 1");
    let _ = at("djambi/end/2", "9/9/9/9/9/9/9/9/4gC4 4 gggg - -").outcome("red 0 blue 0 yellow 0 green 1");
}
