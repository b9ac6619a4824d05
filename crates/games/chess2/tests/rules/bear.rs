//! The optional rule `bear`.

use menagerie_game::{Options, Rules};

use crate::{P, START, at};

#[test]
fn the_bear_waits_out_of_play() {
    let options = P::INFO.parse_options("bear").expect("an option");
    assert_eq!(<P as Rules>::start(options).to_string(), START.replace("- - -", "- - c"));
    assert_eq!(<P as Rules>::start(Options::NONE).to_string(), START);
    let _ = at("chess2/bear/1", "7k/8/8/8/8/8/8/K2Q4 w ...q - - c").has("d1d8 d1h5").count(27);
}

#[test]
fn the_bear_comes_in_on_an_empty_centre_square() {
    let _ = at("chess2/bear/2", "7k/8/8/8/3F4/8/8/K7 w .Q.q - - c")
        .from("bear", "bear:d5 bear:e4 bear:e5")
        .allows("bear:d5")
        .refuses("bear:d4", "chess2/bear/2")
        .refuses("bear:a1", "chess2/bear/2")
        .apply("bear:e4")
        .gives("7k/8/8/8/3F*3/8/8/K7 b .Q.q - - -")
        .tells("bear goes from the centre to e4");
    let _ = at("chess2/bear/2", START).refuses("bear:d4", "chess2/bear/2");
}

#[test]
fn either_side_moves_the_bear_one_square() {
    for side in ["w", "b"] {
        let text = format!("7k/8/8/8/3*4/2F5/8/K7 {side} .Q.q - - -");
        let _ = at("chess2/bear/3", &text)
            .from("d4", "d4c4 d4c5 d4d3 d4d5 d4e3 d4e4 d4e5")
            .allows("d4e5")
            .refuses("d4c3", "chess2/bear/3")
            .refuses("d4f6", "chess2/bear/3")
            .refuses("bear:d5", "chess2/bear/3")
            .apply("d4e5")
            .tells("bear goes from d4 to e5");
    }
}

#[test]
fn every_piece_takes_the_bear_as_it_takes() {
    for (text, action, after) in [
        ("7k/8/8/3*4/3R4/8/8/K7 w .Q.q r - -", "d4d5", "7k/8/8/3R4/8/8/8/K7 b .Q.q r - -"),
        ("7k/8/8/8/8/3*4/2F5/1M5K w .Q.q - - -", "b1d3", "7k/8/8/8/8/3M4/2F5/7K b .Q.q r - -"),
        ("7k/8/8/4*3/8/2E5/8/K7 w .Q.q - - -", "c3e5", "7k/8/8/4E3/8/8/8/K7 b .Q.q r - -"),
        ("7k/8/8/8/3*4/2F5/8/K7 w .Q.q - - -", "c3d4", "7k/8/8/8/3F4/8/8/K7 b .Q.q r - -"),
        ("7k/8/8/8/8/8/1*6/K7 w .Q.q - - -", "a1b2", "7k/8/8/8/8/8/1K6/8 b .Q.q r - -"),
        ("7k/8/8/8/8/1*6/8/KQ6 w ...q - - -", "b1b3", "7k/8/8/8/8/1Q6/8/K7 b ...q r - -"),
        ("7k/8/8/8/8/1*6/8/Ky6 b .Q.q - - -", "b1b3", "7k/8/8/8/8/1y6/8/K7 w .Q.q r - -"),
    ] {
        let _ = at("chess2/bear/4", text).allows(action).apply(action).gives(after);
    }
    let _ = at("chess2/bear/4", "7k/8/8/3*4/3R4/8/8/K7 w .Q.q - - -").refuses("d4d5", "chess2/moves/1");
}

#[test]
fn the_bear_is_in_the_way() {
    let _ =
        at("chess2/bear/5", "7k/8/8/8/3*4/8/8/K2Q4 w ...q - - -").has("d1d3 d1d4").refuses("d1d5", "chess2/moves/6");
    let _ = at("chess2/bear/5", "7k/8/8/8/3*4/2E5/8/K7 w .Q.q - - -").refuses("c3e5", "chess2/ruling/15");
    let _ = at("chess2/bear/5", "7k/8/8/8/3*4/3F4/8/K7 w .Q.q - - -").refuses("d3d4", "chess2/ruling/16");
    let _ = at("chess2/bear/5", "7k/8/8/8/3*4/2M5/8/K7 w .Q.q - - -").refuses("c3d4", "chess2/ruling/7");
    let _ = at("chess2/bear/5", "7k/8/4f3/8/3*4/2M5/8/K7 w .Q.q - - -")
        .apply("c3e5")
        .gives("7k/8/4f3/4M3/3*4/8/8/K7 w .Q.q - hop:e5:d4 -")
        .actions("e5e7 stop");
}

#[test]
fn who_can_move_the_bear_need_not_pass() {
    let _ = at("chess2/bear/6", "KE6/FEr5/2r5/8/8/8/7q/7k w Q... - - c")
        .actions("bear:d4 bear:d5 bear:e4 bear:e5")
        .refuses("pass", "chess2/turn/1");
}
