//! Effects that make, move and change pieces.

use crate::{after, happen, pending};

/// heaven-hell/chaos/3
#[test]
fn two_imps() {
    let _ = happen(3, "two-imps", "Ke1,ke8 a1f - 0/0")
        .actor("chance")
        .lacks("@a1 @e1 @a2^")
        .count(61)
        .apply("@a2 @b2")
        .gives(&after("Ke1,Ia2,Ib2,ke8 a1f - 0/0"));
}

/// heaven-hell/chaos/5
#[test]
fn bishops_rooks() {
    let _ =
        happen(5, "bishops-rooks", "Ra1,Ke1,bc8,ke8,Rb1^mx - - 0/0").gives(&after("Ba1,Ke1,rc8,ke8,Bb1^mx - - 0/0"));
}

/// heaven-hell/chaos/8
#[test]
fn devil() {
    let _ = happen(8, "devil", "Ke1,ke8 d4_f - 0/0").gives(&after("Ke1,ke8,Id4_*2d d4_f - 0/0"));
    let _ = happen(8, "devil", "Ke1,ke8,ne5_ - - 0/0").gives(&after("Ke1,ke8,ne5_ - - 0/0"));
}

/// heaven-hell/chaos/9
#[test]
fn angel() {
    let _ = happen(9, "angel", "Ke1,ke8 a1^o a2^b 0/0")
        .actor("white")
        .count(63)
        .lacks("@a1^")
        .apply("@a2^")
        .gives(&after("Ke1,ke8,Ga2^ a1^o a2^b 0/0"));
}

/// heaven-hell/chaos/11
#[test]
fn pawns_back() {
    // The Pawn on a2 has no room behind it for its first step only if a piece stands there; black's Pawns start at the top.
    let _ = happen(11, "pawns-back", "Ra1,Ke1,Pa2,Pb2,Pb3,ph6,ph7,ke8,Pc1^ h8f - 0/0")
        .gives(&after("Ra1,Pb1,Ke1,Pa2,Pb2,ph7,ke8,Pc1^,ph8^ h8f - 0/0"));
    // Other pieces stay.
    let _ = happen(11, "pawns-back", "Ke1,Na4,nh5,ke8 - - 0/0").gives(&after("Ke1,Na4,nh5,ke8 - - 0/0"));
}

/// heaven-hell/chaos/14
#[test]
fn duplicate() {
    let _ = happen(14, "duplicate", "Ke1,Qa4*2ms2,ke8,na1^ b1^$1 - 0/0")
        .actions("@a1^ @a4")
        .apply("@a4")
        .gives(&pending("Ke1,Qa4*2ms2,ke8,na1^ b1^$1 - 0/0", "ask:duplicate:w:a4"))
        .actions("@a2 @a6 @c4")
        .apply("@c4")
        .gives(&after("Ke1,Qa4*2mcs2,Qc4*2mcs2,ke8,na1^ b1^$1 - 0/0"));
}

/// heaven-hell/chaos/15
#[test]
fn rook_each() {
    let _ = happen(15, "rook-each", "Ke1,ke8 - - 0/0")
        .actor("black")
        .count(23)
        .apply("@a8^")
        .actor("white")
        .count(23)
        .apply("@a1_")
        .gives(&after("Ke1,ke8,ra8^,Ra1_ - - 0/0"));
}

/// heaven-hell/chaos/17
#[test]
fn giant() {
    let _ = happen(17, "giant", "Ke1,ke8 - - 0/0")
        .actions("@e1 @e8")
        .apply("@e8")
        .actor("black")
        .actions("@d7 @e7")
        .apply("@d7")
        .gives(&after("Ke1,kd7*2 - - 0/0"));
}

/// heaven-hell/chaos/18
#[test]
fn swap_dead() {
    let _ = happen(18, "swap-dead", "Ke1,ke8,Nb2^,nc3_m - - 0/0")
        .actions("@c3_")
        .apply("@c3_")
        .gives(&pending("Ke1,ke8,Nb2^,nc3_m - - 0/0", "ask:swap-dead:w:c3_"))
        .actions("@b2^")
        .apply("@b2^")
        .gives(&after("Ke1,ke8,nb2^m,Nc3_ - - 0/0"));
    let _ = happen(18, "swap-dead", "Ke1,ke8,nc3_m - - 0/0").gives(&after("Ke1,ke8,nc3_m - - 0/0"));
}

/// heaven-hell/chaos/23
#[test]
fn forced_pawns() {
    let _ = happen(23, "forced-pawns", "Ke1,Pa2,pb7f,ke8 - - 0/0")
        .actions("@a2")
        .apply("@a2")
        .gives(&after("Ke1,Pa2f,pb6f,ke8 - - 0/0"));
}

/// heaven-hell/chaos/31
#[test]
fn bishops_home() {
    // b2 is dark: c1, as a2^ is light: f1; black's from light a8 to c8, and the one on f8 stays.
    let _ =
        happen(31, "bishops-home", "Ke1,Bb2,ba8,ke8,bf8,Ba2^ - - 0/0").gives(&after("Bc1,Ke1,Bf1,bc8,ke8,bf8 - - 0/0"));
}

/// heaven-hell/chaos/33
#[test]
fn king_pawn() {
    let _ = happen(33, "king-pawn", "Ke1,Pa7,ke8,Kb2^ - - 0/0")
        .actions("@e1")
        .apply("@e1")
        .actions("@a7")
        .apply("@a7")
        .gives(&after("Pe1,Ka7,ke8,Kb2^ - - 0/0"));
    // The Pawn promotes where the King stood.
    let _ = happen(33, "king-pawn", "Pa7,Kb8,ke8 - - 0/0")
        .apply("@b8 @a7")
        .gives(&pending("Ka7,Pb8,ke8 - - 0/0", "pro:b8"));
}

/// heaven-hell/chaos/35
#[test]
fn pawns_to_bombers() {
    let _ = happen(35, "pawns-to-bombers", "Ke1,Pa4mx,ke8,pb7_ - - 0/0").gives(&after("Ke1,Xa4mx,ke8,xb7_ - - 0/0"));
}

/// heaven-hell/chaos/36
#[test]
fn pawn_rampage() {
    let _ = happen(36, "pawn-rampage", "Ke1,Pa2c,nb4,pd7,ke8 - - 0/0")
        .actions("@a2")
        .apply("@a2")
        .actions("a2a3 a2a4 stop")
        .apply("a2a3")
        .gives(&pending("Ke1,Pa3c,nb4,pd7,ke8 - - 0/0", "rampage:a3"))
        .apply("a3b4")
        .gives(&pending("Ke1,Pb4mxc,pd7,ke8,nb4^ - - 0/0", "rampage:b4"))
        .apply("stop")
        .gives(&after("Ke1,Pb4mxc,pd7,ke8,nb4^ - - 0/0"));
    // It ends with the promotion.
    let _ = happen(36, "pawn-rampage", "Ke1,Pa7,ke8 - - 0/0")
        .apply("@a7 a7a8")
        .gives(&pending("Ke1,Pa8,ke8 - - 0/0", "pro:a8;rampage:a8"))
        .apply("promote:knight")
        .gives(&after("Ke1,Na8,ke8 - - 0/0"));
}

/// heaven-hell/chaos/37
#[test]
fn spawn_pawns() {
    let _ = happen(37, "spawn-pawns", "Ke1,ke8,Nb2_ c2_f d2_w 0/0").apply("plane:hell").gives(&after(
        "Ke1,ke8,Pa2_,Nb2_,Pd2_,Pe2_,Pf2_,Pg2_,Ph2_,pa7_,pb7_,pc7_,pd7_,pe7_,pf7_,pg7_,ph7_ c2_f d2_w 0/0",
    ));
}

/// heaven-hell/chaos/39
#[test]
fn random_move() {
    let thrown = happen(39, "random-move", "Qa1,Ke1,Rb7*2,ke8 - - 0/0");
    let _ = thrown
        .actions("@b7")
        .apply("@b7")
        .actor("chance")
        .actions("plane:earth plane:heaven plane:hell")
        .apply("plane:heaven")
        .gives(&pending("Qa1,Ke1,Rb7*2,ke8 - - 0/0", "throw:b7:heaven"))
        .count(49)
        .apply("@g7^")
        .gives(&after("Qa1,Ke1,ke8,Rg7^*2 - - 0/0"));
}
