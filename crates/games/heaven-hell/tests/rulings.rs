//! The rulings R1 to R50.

mod common;

use common::{check, full};
use menagerie_heaven_hell::Position;
use menagerie_testkit::at;

#[test]
fn r1_no_check() {
    let _ = check("heaven-hell/R1", "w1 Ke1,re8,kh8 - - 0/0 ~ -").has("e1e2").apply("e1e2").has("e8e2");
}

#[test]
fn r2_passing() {
    let _ = check("heaven-hell/R2", "w1 Ke1,ke8 - - 0/0 ~ -")
        .refuses("pass", "heaven-hell/R2")
        .refuses("stop", "heaven-hell/R2");
    let _ = check("heaven-hell/R2", "w2 Ke1s1,ke8 - - 0/0 ~ -").actions("pass").apply("pass").actor("black");
    let _ = check("heaven-hell/R2", "w1+ Ke1s1,ke8 - - 0/0 ~ -").actions("stop");
}

#[test]
fn r3_castling() {
    let rights = "… KQ - - - a1h8/a1h8 -";
    let castle = |pieces: &str, items: &str| check("heaven-hell/R3", &format!("w1 {pieces} {items} - 0/0 {rights}"));
    let _ = castle("Ra1,Ke1,Rh1,ke8,rf8", "d1$1,f1o").has("e1c1 e1g1");
    let _ = castle("Ra1s1,Ke1,Rh1,ke8", "g1f").refuses("e1c1", "heaven-hell/R3").refuses("e1g1", "heaven-hell/R3");
    let _ = castle("Ra1,Nb1,Ke1,Rh1,ke8", "f1i").lacks("e1c1 e1g1");
    // Only the King counts as moved.
    let _ = castle("Ra1,Ke1cd,Rh1c,ke8", "-")
        .apply("e1g1")
        .gives(&full("w0 Ra1,Rf1c,Kg1cd,ke8 - - 0/0 ~ curse:g1;double:g1"));
    let _ = check("heaven-hell/R3", "w1 Ra1,Ke1,Rh1,ke8 - - 0/0 ~ -").lacks("e1g1 e1c1");
}

#[test]
fn r4_en_passant_everywhere() {
    let _ = check("heaven-hell/R4", "w1 Ke1,ke8,pd5_,Pe5_ - - 0/0 … - d6_ - - a1h8/a1h8 -")
        .apply("e5_d6_")
        .gives(&full("b1 Ke1,ke8,Pd6_mx - - 1/1 ~ -"));
    // During the whole next turn, also as its second action.
    let _ = check("heaven-hell/R4", "w2 Ke1,pd5,Pe5,ke8 - - 0/0 … - d6 - - a1h8/a1h8 -").apply("e1e2").has("e5d6");
    // Not a big Pawn, not a protected one.
    let _ = check("heaven-hell/R4", "w1 Ke1,pd5,Pe5,ad8,ke8 - - 0/0 … - d6 - - a1h8/a1h8 -").lacks("e5d6");
    let _ = check("heaven-hell/R4", "w1 Ke1,pd5,Xe5,ke8 - - 0/0 … - d6 - - a1h8/a1h8 -").lacks("e5d6");
}

#[test]
fn r5_promotion() {
    let _ = check("heaven-hell/R5", "w1 Ke1,ke8,Pa7_ - - 0/0 ~ -")
        .apply("a7_a8_")
        .gives(&full("w0 Ke1,ke8,Pa8_ - - 0/0 ~ pro:a8_"));
    // Whatever the cause: relocated.
    let _ = check("heaven-hell/R5", "w0 Ke1,Pa4,ke8 - - 0/0 ~ ask:relocate:b:a4")
        .apply("@b8")
        .gives(&full("w0 Ke1,Pb8,ke8 - - 0/0 ~ pro:b8"));
    // No promotion on a plane that has lost its last rank.
    let _ = check("heaven-hell/R5", "w1 Ke1,ke8,Pb6^ - - 0/0 … - - - - a2h7/a1h8 -")
        .apply("b6^b7^")
        .gives(&full("b1 Ke1,ke8,Pb7^ - - 1/1 … - - - - a2h7/a1h8 -"));
    // A big Pawn promotes when it touches the last rank.
    let _ = check("heaven-hell/R5", "w1 Ke1,Pa6*2,ke8 - - 0/0 ~ -").apply("a6a7").actor("white").has("promote:rook");
}

#[test]
fn r6_double_step() {
    let _ = check("heaven-hell/R6", "b1 Ke1,ke8,pa7^,pc6_*2 - - 0/0 ~ -").has("a7^a5^").lacks("c6_c4_");
    let _ = check("heaven-hell/R6", "w1 Ke1,Pa2,Xb2,Cc2,Pd2,Ie2,ke8 a3f - 0/0 ~ -")
        .from("a2", "a2a3")
        .has("d2d4")
        .lacks("b2b4 c2c4 e2e4");
    let _ = check("heaven-hell/R6", "w1 Ke1,Pa2h,ke8 a3f - 0/0 ~ -").from("a2", "a2a3 a2a4");
}

#[test]
fn r7_neutral_pieces() {
    // The seat on turn uses them; standing they are everybody's enemy.
    let _ = check("heaven-hell/R7", "w1 Ke1,Ra4,Id4,ke8 - - 0/0 ~ -").has("d4d5 a4d4").lacks("d4d3");
    let _ = check("heaven-hell/R7", "b1 Ke1,Id4,ke8 d3$2 - 0/0 ~ -")
        .apply("d4d3")
        .gives(&full("w1 Ke1,Id3,ke8 - - 0/2 ~ -"));
    // Also each other's.
    let _ = check("heaven-hell/R7", "w1 Ke1,Id4,Ie5,ke8 - - 0/0 ~ -")
        .apply("d4e5")
        .gives(&full("b1 Ke1,Ie5mx,ke8,Ie5^ - - 1/1 ~ -"));
}

#[test]
fn r8_neutral_pieces_do_not_count() {
    let _ = check("heaven-hell/R8", "b0 Id4,ke8,Ke1^ - - 0/0 ~ -").outcome("white 0 black 1");
}

#[test]
fn r9_both_lose() {
    let _ = check("heaven-hell/R9", "w0 Ke1^,ke8^ - - 0/0 ~ -").outcome("white 0.5 black 0.5");
    let _ = check("heaven-hell/R9", "w0 Ne1,nb8 - - 0/0 ~ -").outcome("white 0.5 black 0.5");
}

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

#[test]
fn r26_stunned() {
    let _ = check("heaven-hell/R26", "w1 Ke1s1,Wa4s1,Md4s2,Vh4s1,nd6,ke8,nc3_ - - 0/0 ~ -")
        .refuses("e1e2", "heaven-hell/R26")
        .actions("cast-fire:a4 cast-ice:a4 d4*d6 raise:c3_");
    // A stun got on one's own turn already counts down at its end.
    let _ = check("heaven-hell/R26", "w0 Ke1,Na3,ke8 - - 0/0 ~ ask:stun:w")
        .apply("@a3")
        .gives(&full("b1 Ke1,Na3s2,ke8 - - 1/1 ~ -"));
}

#[test]
fn r27_cursed() {
    // After a move as an action, also by Portal Gun; not after a shot; not for the dead.
    let _ = check("heaven-hell/R27", "w1 Ke1,Qd4cp,ke8 - - 0/0 ~ -")
        .apply("d4d4_")
        .gives(&full("w0 Ke1,ke8,Qd4_c - - 0/0 ~ curse:d4_"));
    let _ = check("heaven-hell/R27", "w1 Ke1,Md4c,nd6,ke8 - - 0/0 ~ -").apply("d4*d6").actor("black");
    let _ = check("heaven-hell/R27", "w1 Ke1,Nd4c,ke8 e6f - 0/0 ~ -")
        .apply("d4e6")
        .gives(&full("b1 Ke1,ke8,Ne6^c e6f - 1/1 ~ -"));
    let _ = check("heaven-hell/R27", "w0 Ke1,Nd4c,ke8 - - 0/0 ~ curse:d4")
        .apply("curse:dies")
        .gives(&full("b1 Ke1,ke8,Nd4^c - - 1/1 ~ -"));
}

#[test]
fn r28_double_move() {
    let _ = check("heaven-hell/R28", "w1 Ke1d,ke8 - - 1/0 ~ -")
        .apply("e1e2")
        .has("stop e2e1 e2e3")
        .apply("e2e3")
        .gives(&full("b1 Ke3d,ke8 - - 1/1 ~ -"));
    // Without a coin, or stunned: not offered.
    let _ = check("heaven-hell/R28", "w1 Ke1d,ke8 - - 0/0 ~ -").apply("e1e2").gives(&full("b1 Ke2d,ke8 - - 1/1 ~ -"));
    // The status before the move decides: an upgrade by this capture comes too late.
    let _ = check("heaven-hell/R28", "w1 Ke1x,ne2,ke8 - - 5/0 ~ -")
        .apply("e1e2 up:double-move")
        .gives(&full("b1 Ke2md,ke8,ne2^ - - 6/1 ~ -"));
}

#[test]
fn r29_archbishops_and_warlocks() {
    // Their own plane chooses only for deaths on Earth: in Heaven a Warlock is gone.
    let _ = check("heaven-hell/R29", "w1 Ke1,ke8,Ra1^,va4^ - - 0/0 ~ -")
        .apply("a1^a4^")
        .gives(&full("b1 Ke1,ke8,Ra4_mx - - 1/1 ~ -"));
    let _ = check("heaven-hell/R29", "w1 Ra1,Ke1,aa4m,ke8 - - 0/0 ~ -")
        .apply("a1a4")
        .gives(&full("b1 Ke1,Ra4mx,ke8,aa4^m - - 1/1 ~ -"));
}

#[test]
fn r30_rank_or_file() {
    for archbishop in ["ah5", "ad8"] {
        let pieces = if archbishop == "ah5" { "Ra1,Ke1,Md3,pd5,ah5,ke8" } else { "Ra1,Ke1,Md3,pd5,ad8,ke8" };
        let _ = check("heaven-hell/R30", &format!("w1 {pieces} - - 0/0 ~ -"))
            .refuses("d3*d5", "heaven-hell/2.3")
            .allows("d3d5");
    }
    let _ = check("heaven-hell/R30", "w1 Ra1,Ke1,Md3,pd5,ae6,ke8 - - 0/0 ~ -").allows("d3*d5");
    // Another plane does not help.
    let _ = check("heaven-hell/R30", "w1 Ra1,Ke1,Md3,pd5,ke8,ad8^ - - 0/0 ~ -").allows("d3*d5");
    // A King beside a Fortress.
    let _ = check("heaven-hell/R30", "w1 Ke1,Me6,fd8,ke8 - - 0/0 ~ -").refuses("e6*e8", "heaven-hell/2.3");
    let _ = check("heaven-hell/R30", "w1 Ke1,Me6,fd7,ke8 - - 0/0 ~ -").allows("e6*e8");
}

#[test]
fn r31_over_a_protected_piece() {
    let _ = check("heaven-hell/R31", "w1 Kh1,Cd4,pd5,ad8,ke8 - - 0/0 ~ -")
        .apply("d4d6")
        .gives(&full("w0 Kh1,pd5,Cd6,ad8,ke8 - - 0/0 ~ jump:d6"));
}

#[test]
fn r32_like_a_pawn() {
    let _ = check("heaven-hell/R32", "w1 Ke1,Xa7,nb8,ke8 - - 0/0 ~ -")
        .from("a7", "a7a8 a7b8")
        .apply("a7a8")
        .gives(&full("b1 Ke1,Xa8,nb8,ke8 - - 1/1 ~ -"));
    let _ = check("heaven-hell/R32", "w1 Ke1,Xa8,ke8 - - 0/0 ~ -").from("a8", "(none)");
}

#[test]
fn r33_warlocks() {
    let _ = check("heaven-hell/R33", "w1 Ke1,ke8,Va1^,Nb2_,vc3_ - - 0/0 ~ -").from("raise", "raise:b2_ raise:c3_");
    let _ = check("heaven-hell/R33", "w1 Ke1,ke8,Va1_ - - 0/0 ~ -")
        .apply("raise:a1_")
        .gives(&full("b1 Va1c,Ke1,ke8 - - 1/1 ~ -"));
    let _ = check("heaven-hell/R33", "w1 Ke1,ke8,va1_ - - 0/0 ~ -").refuses("raise:a1_", "heaven-hell/R33");
}

#[test]
fn r34_angels() {
    let _ = check("heaven-hell/R34", "w1 Ke1,ke8,Ga1^ - - 2/2 ~ -").refuses("a1^a2^", "heaven-hell/R34");
    let _ = check("heaven-hell/R34", "w1 Ke1,ke8,Ga1^ a2^i - 3/2 ~ -")
        .has("a1^h8^")
        .apply("a1^a2^")
        .gives(&full("b1 Ke1,ke8,Ga2^ a2^i - 4/3 ~ -"));
}

#[test]
fn r35_imps_are_not_undone() {
    let _ =
        check("heaven-hell/R35", "b1 Ke1,Ie5,ke8 - - 0/0 … - - - e5e4 a1h8/a1h8 -").refuses("e5e4", "heaven-hell/R35");
    let _ = check("heaven-hell/R35", "b1 Ke1,Ie5,ke8 e4$1 - 0/0 … - - - e5e4 a1h8/a1h8 -").allows("e5e4");
    // After the other seat has acted once, it is allowed again.
    let _ = check("heaven-hell/R35", "b2 Ke1,Ie5,ke8 - - 0/0 … - - - e5e4 a1h8/a1h8 -")
        .apply("e8e7")
        .gives(&full("b1+ Ke1,Ie5,ke7 - - 0/0 ~ -"))
        .has("e5e4");
    // A step that collected something can be undone.
    let _ = check("heaven-hell/R35", "w1 Ke1,Ie4,ke8 e5$1 - 0/0 ~ -").apply("e4e5").has("e5e4");
}

#[test]
fn r36_upgrade_or_promotion() {
    let _ = check("heaven-hell/R36", "w1 Ke1,Pa7x,nb8,ke8 - - 0/0 ~ -")
        .apply("a7b8")
        .gives(&full("w0 Ke1,Pb8m,ke8,nb8^ - - 0/0 ~ uppro:b8"))
        .actions(
            "promote:bishop promote:knight promote:queen promote:rook up:increased-size up:knight up:suicide-bomber",
        )
        .apply("up:suicide-bomber")
        .gives(&full("b1 Ke1,Xb8m,ke8,nb8^ - - 1/1 ~ -"));
}

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
