//! Rulings R1 to R9: what is kept of chess, neutral pieces, the end.

use crate::common::{check, full};

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
    // The Pawn that went two steps has become a Knight since.
    let _ = check("heaven-hell/R4", "w1 Ke1,nd5,Pe5,ke8 - - 0/0 … - d6 - - a1h8/a1h8 -").lacks("e5d6");
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
