//! The rulings, in the order of their table.

use menagerie_testkit::not_a_position;

use crate::{P, START, at};

const ROOK: &str = "7k/8/8/3ff3/3R1e2/8/8/7K w .Q.q r - -";
const TWO_FISH: &str = "7k/8/8/8/8/8/2FF4/1M5K w .Q.q - - -";
const KING_BESIDE_KING: &str = "7r/8/8/8/8/5k2/4K1R1/q6Q w .... r - -";
const LAST_CELL: &str = "7K/8/8/8/8/2Y5/8/q6Q w ..k. - - -";
const CATCH: &str = "7k/8/2e5/1f1f4/MF6/1F6/2q5/Q6R w K... - - -";
const WRONG_RANK: &str = "7k/8/8/8/MF6/8/8/Q6R w .K.q - - -";

#[test]
fn anywhere_is_every_empty_square_and_no_cell() {
    let _ = at("chess2/ruling/1", "7k/8/8/8/8/1FF5/FRF5/FF5K w .Q.q - - -")
        .has("b2h7 b2c1 b2a8 b2g1")
        .refuses("b2z4", "chess2/ruling/22")
        .refuses("b2b3", "chess2/taking/1");
}

#[test]
fn a_rook_takes_no_piece_at_a_distance() {
    let _ = at("chess2/ruling/2", ROOK).refuses("d4f4", "chess2/ruling/2").refuses("d4e5", "chess2/ruling/2");
}

#[test]
fn only_a_piece_that_is_not_royal_gives_the_right() {
    let _ = at("chess2/ruling/3", "7k/8/8/8/8/8/1y6/K7 w .Q.q - - -")
        .apply("a1b2")
        .gives("7k/8/8/8/8/8/1K6/8 b .Q.q r - -");
    let _ = at("chess2/ruling/3", KING_BESIDE_KING).apply("e2f3 @i4").gives("7r/8/8/8/8/5K2/6R1/q6Q b ..k. - - -");
    let _ = at("chess2/ruling/3", "7k/8/M7/F7/1F6/8/8/Q6R w K..q - - -")
        .apply("a6a4 a4z4 z4c4")
        .gives("7k/8/8/F7/LFM5/8/8/Q6R b ...q - - -");
}

#[test]
fn the_right_lasts_one_turn_for_both_rooks() {
    let _ = at("chess2/ruling/4", ROOK).apply("d4d5 h8h7").gives("8/7k/8/3Rf3/5e2/8/8/7K w .Q.q - - -");
    let _ = at("chess2/ruling/4", "7k/8/8/1f4f1/1R4R1/8/8/7K w .Q.q r - -").has("b4b5 g4g5");
}

#[test]
fn a_rook_may_take_a_royal() {
    let _ = at("chess2/ruling/5", "7k/8/8/3q4/3R4/8/8/7K w .Q.. r - -")
        .apply("d4d5")
        .gives("7k/8/8/3R4/8/8/8/7K w .Q.. - jail:q -")
        .apply("@i4")
        .gives("7k/8/8/3R4/8/8/8/7K b .Qq. - - -");
}

#[test]
fn a_catch_and_the_bears_entry_do_not_keep_the_right() {
    let _ = at("chess2/ruling/6", "7k/8/8/8/MF6/8/8/Q6R w K..q r - -")
        .apply("a4z4 z4c4")
        .gives("7k/8/8/8/LFM5/8/8/Q6R b ...q - - -");
    let _ = at("chess2/ruling/6", "7k/8/8/8/8/8/8/K7 w .Q.q r - c")
        .apply("bear:d4")
        .gives("7k/8/8/8/3*4/8/8/K7 b .Q.q - - -");
}

#[test]
fn a_monkeys_step_takes_nothing() {
    let _ = at("chess2/ruling/7", "7k/8/8/3f4/3M4/8/8/K7 w .Q.q - - -").refuses("d4d5", "chess2/ruling/7");
}

#[test]
fn a_monkey_does_not_land_on_its_own() {
    let _ = at("chess2/ruling/8", START).refuses("b1d1", "chess2/ruling/8");
}

#[test]
fn a_jumped_piece_is_not_taken() {
    let _ = at("chess2/ruling/9", "7k/8/8/8/8/8/1f6/M6K w .Q.q - - -")
        .apply("a1c3")
        .gives("7k/8/8/8/8/2M5/1f6/7K b .Q.q - - -");
}

#[test]
fn no_piece_is_jumped_twice_in_a_turn() {
    let _ = at("chess2/ruling/10", TWO_FISH).apply("b1d3").refuses("d3b1", "chess2/ruling/10").actions("d3d1 stop");
}

#[test]
fn a_monkey_may_return_to_its_first_square() {
    let _ = at("chess2/ruling/11", "7k/8/8/8/8/3F4/2f1r3/2Me3K w .Q.q - - -")
        .apply("c1c3 c3e3 e3e1 e1c1")
        .gives("7k/8/8/8/8/3F4/2f1r3/2Me3K b .Q.q - - -");
}

#[test]
fn steps_and_hops_do_not_mix() {
    let _ = at("chess2/ruling/12", TWO_FISH).apply("b1d3").refuses("d3d4", "chess2/ruling/12");
    let _ = at("chess2/ruling/12", TWO_FISH).apply("b1b2").actor("black");
}

#[test]
fn nobody_is_asked_when_no_hop_is_left() {
    let _ =
        at("chess2/ruling/13", START).apply("b1b3").gives("rmfqkfmr/ffeffeff/8/8/8/1M6/FFEFFEFF/R1FQKFMR b .... - - -");
}

#[test]
fn a_monkey_may_take_a_royal() {
    let _ = at("chess2/ruling/14", "8/8/8/8/8/3k4/2F5/1M5K w .Q.q - - -")
        .apply("b1d3")
        .gives("8/8/8/8/8/3M4/2F5/7K w .Q.q - jail:k -")
        .actions("@i4");
}

#[test]
fn a_neighbour_shuts_the_elephants_diagonal() {
    for neighbour in ["f", "F"] {
        let text = format!("7k/8/8/8/3{neighbour}4/2E5/8/K7 w .Q.q - - -");
        let _ = at("chess2/ruling/15", &text).refuses("c3e5", "chess2/ruling/15").has("c3a5 c3e1");
    }
}

#[test]
fn a_fish_takes_neither_straight_nor_sideways() {
    let _ = at("chess2/ruling/16", "7k/8/8/3r4/3Fr3/8/8/K7 w .Q.q - - -")
        .refuses("d4d5", "chess2/ruling/16")
        .refuses("d4e4", "chess2/ruling/16")
        .has("d4c5 d4e5");
}

#[test]
fn promotion_is_at_once_and_only_on_the_last_rank() {
    let _ = at("chess2/ruling/17", "7r/6F1/8/k7/8/8/8/7K w .Q.q - - -")
        .apply("g7h8")
        .gives("7Y/8/8/k7/8/8/8/7K b .Q.q r - -");
    let _ = at("chess2/ruling/17", "7k/8/8/8/8/8/8/2F1K3 w .Q.q - - -")
        .apply("c1b1")
        .gives("7k/8/8/8/8/8/8/1F2K3 b .Q.q - - -");
}

#[test]
fn the_king_can_be_taken_and_the_game_goes_on() {
    let _ = at("chess2/ruling/18", KING_BESIDE_KING).apply("e2f3 @i5").actor("black");
    let _ = at("chess2/ruling/18", "4k3/8/8/8/8/8/8/R3K2R w .Q.q - - -").refuses("e1c1", "chess2/moves/5");
}

#[test]
fn a_captive_goes_into_an_empty_cell_of_its_colour() {
    let _ = at("chess2/ruling/19", KING_BESIDE_KING).apply("e2f3").refuses("@z4", "chess2/ruling/19");
    let _ = at("chess2/ruling/19", LAST_CELL).apply("c3a1").refuses("@i4", "chess2/ruling/19");
}

#[test]
fn the_last_cell_is_still_chosen() {
    let _ = at("chess2/ruling/20", LAST_CELL).apply("c3a1").actor("white").actions("@i5").apply("@i5").actor("nobody");
}

#[test]
fn beside_the_king_is_the_gate_of_his_cell() {
    let _ = at("chess2/ruling/21", WRONG_RANK)
        .refuses("a4z5", "chess2/banana-catch/1")
        .refuses("a4z4", "chess2/banana-catch/2");
}

#[test]
fn the_monkey_on_the_gate_catches_and_no_other() {
    let _ = at("chess2/ruling/22", "7k/8/8/8/MF6/8/8/QM5R w K..q - - -")
        .has("a4z4")
        .refuses("b1z4", "chess2/banana-catch/1")
        .refuses("a1z4", "chess2/ruling/22")
        .refuses("c1z4", "chess2/ruling/22");
}

#[test]
fn the_swing_out_starts_from_the_gate() {
    let _ = at("chess2/ruling/23", CATCH).apply("a4z4").actions("z4c2 z4c4 z4c6").refuses("z4b4", "chess2/ruling/23");
}

#[test]
fn a_taking_swing_is_enough_for_a_catch() {
    let _ = at("chess2/ruling/24", "7k/8/8/8/MFr5/8/8/Q6R w K..q - - -")
        .apply("a4z4")
        .actions("z4c4")
        .apply("z4c4")
        .gives("7k/8/8/8/LFM5/8/8/Q6R b ...q r - -");
}

#[test]
fn a_catch_may_come_in_the_middle_of_a_chain() {
    let _ = at("chess2/ruling/25", "7k/8/M7/F7/1F6/8/8/Q6R w K..q - - -")
        .apply("a6a4 a4z4")
        .gives("7k/8/8/F7/LF6/8/8/Q6R w M..q - swing:z4:a5 -")
        .refuses("z4a6", "chess2/ruling/10")
        .actions("z4c4");
}

#[test]
fn the_chain_goes_on_after_the_swing_out() {
    let _ = at("chess2/ruling/26", CATCH)
        .apply("a4z4 z4c4")
        .actions("c4a2 c4a6 c4e6 stop")
        .apply("c4e6")
        .gives("7k/8/2e1M3/1f1f4/LF6/1F6/2q5/Q6R b .... - - -");
}

#[test]
fn the_freed_king_is_not_counted_as_jumped() {
    let _ =
        at("chess2/ruling/27", CATCH).apply("a4z4 z4c4").gives("7k/8/2e5/1f1f4/LFM5/1F6/2q5/Q6R w .... - hop:c4:b4 -");
}

#[test]
fn a_king_is_rescued_once() {
    let _ = at("chess2/ruling/28", "7k/8/8/8/L7/8/8/q6Q b .... - - -")
        .apply("a1a4 @z4")
        .gives("7k/8/8/8/q7/8/8/7Q w L... - - -");
    let _ = at("chess2/ruling/28", "7k/8/8/8/MF6/8/8/Q6R w L..q - - -").refuses("a4z4", "chess2/banana-catch/2");
}

#[test]
fn a_queen_is_never_rescued() {
    let _ = at("chess2/ruling/29", "7k/8/8/8/MF6/8/8/K7 w Q..q - - -").refuses("a4z4", "chess2/banana-catch/2");
}

#[test]
fn a_possible_rescue_does_not_keep_the_game_alive() {
    let _ = at("chess2/ruling/30", "7k/8/8/8/MF6/8/8/q6Q b K... - - -")
        .apply("a1h1 @z5")
        .gives("7k/8/8/8/MF6/8/8/7q w KQ.. - - -")
        .outcome("white 0 black 1");
}

#[test]
fn who_cannot_act_passes() {
    let _ = at("chess2/ruling/31", "KE6/FEr5/2r5/8/8/8/7q/7k w Q... - - -")
        .actions("pass")
        .apply("pass")
        .gives("KE6/FEr5/2r5/8/8/8/7q/7k b Q... - - -");
}

#[test]
fn nothing_must_be_taken_and_nobody_must_be_rescued() {
    let _ = at("chess2/ruling/32", LAST_CELL).has("c3a1 h1a1 h8g8");
    let _ = at("chess2/ruling/32", CATCH).has("a4z4 a4a3");
}

#[test]
fn after_the_end_the_loser_would_be_next() {
    let _ = at("chess2/ruling/33", LAST_CELL).apply("c3a1 @i5").gives("7K/8/8/8/8/8/8/Y6Q b ..kq - - -");
    not_a_position::<P>("chess2/V8", "7K/8/8/8/8/8/8/Y6Q w ..kq - - -");
}

#[test]
fn in_the_middle_of_a_turn_the_rook_field_is_empty() {
    let _ = at("chess2/ruling/34", KING_BESIDE_KING).apply("e2f3").gives("7r/8/8/8/8/5K2/6R1/q6Q w .... - jail:k -");
    not_a_position::<P>("chess2/V7", "7r/8/8/8/8/5K2/6R1/q6Q w .... r jail:k -");
}

#[test]
fn taking_the_bear_gives_the_right() {
    let _ = at("chess2/ruling/35", "7k/8/8/8/3*4/2F5/8/K7 w .Q.q - - -")
        .apply("c3d4")
        .gives("7k/8/8/8/3F4/8/8/K7 b .Q.q r - -");
}

#[test]
fn a_bear_move_may_be_undone_at_once() {
    let _ = at("chess2/ruling/36", "7k/8/8/3*4/8/8/8/K7 w .Q.q - - -")
        .apply("d5e4 e4d5")
        .gives("7k/8/8/3*4/8/8/8/K7 w .Q.q - - -");
}

#[test]
fn a_swing_onto_the_bear_takes_it() {
    let _ = at("chess2/ruling/37", "7k/8/8/8/MF*5/8/8/Q6R w K..q - - -")
        .apply("a4z4 z4c4")
        .gives("7k/8/8/8/LFM5/8/8/Q6R b ...q r - -")
        .tells("bear on c4 is taken");
}
