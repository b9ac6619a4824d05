//! Taking, and how each piece but the monkey moves.

use crate::{START, at};

#[test]
fn one_takes_by_moving_there_and_never_ones_own() {
    let _ = at("chess2/taking/1", "7k/8/8/8/8/8/1f6/K7 w .Q.q - - -")
        .apply("a1b2")
        .gives("7k/8/8/8/8/8/1K6/8 b .Q.q r - -")
        .tells("black fish on b2 is taken")
        .tells("white king goes from a1 to b2");
    let _ = at("chess2/taking/1", START)
        .refuses("a1a2", "chess2/taking/1")
        .refuses("e1d1", "chess2/taking/1")
        .refuses("d1d1", "chess2/taking/1")
        .refuses("c2d3", "chess2/moves/3");
}

#[test]
fn there_is_no_check() {
    let _ = at("chess2/taking/2", "7k/8/8/8/8/8/1q6/K7 w .Q.. - - -")
        .actions("a1a2 a1b1 a1b2")
        .apply("a1a2")
        .has("b2a2 b2b3 h8g8");
}

#[test]
fn no_castling_no_double_step() {
    let _ = at("chess2/taking/3", START).refuses("d2d4", "chess2/moves/4");
    let _ = at("chess2/taking/3", "4k3/8/8/8/8/8/8/R3K2R w .Q.q - - -").refuses("e1g1", "chess2/moves/5");
}

#[test]
fn a_rook_goes_anywhere_and_takes_neighbours_by_right() {
    let _ = at("chess2/moves/1", "7k/8/8/3ff3/3R1e2/8/8/7K w .Q.q r - -")
        .allows("d4d5")
        .allows("d4a1")
        .refuses("d4f4", "chess2/ruling/2")
        .refuses("d4e5", "chess2/ruling/2")
        .refuses("d4h1", "chess2/taking/1");
    let _ = at("chess2/moves/1", "7k/8/8/3ff3/3R1e2/8/8/7K w .Q.q - - -")
        .allows("d4c5")
        .refuses("d4d5", "chess2/moves/1")
        .refuses("d4f4", "chess2/moves/1");
}

#[test]
fn a_monkey_steps_to_empty_neighbours_or_hops() {
    let _ = at("chess2/moves/2", "7k/8/8/3f4/3M4/8/8/K7 w .Q.q - - -")
        .from("d4", "d4c3 d4c4 d4c5 d4d3 d4d6 d4e3 d4e4 d4e5")
        .refuses("d4d5", "chess2/ruling/7")
        .refuses("d4g4", "chess2/moves/2");
}

#[test]
fn an_elephant_goes_two_diagonally_over_an_empty_square() {
    let _ = at("chess2/moves/3", "7k/8/8/f3f3/5F2/2E5/3f4/K7 w .Q.q - - -")
        .from("c3", "c3a5 c3e5")
        .refuses("c3b4", "chess2/moves/3")
        .refuses("c3c5", "chess2/moves/3")
        .refuses("c3e1", "chess2/ruling/15");
}

#[test]
fn a_fish_never_goes_back_and_takes_diagonally_forward() {
    let _ = at("chess2/moves/4", "7k/8/8/2rrr3/2rFr3/8/8/K7 w .Q.q - - -")
        .from("d4", "d4c5 d4e5")
        .refuses("d4d5", "chess2/ruling/16")
        .refuses("d4c4", "chess2/ruling/16")
        .refuses("d4d3", "chess2/moves/4")
        .refuses("d4c3", "chess2/moves/4");
    let _ = at("chess2/moves/4", "7k/8/8/8/3F4/8/8/K7 w .Q.q - - -").from("d4", "d4c4 d4c5 d4d5 d4e4 d4e5");
    let _ = at("chess2/moves/4", "7k/8/8/8/3f4/8/8/K7 b .Q.q - - -").from("d4", "d4c3 d4c4 d4d3 d4e3 d4e4");
    let _ = at("chess2/moves/4", "7k/8/8/8/F7/8/8/7K w .Q.q - - -").from("a4", "a4a5 a4b4 a4b5");
}

#[test]
fn a_king_goes_one_square_with_or_without_banana() {
    for king in ["K", "L"] {
        let text = format!("7k/8/8/8/8/1f6/1{king}F5/8 w .Q.q - - -");
        let _ = at("chess2/moves/5", &text)
            .from("b2", "b2a1 b2a2 b2a3 b2b1 b2b3 b2c1 b2c3")
            .refuses("b2b4", "chess2/moves/5");
    }
}

#[test]
fn queens_and_fishy_queens_go_along_lines() {
    let _ = at("chess2/moves/6", "7k/8/8/1f6/8/3F4/8/KQ1Y4 w ...q - - -")
        .from("b1", "b1a2 b1b2 b1b3 b1b4 b1b5 b1c1 b1c2")
        .from("d1", "d1a4 d1b3 d1c1 d1c2 d1d2 d1e1 d1e2 d1f1 d1f3 d1g1 d1g4 d1h1 d1h5")
        .refuses("b1b6", "chess2/moves/6")
        .refuses("b1c4", "chess2/moves/6");
}

#[test]
fn a_fish_on_its_last_rank_is_a_fishy_queen() {
    let _ = at("chess2/fish/1", "7r/6F1/8/k7/8/8/8/7K w .Q.q - - -")
        .apply("g7g8")
        .gives("6Yr/8/8/k7/8/8/8/7K b .Q.q - - -")
        .tells("white fish on g8 becomes white fishy queen");
    let _ =
        at("chess2/fish/1", "7k/8/8/8/8/8/1f6/7K b .Q.q - - -").apply("b2b1").gives("7k/8/8/8/8/8/8/1y5K w .Q.q - - -");
}

#[test]
fn a_fish_that_takes_a_royal_is_promoted_before_the_cell_is_chosen() {
    let _ = at("chess2/fish/2", "7q/6F1/8/k7/8/8/8/7K w .Q.. - - -")
        .apply("g7h8")
        .gives("7Y/8/8/k7/8/8/8/7K w .Q.. - jail:q -")
        .apply("@i4")
        .gives("7Y/8/8/k7/8/8/8/7K b .Qq. - - -");
}
