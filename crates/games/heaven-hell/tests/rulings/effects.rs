//! Rulings R37 to R50: the shop and the effects of chaos.

use menagerie_heaven_hell::Position;
use menagerie_testkit::at;

use crate::common::{check, full};

#[test]
fn r37_unlocking() {
    let _ = check("heaven-hell/R37", "w1 Ke1,ke8 - - 0/0 ~ unlock;unlock")
        .actor("chance")
        .count(16)
        .apply("unlock:stun")
        .count(15);
}

#[test]
fn r38_a_bought_orb_is_opened() {
    let _ = check("heaven-hell/R38", "w1 Ke1,ke8 - - 4/0 {7} -")
        .apply("buy:chaos-orb draw:giant draw:devil draw:angel")
        .actor("white")
        .actions("pick:angel pick:devil pick:giant");
}

#[test]
fn r39_to_the_same_square() {
    let _ = check("heaven-hell/R39", "w0 Ke1,ke8,nc3^ - - 0/0 ~ ask:to-earth:w")
        .apply("@c3^")
        .gives(&full("b1 Ke1,nc3,ke8 - - 1/1 ~ -"));
}

#[test]
fn r40_back_ranks_of_all_planes() {
    let _ = check("heaven-hell/R40", "b0 Ke1,ke8 - - 0/0 … - - - - b2g7/a1h8 ask:rook:b")
        .count(7 + 8)
        .has("@a8 @a8_")
        .lacks("@b7^ @a8^ @a1");
}

#[test]
fn r41_any_piece_any_square() {
    let _ = check("heaven-hell/R41", "w0 Ke1,Na3,ra8,ke8 - - 0/0 ~ ask:relocate:w")
        .actions("@a3 @a8 @e1 @e8")
        .apply("@a8 @a3")
        .gives(&full("b1 Ke1,ra3mx,ke8,Na3^ - - 1/1 ~ -"));
}

#[test]
fn r42_two_actions_do_not_stack() {
    let _ = at::<Position>("heaven-hell/R42", &full("w2 Ke1,ke8 - - 30/0 {11} -"))
        .apply("buy:two-actions")
        .gives(&full("w1+ Ke1,ke8 - - 18/0 {11+} -").replace("- - - - a1h8", "- - w - a1h8"))
        .apply("buy:two-actions e8e7")
        .gives(&full("w2 Ke1,ke7 - - 6/1 {11+} -").replace(",13+,", ",14+,"));
}

#[test]
fn r43_no_room_for_the_devil() {
    let _ = check("heaven-hell/R43", "b0 Ke1,ke8 - - 0/0 … - - - - a1h8/a4h5 random:w")
        .apply("draw:devil")
        .has("e1e2")
        .gives(&full("w1 Ke1,ke8,Id4_*2d - - 0/0 … - - - - a1h8/a4h5 -"));
    let _ = check("heaven-hell/R43", "b0 Ke1,ke8 - - 0/0 … - - - - a1h8/- random:w")
        .apply("draw:devil")
        .gives(&full("w1 Ke1,ke8 - - 0/0 … - - - - a1h8/- -"));
}

#[test]
fn r44_destroyed_squares() {
    let _ = check("heaven-hell/R44", "b0 Ke1,ke8,Qa2^*2,Xh2^ - - 0/0 ~ random:w")
        .apply("draw:destroy-heaven destroy:files")
        .gives(&full("w1 Ke1,ke8 - - 0/0 … - - - - b1g8/a1h8 -"));
    let _ = check("heaven-hell/R44", "b0 Ke1,ke8 - - 0/0 … - - - - b1g8/a1h8 random:w")
        .apply("draw:destroy-heaven destroy:files")
        .gives(&full("w1 Ke1,ke8 - - 0/0 … - - - - c1f8/a1h8 -"));
}

#[test]
fn r45_own_pawns() {
    let _ = check("heaven-hell/R45", "b0 Ke1,Pa4,pb4,ke8 - - 0/0 ~ ask:king-pawn:w").apply("@e1").actions("@a4");
    let _ = check("heaven-hell/R45", "b0 Ke1,Pa4,pb4,ke8 - - 0/0 ~ ask:king-pawn:b").apply("@e8").actions("@b4");
}

#[test]
fn r46_passive_moves() {
    // A stunned, cursed Pawn runs riot and marches without a curse.
    let _ = check("heaven-hell/R46", "w0 Ke1,Pa2cs3,ke8 - - 0/0 ~ rampage:a2")
        .apply("a2a3")
        .gives(&full("w0 Ke1,Pa3cs3,ke8 - - 0/0 ~ rampage:a3"));
    let _ = check("heaven-hell/R46", "w1 Ke1,Pa2cs3f,ke8 - - 0/0 ~ -")
        .apply("e1e2")
        .gives(&full("b1 Ke2,Pa3cs2f,ke8 - - 1/1 ~ -"));
}

#[test]
fn r47_latecomers_collide() {
    // Two dark-squared Bishops: the second lands on the first and dies.
    let _ = check("heaven-hell/R47", "b0 Ke1,Bb2,Bd4,ke8 - - 0/0 ~ random:w")
        .apply("draw:bishops-home")
        .gives(&full("w1 Bc1,Ke1,ke8,Bc1^ - - 0/0 ~ -"));
}

#[test]
fn r48_purchases_need_a_target() {
    let _ = check("heaven-hell/R48", "w1 Ke1,ke8 - - 99/0 {6} -").refuses("buy:kill", "heaven-hell/R48");
    let _ = check("heaven-hell/R48", "w1 Ke1,ke8 - - 99/0 {1} -").lacks("buy:stun");
}

#[test]
fn r49_forgiven_not_uncursed() {
    let _ = check("heaven-hell/R49", "w0 Ke1,Na3mc,ke8 - - 0/0 ~ ask:forgive:w")
        .apply("@a3")
        .gives(&full("b1 Ke1,Na3c,ke8 - - 1/1 ~ -"));
}

#[test]
fn r50_must_buy() {
    let _ = check("heaven-hell/R50", "b0 Ke1,ke8 - - 4/0 {7} purchase:w")
        .actions("buy:chaos-orb")
        .refuses("stop", "heaven-hell/R50");
}
