//! Which texts are positions and actions: djambi/position.

use menagerie_testkit::{misspelled, not_a_position, not_an_action};

use crate::{P, at};

#[track_caller]
fn accepted(text: &str) {
    let _ = at("djambi/position", text).gives(text);
}

#[test]
fn five_fields_in_their_form() {
    for text in [
        "",
        "gC7yC/9/9/9/9/9/9/9/rC7bC 4 rbyg r",
        "gC7yC/9/9/9/9/9/9/9/rC7bC 4 rbyg r - ",
        "gC7yC/9/9/9/9/9/9/9/rC7bC  4 rbyg r -",
        "gC7yC/9/9/9/9/9/9/rC7bC 4 rbyg r -",
        "gC7yC/9/9/9/9/9/9/9/9/rC7bC 4 rbyg r -",
        "gC7yC/54/9/9/9/9/9/9/rC7bC 4 rbyg r -",
        "gC7yC/8/9/9/9/9/9/9/rC7bC 4 rbyg r -",
        "gC8yC/9/9/9/9/9/9/9/rC7bC 4 rbyg r -",
        "gC7yC/09/9/9/9/9/9/9/rC7bC 4 rbyg r -",
        "gC7yC/9/9/9/9/9/9/9/rC7bK 4 rbyg r -",
        "gC7yC/9/9/9/9/9/9/9/rC7wC 4 rbyg r -",
        "gC7yC/8X/9/9/9/9/9/9/rC7bC 4 rbyg r -",
        "gC7yC/9/9/9/9/9/9/9/rC7bC 5 rbyg r -",
        "gC7yC/9/9/9/9/9/9/9/rC7bC 04 rbyg r -",
        "gC7yC/9/9/9/9/9/9/9/rC7bC 4 rby r -",
        "gC7yC/9/9/9/9/9/9/9/rC7bC 4 rbygg r -",
        "gC7yC/9/9/9/9/9/9/9/rC7bC 4 rbyw r -",
        "gC7yC/9/9/9/9/9/9/9/rC7bC 4 rbyg R -",
        "gC7yC/9/9/9/9/9/9/9/rC7bC 4 rbyg r+ -",
        "gC7yC/9/9/9/9/9/9/9/rC7bC 4 rbyg r+bb -",
        "gC7yC/9/9/9/9/9/9/9/rC7bC 4 rbyg r -x",
        "gC7yC/9/9/9/9/9/9/9/rC7bC 4 rbyg r kill:d10",
        "gC7yC/9/9/9/9/9/9/9/rC7bC 4 rbyg r kill",
        "gC7yC/9/9/9/9/9/9/9/rC7bC 4 rbyg r leave",
    ] {
        misspelled::<P>("djambi/position/1", text);
    }
    accepted("gC7yC/9/9/9/9/9/9/9/rC7bC 4 rbyg r -");
}

#[test]
fn no_more_units_than_the_game_has() {
    let rule = "djambi/position/2";
    not_a_position::<P>(rule, "gC7yC/9/9/9/9/9/9/rC8/rC7bC 4 rbyg r -");
    not_a_position::<P>(rule, "gC7yC/9/9/9/9/9/9/rArA7/rC7bC 4 rbyg r -");
    not_a_position::<P>(rule, "gC7yC/9/9/9/9/9/9/rMrMrMrMrM4/rC7bC 4 rbyg r -");
    not_a_position::<P>(rule, "gC7yC/9/9/9/9/9/9/bMbMbMbM1rD3/rC7bC 4 rbyg r bM");
    not_a_position::<P>(rule, "xxxxxxxxx/xxxxxxxxx/xxxxxxxxx/xxxxxxxx1/9/9/9/9/rC7yC 2 r-y- r -");
    not_a_position::<P>(rule, "xxxxxxxxx/xxxxxxxxx/xxxxxxxxx/xxxxxxx2/9/9/9/9/rC7yC 2 r-y- r x");
    accepted("xxxxxxxxx/xxxxxxxxx/xxxxxxxxx/xxxxxxx2/9/9/9/9/rC7yC 2 r-y- r -");
}

#[test]
fn colours_are_under_living_seats_of_the_game() {
    let rule = "djambi/position/3";
    not_a_position::<P>(rule, "8yC/9/9/9/9/9/9/9/rC8 4 rgy- r -");
    not_a_position::<P>(rule, "gC7yC/9/9/9/9/9/9/9/rC7bC 2 rby- r -");
    not_a_position::<P>(rule, "gC7yC/9/9/9/9/9/9/9/rC7bC 3 rbyg r -");
    not_a_position::<P>(rule, "9/9/9/9/9/9/9/9/9 4 ---- - -");
    accepted("8yC/9/9/9/9/9/9/9/rC8 4 rry- r -");
}

#[test]
fn chiefs_are_there_exactly_for_the_living_and_the_neutral() {
    let rule = "djambi/position/4";
    not_a_position::<P>(rule, "gC7yC/9/9/9/9/9/9/9/rC8 4 rbyg r -");
    not_a_position::<P>(rule, "gC7yC/9/9/9/9/9/9/9/rC7bC 4 rryg r -");
    not_a_position::<P>(rule, "gC7yC/9/9/9/9/9/9/9/rC7bC 4 r-yg r -");
    not_a_position::<P>(rule, "gC7yC/9/9/9/9/9/9/9/rC7bC 2 rry- r -");
    // djambi/words/3
    not_a_position::<P>(rule, "gC7yC/9/9/9/9/9/9/9/8bC 4 rbyg b -");
    accepted("gC7yC/9/9/9/9/9/9/4rD4/rC8 4 rbyg r bC");
    accepted("8yC/9/9/9/9/9/9/9/rC7bC 2 r-y- r -");
}

#[test]
fn the_seat_on_turn_is_living_and_the_slot_is_another_seat() {
    let rule = "djambi/position/5";
    not_a_position::<P>(rule, "gC7yC/9/9/9/9/9/9/9/rC8 4 rryg b -");
    not_a_position::<P>(rule, "gC7yC/9/9/9/4rC4/9/9/9/8bC 4 rbyg r+r -");
    not_a_position::<P>(rule, "gC7yC/9/9/9/4rC4/9/9/9/8bC 2 r-y- r+b -");
    accepted("gC7yC/9/9/9/4rC4/9/9/9/9 4 rryg r+b -");
}

#[test]
fn the_game_is_over_exactly_with_one_living_seat_and_nothing_pending() {
    let rule = "djambi/position/6";
    not_a_position::<P>(rule, "8yC/9/9/9/9/9/9/9/rC8 2 r-y- - -");
    not_a_position::<P>(rule, "9/9/9/9/9/9/9/9/rC8 2 rrr- r -");
    not_a_position::<P>(rule, "9/9/9/9/9/9/9/9/rC8 2 rrr- - x");
    accepted("9/9/9/9/9/9/9/9/rC8 2 rrr- - -");
    accepted("9/9/9/9/9/9/9/9/rC8 2 rrr- r x");
}

#[test]
fn only_pieces_on_their_way_out_are_in_the_maze() {
    let rule = "djambi/position/7";
    not_a_position::<P>(rule, "gC7yC/9/9/9/4rM4/9/9/9/rC7bC 4 rbyg r -");
    not_a_position::<P>(rule, "gC7yC/9/9/9/4rA4/9/9/9/rC7bC 4 rbyg r -");
    not_a_position::<P>(rule, "gC7yC/9/9/9/4bA4/9/9/9/rC7bC 4 rbyg r exit");
    not_a_position::<P>(rule, "gC7yC/9/9/9/4rR4/9/9/9/rC7bC 4 rbyg r exit");
    not_a_position::<P>(rule, "gC7yC/9/9/3xxx3/3xrAx3/3xxx3/9/9/rC7bC 4 rbyg r exit");
    not_a_position::<P>(rule, "gC7yC/9/9/9/4rD4/9/9/9/rC7bC 4 rbyg r x");
    not_a_position::<P>(rule, "gC7yC/9/9/9/4rD4/9/9/9/rC7bC 4 rbyg r bM");
    not_a_position::<P>(rule, "gC7yC/9/9/9/4rN4/9/9/9/rC8 4 rbyg r bC");
    not_a_position::<P>(rule, "9/9/9/9/4rA4/9/9/9/rC8 4 rrrr - -");
    accepted("gC7yC/9/9/9/4rA4/9/9/9/rC7bC 4 rbyg r exit");
    accepted("gC7yC/9/9/9/4rN4/9/9/9/rC7bC 4 rbyg r x");
    accepted("gC7yC/9/9/9/4rD4/9/9/9/rC8 4 rbyg r bC");
    accepted("gC7yC/9/9/9/4rC4/9/9/9/8bC 4 rbyg r x");
}

#[test]
fn exit_needs_a_piece_that_leaves() {
    not_a_position::<P>("djambi/position/8", "gC7yC/9/9/9/9/9/9/9/rC7bC 4 rbyg r exit");
    not_a_position::<P>("djambi/position/8", "gC7yC/9/9/9/4rC4/9/9/9/8bC 4 rbyg r exit");
}

#[test]
fn a_piece_in_the_hand_is_an_enemy() {
    let rule = "djambi/position/9";
    not_a_position::<P>(rule, "gC7yC/9/9/9/9/9/9/9/rC7bC 4 rbyg r rM");
    not_a_position::<P>(rule, "gC7yC/9/9/9/9/9/9/9/rC8 4 rryg r bM");
    not_a_position::<P>(rule, "gC7yC/9/9/9/9/9/9/9/rC8 4 r-yg r bM");
    accepted("gC7yC/9/9/9/9/9/9/9/rC7bC 2 r-y- r bM");
}

#[test]
fn a_pending_kill_needs_a_reporter_and_a_victim() {
    let rule = "djambi/position/10";
    not_a_position::<P>(rule, "gC7yC/9/9/9/9/3bM5/9/9/rC7bC 4 rbyg r kill:d3");
    not_a_position::<P>(rule, "gC7yC/9/9/9/9/3bM5/3rM5/9/rC7bC 4 rbyg r kill:d3");
    not_a_position::<P>(rule, "gC7yC/9/9/9/9/3bM5/3yR5/9/rC7bC 4 rbyg r kill:d3");
    not_a_position::<P>(rule, "gC7yC/9/9/9/9/2bM6/3rR5/9/rC7bC 4 rbyg r kill:d3");
    not_a_position::<P>(rule, "gC7yC/9/9/9/9/3bM5/3rR5/9/rC8 4 r-yg r kill:d3");
    accepted("gC7yC/9/9/9/9/3bM5/3rR5/9/rC7bC 4 rbyg r kill:d3");
}

/// A leaderless piece can be neither killed nor passed: red's chief is walled in by it and two corpses, but not surrounded.
#[test]
fn the_seat_on_turn_can_act() {
    not_a_position::<P>("djambi/position/11", "8yC/9/9/9/9/9/9/xbA7/rCx7 4 r-y- r -");
    accepted("8yC/9/9/9/9/9/9/xbA7/rCx7 4 r-y- y -");
    accepted("8yC/9/9/9/9/9/9/xbA7/rC8 4 r-y- r -");
}

#[test]
fn texts_that_are_no_action() {
    for text in
        ["", "a1", "a1a0", "a1j1", "a1a2x", "A1a2", "@", "@a0", "@a1a2", "Stop", "stop ", "pass!", "a1-a2", "éé"]
    {
        not_an_action::<P>(text);
    }
}
