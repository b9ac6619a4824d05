//! Rulings R26 to R36: what marks and types of pieces do.

use crate::common::{check, full};

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
    // The second action of the seat that made the step does not count as such.
    let _ = check("heaven-hell/R35", "w2 Ke1,Ie4,ke8 - - 0/0 ~ -")
        .apply("e4e5 e1e2")
        .gives(&full("b1 Ke2,Ie5,ke8 - - 1/1 … - - - e5e4 a1h8/a1h8 -"))
        .refuses("e5e4", "heaven-hell/R35");
    let _ = check("heaven-hell/R35", "b2 Ke1,Ie5,ke8 - - 0/0 ~ -")
        .apply("e5e4 e8e7")
        .gives(&full("w1 Ke1,Ie4,ke7 - - 0/0 … - - - e4e5 a1h8/a1h8 -"))
        .refuses("e4e5", "heaven-hell/R35");
    // Only an Imp may not go this way.
    let _ = check("heaven-hell/R35", "b1 Ke1,re5,ke8 - - 0/0 … - - - e5e4 a1h8/a1h8 -").allows("e5e4");
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
