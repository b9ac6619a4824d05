//! The 36 rulings, one by one.

use crate::at;

const START: &str = "gCgAgM3yMyAyC/gRgDgM3yMyDyR/gMgMgN3yNyMyM/9/9/9/rMrMrN3bNbMbM/rRrDrM3bMbDbR/rCrArM3bMbAbC";

#[test]
fn set_up_and_order() {
    use menagerie_djambi::{Players, Position};
    // "djambi/ruling/1", "djambi/ruling/2", "djambi/ruling/3"
    assert_eq!(Position::initial(Players::Four).to_string(), format!("{START} 4 rbyg r -"));
    assert_eq!(Position::initial(Players::Three).to_string(), format!("{START} 3 rby- r -"));
    assert_eq!(Position::initial(Players::Two).to_string(), format!("{START} 2 r-y- r -"));
    let _ = at("djambi/ruling/2", &format!("{START} 4 rbyg r -"))
        .apply("a3a4")
        .actor("blue")
        .apply("i3i4")
        .actor("yellow")
        .apply("i7i6")
        .actor("green")
        .apply("a7a6")
        .actor("red");
}

#[test]
fn neutral_and_leaderless() {
    // Neutral pieces stand still, are killed and displaced.
    let _ = at("djambi/ruling/3", "gC7yC/9/9/9/9/9/9/bMrD7/rC7bC 2 r-y- r -")
        .refuses("a2a3", "djambi/words/4")
        .allows("a1a2")
        .allows("b2a2");
    let _ = at("djambi/ruling/4", "gC7yC/9/9/9/9/9/9/4rC4/8bC 2 r-y- r -")
        .apply("e2e5")
        .gives("gC7yC/9/9/9/4rC4/9/9/9/8bC 2 r-y- y -");
    let _ = at("djambi/ruling/5", "gC7yC/9/9/9/9/9/9/rMrD7/rC7bC 4 rbyg r -")
        .refuses("a1a2", "djambi/pieces/4")
        .refuses("b2a2", "djambi/pieces/4");
    let _ =
        at("djambi/ruling/5", "gC7yC/9/9/9/9/3bM5/2rMrR5/9/rC7bC 4 rbyg r kill:d3").refuses("@c3", "djambi/pieces/11");
    let _ = at("djambi/ruling/6", "gC7yC/9/9/9/9/9/9/bMrD7/rC8 4 r-yg r -")
        .refuses("a1a2", "djambi/pieces/4")
        .refuses("b2a2", "djambi/pieces/4");
}

#[test]
fn the_reporter() {
    let _ = at("djambi/ruling/7", "gC7yC/9/9/9/9/9/9/4rR4/rC7bC 4 rbyg r -")
        .refuses("e2e5", "djambi/pieces/13")
        .has("e2e6");
    let _ = at("djambi/ruling/8", "gC7yC/9/9/9/9/3bM5/3rR5/9/rC7bC 4 rbyg r kill:d3").apply("stop").actor("blue");
    let _ = at("djambi/ruling/9", "gC7yC/9/9/9/9/3bM5/2gMrR5/9/rC7bC 4 rbyg r kill:d3")
        .apply("@d4")
        .gives("gC7yC/9/9/9/9/3x5/2gMrR5/9/rC7bC 4 rbyg b -");
}

#[test]
fn putting_down_and_leaving_the_maze() {
    let _ = at("djambi/ruling/10", "gC7yC/9/9/9/9/9/3bM5/3rM5/rC7bC 4 rbyg r -").apply("d2d3").has("@d2");
    let _ = at("djambi/ruling/10", "gC7yC/9/9/9/9/9/3bM5/3rD5/rC7bC 4 rbyg r -").apply("d2d3").has("@d2");
    let _ = at("djambi/ruling/11", "gC7yC/9/9/9/4rA4/4yM4/9/9/rC8 4 rryg r exit").refuses("e5e4", "djambi/pieces/12");
    // The diplomat stands in the Maze when the chief is put down.
    let _ = at("djambi/ruling/12", "gC7yC/9/9/9/4bC4/9/9/4rD4/rC8 4 rbyg r -")
        .apply("e2e5")
        .refuses("@e5", "djambi/put-down/1");
    let _ =
        at("djambi/ruling/13", "gC7yC/9/9/3xxx3/3xbCx3/3xrAx3/9/9/rC8 4 rbyg r -").refuses("e4e5", "djambi/pieces/7");
    let _ = at("djambi/ruling/13", "gC7yC/9/9/3xxx3/3xbCx3/3x1x3/9/4rD4/rC8 4 rbyg r -")
        .apply("e2e5")
        .refuses("@e4", "djambi/put-down/3");
    let _ = at("djambi/ruling/14", "gC7yC/9/9/9/4bC4/4rA4/9/9/rC8 4 rbyg r -")
        .apply("e4e5")
        .refuses("e5e4", "djambi/pieces/12");
    let _ = at("djambi/ruling/14", "gC7yC/9/9/9/4bC4/4rD4/9/9/rC8 4 rbyg r -").apply("e4e5 @a2").allows("e5e4");
}

#[test]
fn the_maze() {
    for mover in ["rA", "rD"] {
        let _ = at("djambi/ruling/15", &format!("gC7yC/9/9/9/4x4/4{mover}4/9/9/rC7bC 4 rbyg r -"))
            .refuses("a1e5", "djambi/pieces/9")
            .refuses("e4e5", "djambi/pieces/9");
    }
    let _ = at("djambi/ruling/15", "gC7yC/9/9/9/4x4/4rN4/9/9/rC7bC 4 rbyg r -").allows("e4e5");
    // A neutral chief too; it gives power to nobody.
    let _ = at("djambi/ruling/16", "gC7yC/9/9/9/9/9/9/4rDbC3/rC8 2 r-y- r -")
        .apply("e2f2 @e5")
        .gives("gC7yC/9/9/9/4bC4/9/9/5rD3/rC8 2 r-y- y -");
    let _ = at("djambi/ruling/17", "gC7yC/9/9/9/4bC4/3rM5/9/9/rC8 4 rbyg r -").refuses("d4e5", "djambi/power/8");
}

#[test]
fn power() {
    let _ = at("djambi/ruling/18", "gC7yC/9/9/9/4rC4/9/9/9/rM7bC 4 rbyg g -")
        .apply("a9a8")
        .actor("red")
        .apply("a1a2")
        .actor("blue");
    let _ = at("djambi/ruling/19", "8yC/9/9/9/9/9/9/4rC4/rM8 2 rryr r -")
        .apply("e2e5")
        .actor("yellow")
        .apply("i9i8")
        .actor("red")
        .apply("a1a2")
        .actor("red");
    // Leaving in the slot of blue: red's regular turn comes after green's.
    let _ = at("djambi/ruling/20", "gC7yC/9/9/9/4rC4/9/9/9/8bC 4 rbyg r+b -")
        .apply("e5e4")
        .actor("yellow")
        .apply("i9i8")
        .actor("green")
        .apply("a9a8")
        .gives("9/gC7yC/9/9/9/4rC4/9/9/8bC 4 rbyg r -");
}

#[test]
fn who_gets_the_pieces() {
    let _ = at("djambi/ruling/21", "gC8/9/9/6yM2/9/9/9/bC8/rC8 4 rbbg r -")
        .apply("a1a2 @a1")
        .gives("gC8/9/9/6yM2/9/9/9/rC8/x8 4 rrrg g -");
    let _ = at("djambi/ruling/22", "gC7yC/9/6bM2/x8/rN8/9/9/4rC2x1/7xbC 4 rbyg r -")
        .apply("a5a6 @i2 i9i8 a9b9 e2e5")
        .gives("1gC7/8yC/6bM2/rN8/4rC4/9/9/7xx/7xx 4 rryg y -");
    // Red leaves the Maze and keeps blue; red is killed, and both go to the killer.
    let _ = at("djambi/ruling/23", "gC7yC/9/bM8/9/4rC4/9/9/9/9 4 rryg r+g -")
        .apply("e5f6")
        .gives("gC7yC/9/bM8/5rC3/9/9/9/9/9 4 rryg y -")
        .apply("i9f6")
        .lacks("@f6")
        .apply("@a1")
        .gives("gC8/9/bM8/5yC3/9/9/9/9/x8 4 yyyg g -");
}

#[test]
fn surrounded() {
    let _ = at("djambi/ruling/24", "gC7yC/9/6bN2/x8/rN8/9/9/4rC2x1/7xbC 4 rbyg r -").apply("a5a6 @i2").actor("blue");
    let _ = at("djambi/ruling/25", "gC7yC/9/9/x8/rN8/9/9/4rC2x1/7xbC 4 rbyg r -")
        .apply("a5a6 @i2")
        .gives("gC7yC/9/9/rN8/9/9/9/4rC2xx/7xx 4 r-yg y -");
    let _ =
        at("djambi/ruling/26", "7xyC/1yN5xx/9/9/9/9/9/xrA7/rCx7 2 r-y- r -").apply("b2b8").outcome("red 1 yellow 0");
    let _ =
        at("djambi/ruling/27", "gC7yC/9/9/x8/rN8/9/6xxx/4rC1xbM1/6xbMbC 4 rbyg r -").apply("a5a6 @i2").actor("yellow");
    let _ = at("djambi/ruling/28", "gC7yC/9/9/3xxx3/3xrCx3/3xxx3/9/9/8bC 4 rbyg b -").apply("i1i2").actions("pass");
    let _ = at("djambi/ruling/31", "gC7yC/9/9/x8/rN8/9/9/4rC2x1/7xbC 2 r-y- r -")
        .apply("a5a6 @i2")
        .gives("gC7yC/9/9/rN8/9/9/9/4rC2xx/7xx 2 r-y- y -");
}

#[test]
fn moments() {
    let _ = at("djambi/ruling/29", "9/9/9/9/3yC5/3rM5/9/9/rC8 2 r-y- r -")
        .apply("d4d5")
        .actor("red")
        .apply("@a9")
        .actor("nobody");
    let _ = at("djambi/ruling/30", "gC7yC/9/9/9/9/9/9/bC8/rC8 4 rbyg r -")
        .apply("a1a2")
        .gives("gC7yC/9/9/9/9/9/9/rC8/9 4 rryg r x");
    // Put down beside an enemy, the reporter does nothing.
    let _ = at("djambi/ruling/32", "gC7yC/9/9/9/9/9/9/rMrDbR6/rC7bC 4 rbyg r -")
        .apply("b2c2 @b2")
        .gives("gC7yC/9/9/9/9/9/9/rMbRrD6/rC7bC 4 rbyg b -");
    let _ = at("djambi/ruling/33", "gC7yC/9/9/9/9/9/9/bM8/rC7bC 4 rbyg r -")
        .concede("blue")
        .gives("gC7yC/9/9/9/9/9/9/bM8/rC7x 4 r-yg r -")
        .refuses("a1a2", "djambi/pieces/4");
}

#[test]
fn corpses_have_no_colour() {
    // The position is the same, whichever piece died there.
    let after = |position: &str| *at("djambi/ruling/34", position).apply("a1a2 @a1").position();
    let blue = after("gC7yC/9/9/9/9/9/9/bM8/rC7bC 4 rbyg r -");
    let yellow = after("gC7yC/9/9/9/9/9/9/yA8/rC7bC 4 rbyg r -");
    assert_eq!(blue, yellow);
}

#[test]
fn passing_and_being_out_of_reach_end_nothing() {
    let walled_in = "8yC/9/9/3xxx3/3xrCx3/3xxx3/9/9/9 2 rryr r+y -";
    let _ = at("djambi/ruling/35", walled_in).apply("pass pass i9i8 pass pass i8i9").gives(walled_in);
    let _ = at("djambi/ruling/36", walled_in).apply("pass").actor("red").apply("pass").actor("yellow").has("i9i8");
}
