//! Rulings R10 to R25: killing and dying, large pieces, items on squares.

use crate::common::{check, full};

#[test]
fn r10_murderers() {
    // By a shot, by arriving, by growing.
    let _ = check("heaven-hell/R10", "w1 Ke1,Md4,nd6,ke8 - - 0/0 ~ -")
        .apply("d4*d6")
        .gives(&full("b1 Ke1,Md4mx,ke8,nd6^ - - 1/1 ~ -"));
    let _ = check("heaven-hell/R10", "w1 Ra1,Ke1,na4,ke8,Na4^ - - 0/0 ~ -")
        .apply("a1a4")
        .gives(&full("b1 Ke1,Ra4mx,ke8,na4_mx - - 1/1 ~ -"));
    let _ = check("heaven-hell/R10", "w0 Kh1,nc3,nd3,ne3,Qd4,nc5,nd5,ne5,ke8 - - 0/0 ~ grow:d4")
        .actions("@c3 @c4 @d3 @d4")
        .apply("@d4")
        .gives(&full("w0 Kh1,nc3,nd3,ne3,Qd4*2m,nc5,ke8,nd5^,ne5^ - - 0/0 ~ up:d4"));
}

#[test]
fn r11_the_dead_arrive() {
    // On an ally the dead piece dies again, for good.
    let _ = check("heaven-hell/R11", "w1 Ra1,Ke1,na4,ke8,ra4^ - - 0/0 ~ -")
        .apply("a1a4")
        .gives(&full("b1 Ke1,Ra4mx,ke8,ra4^ - - 1/1 ~ -"));
}

#[test]
fn r12_where_one_dies() {
    // On the ally's square, here with a Bomber's Fire under the ally.
    let _ = check("heaven-hell/R12", "w1 Ke1,Xa2,Na4,ke8 a3i - 0/0 ~ -")
        .apply("a2a3")
        .gives(&full("b1 Ke1,Na4,ke8,Xa4^ a3i,a4f - 1/1 ~ -"));
    // Off the board: on the last square.
    let _ = check("heaven-hell/R12", "w1 Ke1,Xa7,ke8 a8i - 0/0 ~ -")
        .apply("a7a8")
        .gives(&full("b1 Ke1,ke8,Xa8^ - - 1/1 ~ -"));
}

#[test]
fn r13_choices_and_effects() {
    let _ = check("heaven-hell/R13", "w1 Ra1,Ke1,Na4,ad8,ke8 b1f - 0/0 ~ -")
        .refuses("a1a4", "heaven-hell/R13")
        .allows("a1b1");
    let _ = check("heaven-hell/R13", "w1 Ka1,Re1,pe2,ae8,kh8 - - 0/0 ~ -")
        .allows("e1e2")
        .apply("e1e2")
        .gives(&full("b1 Ka1,pe2,ae8,kh8,Re2^ - - 1/1 ~ -"));
    // An effect moves onto an ally.
    let _ = check("heaven-hell/R13", "w1 Va1,Ke1,Nc6,ke8,Rc6_ - - 0/0 ~ -")
        .apply("raise:c6_")
        .gives(&full("b1 Va1,Ke1,Nc6,ke8,Rc6^c - - 1/1 ~ -"));
}

#[test]
fn r14_shrinking() {
    // Hit in a corner, size 3 shrinks to 2; hit in the middle, to 1.
    let _ = check("heaven-hell/R14", "w1 Ke1,Ra4,qc4*3,kh8 - - 0/0 ~ -")
        .apply("a4c4")
        .gives(&full("w0 Ke1,Rc4mx,kh8 - - 0/0 ~ shrink:qc4*3/c4"))
        .actions("@c5 @d4 @d5");
    let _ = check("heaven-hell/R14", "w1 Ke1,Nb4,qc4*3,kh8 - - 0/0 ~ -")
        .apply("b4d5")
        .actions("@c4 @c5 @c6 @d4 @d6 @e4 @e5 @e6");
}

#[test]
fn r15_big_pieces_die_whole() {
    let _ = check("heaven-hell/R15", "w0 Ke1,La4*2,ke8 - - 0/0 ~ ask:kill:w")
        .apply("@a4")
        .gives(&full("b1 Ke1,ke8,La4^*2 - - 1/1 ~ -"));
}

#[test]
fn r16_several_pieces_under_a_big_one() {
    let _ = check("heaven-hell/R16", "w0 Qa1*2,Ke1,na4,Nb4,ke8 - - 0/0 ~ ask:relocate:w:a1")
        .apply("@a3")
        .gives(&full("b1 Ke1,na4,Nb4,ke8,Qa3^*2 - - 1/1 ~ -"));
    let _ = check("heaven-hell/R16", "w1 Qa1*2,Ke1,na4,Nb4,ke8 - - 0/0 ~ -").lacks("a1a3");
}

#[test]
fn r17_growing_is_not_moving() {
    let _ = check("heaven-hell/R17", "w0 Qa1,Ke1,ke8 b1f,a2o,b2$3 b1b 0/0 ~ grow:a1")
        .actions("@a1")
        .apply("@a1")
        .gives(&full("b1 Qa1*2,Ke1,ke8 b1f,a2o,b2$3 b1b 1/1 ~ -"));
}

#[test]
fn r18_types_that_stay() {
    let _ = check("heaven-hell/R18", "w0 Qa1,Nb1,Ke1,Vf1,ke8 - - 0/0 ~ ask:downgrade-one:w")
        .actions("@f1")
        .apply("@f1")
        .gives(&full("b1 Qa1,Nb1,Ke1,Rf1,ke8 - - 1/1 ~ -"));
}

#[test]
fn r19_order_of_items() {
    // Ice before the trap: the trap stays where the Rook slid on.
    let _ = check("heaven-hell/R19", "w1 Ra1,Ke1,ke8 a4io$2 a4b 0/0 ~ -")
        .apply("a1a4")
        .gives(&full("w0 Ke1,Ra5,ke8 a4i a4b 2/0 ~ chaos:w"));
}

#[test]
fn r20_a_bomber_in_heaven() {
    let _ = check("heaven-hell/R20", "w1 Ke1,ke8,Ra1^,xa4^ a4^i - 0/0 ~ -")
        .apply("a1^a4^")
        .gives(&full("b1 Ke1,ke8,Ra4_mx - - 1/1 ~ -"));
    let _ = check("heaven-hell/R20", "w1 Ke1,ke8,Ra1^,xa4^ - - 0/0 ~ -")
        .apply("a1^a4^")
        .gives(&full("b1 Ke1,ke8 a4^f - 1/1 ~ -"));
}

#[test]
fn r21_used_up() {
    let _ = check("heaven-hell/R21", "w1 Ra1,Ke1,ke8 a4o$7 - 0/0 ~ -")
        .apply("a1a4")
        .gives(&full("w0 Ke1,Ra4,ke8 - - 7/0 ~ chaos:w"));
}

#[test]
fn r22_ice_for_jumps() {
    let _ = check("heaven-hell/R22", "w1 Na1,Ke1,ke8 b3i - 0/0 ~ -")
        .apply("a1b3")
        .gives(&full("b1 Ke1,Nc5,ke8 b3i - 1/1 ~ -"));
    // A corner jump again is off the board; a corner reached by a slide is a step off the board, with the same end.
    let _ = check("heaven-hell/R22", "w1 Ke1,Sb3,ke8 h8i - 0/0 ~ -")
        .apply("b3h8")
        .gives(&full("b1 Ke1,ke8,Sh8^ h8i - 1/1 ~ -"));
}

#[test]
fn r23_upgrade_before_slide() {
    let _ = check("heaven-hell/R23", "w1 Ra1xc,Ke1,na4,ke8 a4i a5b 0/0 ~ -")
        .apply("a1a4")
        .gives(&full("w0 Ke1,Ra4mc,ke8,na4^ a4i a5b 0/0 ~ up:a4;slide:a4:+0+1;curse:a4"))
        .apply("up:fortress")
        .gives(&full("b1 Ke1,ke8,na4^,Fa5_mc a4i - 1/1 ~ -"));
}

#[test]
fn r24_orbs_last() {
    let _ = check("heaven-hell/R24", "w1 Ke1cd,ke8 e2o - 3/0 ~ -")
        .apply("e1e2")
        .gives(&full("w0 Ke2cd,ke8 - - 3/0 ~ curse:e2;double:e2;chaos:w"));
}

#[test]
fn r25_fire_ends_a_slide() {
    let _ = check("heaven-hell/R25", "w1 Ra1,Ke1,ke8 c1i,a3f - 0/0 ~ -").from("a1", "a1a2 a1a3 a1b1 a1c1 a1d1");
    let _ = check("heaven-hell/R25", "w1 Wa1,Ke1,ke8 b2f - 0/0 ~ -").has("a1h8");
}
