//! Effects that give marks and take them: stuns, curses, upgrades.

use crate::{after, happen, pending};

/// heaven-hell/chaos/2
#[test]
fn freeze_pawns() {
    let _ = happen(2, "freeze-pawns", "Ke1,Pa2*2,ke8,pc3^ b2f - 0/0")
        .gives(&after("Ke1,Pa2*2,ke8,pc3^ a2i,a3i,b3i,c3^i - 0/0"));
}

/// heaven-hell/chaos/4
#[test]
fn curse_file() {
    let _ = happen(4, "curse-file", "Ke1,Qd2,Nc4*2,nd8,ke8,nd1^ - - 0/0")
        .count(24)
        .has("file:a file:a^ file:h_")
        .apply("file:d")
        .gives(&after("Ke1,Qd2,Nc4*2c,nd8c,ke8,nd1^ - - 0/0"));
}

/// heaven-hell/chaos/12
#[test]
fn stun_four() {
    let _ = happen(12, "stun-four", "Ke1,ke8,Nb1^,nb2_s8 - - 0/0")
        .actor("chance")
        .actions("@b1^ @b2_ @e1 @e8")
        .apply("@b2_")
        .gives(&pending("Ke1,ke8,Nb1^,nb2_s9 - - 0/0", "daze:3:b2_"))
        .apply("@e8 @b1^")
        .gives(&pending("Ke1,ke8s3,Nb1^s3,nb2_s9 - - 0/0", "daze:1:b2_.e8.b1^"))
        .apply("@e1")
        .gives(&after("Ke1s3,ke8s2,Nb1^s3,nb2_s8 - - 0/0"));
    let _ = happen(12, "stun-four", "Ke1,ke8 - - 0/0").apply("@e1 @e8").gives(&after("Ke1s3,ke8s2 - - 0/0"));
}

/// heaven-hell/chaos/19
#[test]
fn curse_each() {
    let _ = happen(19, "curse-each", "Ke1,ke8,Nb2^ - - 0/0")
        .actor("chance")
        .actions("@b2^ @e1")
        .apply("@b2^")
        .actions("@e8")
        .apply("@e8")
        .gives(&after("Ke1,ke8c,Nb2^c - - 0/0"));
}

/// heaven-hell/chaos/20
#[test]
fn upgrade_knights() {
    let _ = happen(20, "upgrade-knights", "Ke1,nb8,ke8,Nc3^ - - 0/0")
        .gives(&pending("Ke1,nb8,ke8,Nc3^ - - 0/0", "up:b8;up:c3^"))
        .actor("black")
        .apply("up:mounted-archer")
        .actor("white")
        .apply("up:checker-knight")
        .gives(&after("Ke1,mb8,ke8,Cc3^ - - 0/0"));
}

/// heaven-hell/chaos/27 and heaven-hell/R18: the order of losses.
#[test]
fn downgrade_one() {
    let mut piece = "Xa4*2hi1p".to_owned();
    for next in ["Xa4*2hi1", "Xa4*2h", "Xa4*2"] {
        let _ = happen(27, "downgrade-one", &format!("Ke1,{piece},ke8 - - 0/0"))
            .actions("@a4")
            .apply("@a4")
            .gives(&after(&format!("Ke1,{next},ke8 - - 0/0")));
        next.clone_into(&mut piece);
    }
    let _ = happen(27, "downgrade-one", "Ke1,Xa4*2,ke8 - - 0/0")
        .apply("@a4")
        .gives(&pending("Ke1,ke8 - - 0/0", "shrink:Xa4*2/-"))
        .actions("@a4 @a5 @b4 @b5")
        .apply("@b5")
        .gives(&after("Ke1,Xb5,ke8 - - 0/0"));
    let _ = happen(27, "downgrade-one", "Ke1d,Xa4,Ib4,ke8 - - 0/0")
        .actions("@a4 @e1")
        .apply("@a4")
        .gives(&after("Ke1d,Pa4,Ib4,ke8 - - 0/0"));
    let _ = happen(27, "downgrade-one", "Ke1d,Na4,ke8 - - 0/0").apply("@e1").gives(&after("Ke1,Na4,ke8 - - 0/0"));
    let _ = happen(27, "downgrade-one", "Ke1,Na4,Bb4,Rc4,Qd4,Pe4,ke8 - - 0/0")
        .gives(&after("Ke1,Na4,Bb4,Rc4,Qd4,Pe4,ke8 - - 0/0"));
}

/// heaven-hell/chaos/32
#[test]
fn upgrade_kings() {
    let _ = happen(32, "upgrade-kings", "Ke1,ke8d - - 0/0")
        .actor("white")
        .actions("up:double-move up:increased-size up:investor up:wizard-hat")
        .apply("up:double-move")
        .actor("black")
        .actions("up:increased-size up:investor up:wizard-hat")
        .apply("up:investor")
        .gives(&after("Ke1d,ke8di1 - - 0/0"));
}

/// heaven-hell/chaos/34
#[test]
fn downgrade_plane() {
    let _ = happen(34, "downgrade-plane", "Ke1,La4,Qb4p,Ic4*2,wb8,ke8,Lb1^ - - 0/0")
        .apply("plane:earth")
        .gives(&after("Ke1,Na4,Qb4,Ic4*2,bb8,ke8,Lb1^ - - 0/0"));
}
