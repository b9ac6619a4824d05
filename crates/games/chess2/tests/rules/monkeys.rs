//! Monkey chains, jail and the banana catch.

use crate::at;

const TWO_FISH: &str = "7k/8/8/8/8/8/2FF4/1M5K w .Q.q - - -";
const ROUND_TRIP: &str = "7k/8/8/8/8/3F4/2f1r3/2Me3K w .Q.q - - -";
const CATCH: &str = "7k/8/2e5/1f1f4/MF6/1F6/2q5/Q6R w K... - - -";

#[test]
fn a_hop_goes_over_a_neighbour_to_the_square_behind_it() {
    let _ = at("chess2/monkey/1", TWO_FISH)
        .allows("b1d3")
        .refuses("b1b3", "chess2/monkey/1")
        .apply("b1d3")
        .gives("7k/8/8/8/8/3M4/2FF4/7K w .Q.q - hop:d3:c2 -")
        .tells("white monkey jumps from b1 to d3");
}

#[test]
fn one_step_or_one_chain_in_a_turn() {
    let _ = at("chess2/monkey/2", TWO_FISH).apply("b1b2").gives("7k/8/8/8/8/8/1MFF4/7K b .Q.q - - -");
    let _ = at("chess2/monkey/2", TWO_FISH).apply("b1d3").refuses("d3e3", "chess2/ruling/12");
}

#[test]
fn landing_on_a_piece_takes_it_and_ends_the_chain() {
    let _ = at("chess2/monkey/3", "7k/8/8/8/8/3r4/2F1f3/1M5K w .Q.q - - -")
        .apply("b1d3")
        .gives("7k/8/8/8/8/3M4/2F1f3/7K b .Q.q r - -")
        .tells("black rook on d3 is taken");
}

#[test]
fn a_chain_without_a_further_hop_ends_by_itself() {
    let _ = at("chess2/monkey/4", TWO_FISH).apply("b1d3 d3d1").gives("7k/8/8/8/8/8/2FF4/3M3K b .Q.q - - -");
}

#[test]
fn otherwise_hop_on_catch_or_stop() {
    let _ = at("chess2/monkey/5", "7k/8/M7/F7/1F6/8/8/Q6R w K..q - - -")
        .apply("a6a4")
        .actions("a4c4 a4z4 stop")
        .allows("stop")
        .allows("a4z4");
}

#[test]
fn squares_are_not_remembered() {
    let _ =
        at("chess2/monkey/6", ROUND_TRIP).apply("c1c3 c3e3 e3e1 e1c1").gives("7k/8/8/8/8/3F4/2f1r3/2Me3K b .Q.q - - -");
    // Back on its first square with a fifth piece to hop over, the monkey is asked, and may stop there.
    let _ = at("chess2/monkey/6", "7k/8/8/8/8/3F4/1ff1r3/2Me3K w .Q.q - - -")
        .apply("c1c3 c3e3 e3e1 e1c1")
        .gives("7k/8/8/8/8/3F4/1ff1r3/2Me3K w .Q.q - hop:c1:c2,d1,d3,e2 -")
        .actions("c1a3 stop")
        .apply("stop")
        .gives("7k/8/8/8/8/3F4/1ff1r3/2Me3K b .Q.q - - -");
}

#[test]
fn jumped_pieces_stay_where_they_are() {
    let _ = at("chess2/monkey/7", ROUND_TRIP)
        .apply("c1c3 c3e3")
        .gives("7k/8/8/8/8/3FM3/2f1r3/3e3K w .Q.q - hop:e3:c2,d3 -");
}

#[test]
fn the_taker_puts_a_royal_into_an_empty_cell_of_its_colour() {
    let _ = at("chess2/jail/1", "7r/8/8/8/8/5k2/4K1R1/q6Q w .... r - -")
        .apply("e2f3")
        .tells("black king on f3 is taken")
        .apply("@i5")
        .gives("7r/8/8/8/8/5K2/6R1/q6Q b ...k - - -")
        .tells("black king is put from the captor's hands to jail cell i5")
        .tells("black to move");
}

#[test]
fn the_king_keeps_in_jail_what_he_has() {
    for king in ["k", "l"] {
        let text = format!("8/8/8/8/8/5{king}2/4K3/q6Q w .... - - -");
        let jailed = format!("8/8/8/8/8/5K2/8/q6Q b ..{king}. - - -");
        let _ = at("chess2/jail/2", &text).apply("e2f3 @i4").gives(&jailed);
    }
}

#[test]
fn a_queen_is_not_rescued() {
    let _ = at("chess2/jail/3", "7k/8/8/8/MF6/8/8/K7 w Q..q - - -").refuses("a4z4", "chess2/banana-catch/2");
}

#[test]
fn a_fishy_queen_is_not_jailed() {
    let _ =
        at("chess2/jail/4", "7k/8/8/8/8/8/1y6/K7 w .Q.q - - -").apply("a1b2").gives("7k/8/8/8/8/8/1K6/8 b .Q.q r - -");
}

#[test]
fn a_catch_starts_on_the_gate_of_the_kings_own_cell() {
    let _ = at("chess2/banana-catch/1", "7k/8/8/8/MF6/8/8/Q6R w .K.q - - -").refuses("a4z5", "chess2/banana-catch/1");
    for (text, action) in [
        ("7k/8/8/8/MF6/8/8/Q6R w K..q - - -", "a4z4"),
        ("7k/8/8/MF6/8/8/8/Q6R w .K.q - - -", "a5z5"),
        ("7K/8/8/8/6fm/8/8/q6r b .Qk. - - -", "h4i4"),
        ("7K/8/8/6fm/8/8/8/q6r b .Q.k - - -", "h5i5"),
    ] {
        let _ = at("chess2/banana-catch/1", text).allows(action);
    }
}

#[test]
fn a_catch_needs_the_king_with_his_banana() {
    let _ = at("chess2/banana-catch/2", "7k/8/8/8/MF6/8/8/Q6R w .K.q - - -").refuses("a4z4", "chess2/banana-catch/2");
    let _ = at("chess2/banana-catch/2", "7k/8/8/8/MF6/8/8/Q6R w L..q - - -").refuses("a4z4", "chess2/banana-catch/2");
    let _ = at("chess2/banana-catch/2", "8/8/8/8/6FM/8/8/K6q w .Qk. - - -").refuses("h4i4", "chess2/banana-catch/2");
}

#[test]
fn a_catch_needs_a_hop_to_swing_out_by() {
    let _ = at("chess2/banana-catch/3", "7k/8/8/8/M7/8/8/Q6R w K..q - - -").refuses("a4z4", "chess2/banana-catch/3");
    let _ = at("chess2/banana-catch/3", "7k/8/M7/F7/8/8/8/Q6R w K..q - - -")
        .apply("a6a4")
        .gives("7k/8/8/F7/M7/8/8/Q6R b K..q - - -");
}

#[test]
fn a_catch_frees_the_king_without_his_banana() {
    let _ = at("chess2/banana-catch/4", CATCH)
        .apply("a4z4")
        .gives("7k/8/2e5/1f1f4/LF6/1F6/2q5/Q6R w M... - swing:z4:- -")
        .tells("white monkey jumps from a4 to jail cell z4")
        .tells("white king is put from jail cell z4 to a4")
        .tells("white king on a4 is no longer holding a banana");
}

#[test]
fn swings_are_the_hops_from_the_gate() {
    let _ = at("chess2/banana-catch/5", CATCH)
        .apply("a4z4")
        .actions("z4c2 z4c4 z4c6")
        .refuses("z4a6", "chess2/monkey/1")
        .apply("z4c4")
        .gives("7k/8/2e5/1f1f4/LFM5/1F6/2q5/Q6R w .... - hop:c4:b4 -")
        .actions("c4a2 c4a6 c4e6 stop");
    let _ =
        at("chess2/banana-catch/5", CATCH).apply("a4z4 z4c2").gives("7k/8/2e5/1f1f4/LF6/1F6/2M5/Q6R w .... - jail:q -");
}

#[test]
fn the_gate_is_taken_by_the_freed_king() {
    let _ = at("chess2/banana-catch/6", CATCH)
        .apply("a4z4")
        .refuses("z4a4", "chess2/ruling/23")
        .apply("z4c4")
        .refuses("c4a4", "chess2/ruling/10");
}
