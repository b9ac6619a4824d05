//! The forty chaos effects, one by one. White picks them on black's turn, so that no coins are paid at its end.

mod common;

use common::{check, full};
use menagerie_heaven_hell::Position;
use menagerie_testkit::At;

/// The effect happens, picked by white while black is on turn.
#[track_caller]
fn happen(number: u8, id: &str, head: &str) -> At<Position> {
    check(&format!("heaven-hell/chaos/{number}"), &format!("b0 {head} ~ random:w")).apply(&format!("draw:{id}"))
}

fn after(head: &str) -> String {
    full(&format!("w1 {head} ~ -"))
}

fn pending(head: &str, tasks: &str) -> String {
    full(&format!("b0 {head} ~ {tasks}"))
}

/// heaven-hell/chaos/1
#[test]
fn shop_shuffle() {
    let shop = "7+,12,8,6,5,20,4,8+,6,12,12,-,6,2,8,10";
    let _ = check("heaven-hell/chaos/1", &format!("b0 Ke1,ke8 - - 1/2 {shop} - - - - a1h8/a1h8 random:w"))
        .apply("draw:shop-shuffle")
        .gives("b0 Ke1,ke8 - - 7/2 7,12,8,6,5,20,4,8,6,12,12,-,6,2,8,10 - - - - a1h8/a1h8 unlock;unlock")
        .count(15)
        .apply("unlock:stun unlock:kill")
        .gives("w1 Ke1,ke8 - - 7/2 7+,12,8,6,5,20+,4,8,6,12,12,-,6,2,8,10 - - - - a1h8/a1h8 -");
}

/// heaven-hell/chaos/2
#[test]
fn freeze_pawns() {
    let _ = happen(2, "freeze-pawns", "Ke1,Pa2*2,ke8,pc3^ b2f - 0/0")
        .gives(&after("Ke1,Pa2*2,ke8,pc3^ a2i,a3i,b3i,c3^i - 0/0"));
}

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

/// heaven-hell/chaos/4
#[test]
fn curse_file() {
    let _ = happen(4, "curse-file", "Ke1,Qd2,Nc4*2,nd8,ke8,nd1^ - - 0/0")
        .count(24)
        .has("file:a file:a^ file:h_")
        .apply("file:d")
        .gives(&after("Ke1,Qd2,Nc4*2c,nd8c,ke8,nd1^ - - 0/0"));
}

/// heaven-hell/chaos/5
#[test]
fn bishops_rooks() {
    let _ =
        happen(5, "bishops-rooks", "Ra1,Ke1,bc8,ke8,Rb1^mx - - 0/0").gives(&after("Ba1,Ke1,rc8,ke8,Bb1^mx - - 0/0"));
}

/// heaven-hell/chaos/6
#[test]
fn coins_zero() {
    let _ = happen(6, "coins-zero", "Ke1,ke8 - - 12/9999").gives(&after("Ke1,ke8 - - 0/0"));
}

/// heaven-hell/chaos/7
#[test]
fn spread_ice() {
    let _ = happen(7, "spread-ice", "Ke1,ke8 a1i,a2f,h8_i - 0/0").gives(&after("Ke1,ke8 a1i,b1i,h7_i,g8_i,h8_i - 0/0"));
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

/// heaven-hell/chaos/10
#[test]
fn destroy_heaven() {
    let destroyed = happen(10, "destroy-heaven", "Ke1,ke8,Qb2^,xa4^,Rg7^*2 a2^f,b2^i a3^b,d4^b 0/0");
    let _ = destroyed
        .actions("destroy:files destroy:ranks")
        .apply("destroy:files")
        .gives(&after("Ke1,ke8,Qb2^ b2^i d4^b 0/0").replace("a1h8/a1h8", "b1g8/a1h8"));
    let last = full("b0 Ke1,ke8,Qd4^ - - 0/0 ~ random:w").replace("a1h8/a1h8", "d4e5/a1h8");
    let _ = menagerie_testkit::at::<Position>("heaven-hell/chaos/10", &last)
        .apply("draw:destroy-heaven destroy:ranks")
        .gives(&after("Ke1,ke8 - - 0/0").replace("a1h8/a1h8", "-/a1h8"));
}

/// heaven-hell/chaos/11
#[test]
fn pawns_back() {
    // The Pawn on a2 has no room behind it for its first step only if somebody stands there; black's go from the top.
    let _ = happen(11, "pawns-back", "Ra1,Ke1,Pa2,Pb2,Pb3,ph6,ph7,ke8,Pc1^ h8f - 0/0")
        .gives(&after("Ra1,Pb1,Ke1,Pa2,Pb2,ph7,ke8,Pc1^,ph8^ h8f - 0/0"));
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

/// heaven-hell/chaos/13
#[test]
fn destroy_hell() {
    let _ = happen(13, "destroy-hell", "Ke1,ke8,nb1_ - - 0/0")
        .apply("destroy:ranks")
        .gives(&after("Ke1,ke8 - - 0/0").replace("a1h8/a1h8", "a1h8/a2h7"));
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

/// heaven-hell/chaos/16
#[test]
fn orb_each() {
    let _ = happen(16, "orb-each", "Ke1,ke8 - - 0/0")
        .gives(&pending("Ke1,ke8 - - 0/0", "orb:earth;orb:heaven;orb:hell"))
        .count(62)
        .apply("@a1 @b1^ @c1_")
        .gives(&after("Ke1,ke8 a1o,b1^o,c1_o - 0/0"));
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

/// heaven-hell/chaos/21
#[test]
fn ice_or_fire() {
    let _ = happen(21, "ice-or-fire", "Ke1,ke8 a1f,b1i - 0/0")
        .actions("replace:fire replace:ice")
        .apply("replace:ice")
        .gives(&after("Ke1,ke8 a1f,b1f - 0/0"));
    let _ =
        happen(21, "ice-or-fire", "Ke1,ke8 a1f,b1i - 0/0").apply("replace:fire").gives(&after("Ke1,ke8 a1i,b1i - 0/0"));
}

/// heaven-hell/chaos/22
#[test]
fn spread_fire() {
    let _ = happen(22, "spread-fire", "Ke1,ke8 a1f,a2i - 0/0").gives(&after("Ke1,ke8 a1f,b1f - 0/0"));
}

/// heaven-hell/chaos/23
#[test]
fn forced_pawns() {
    let _ = happen(23, "forced-pawns", "Ke1,Pa2,pb7f,ke8 - - 0/0")
        .actions("@a2")
        .apply("@a2")
        .gives(&after("Ke1,Pa2f,pb6f,ke8 - - 0/0"));
}

/// heaven-hell/chaos/24
#[test]
fn coins_earth() {
    let position = happen(24, "coins-earth", "Ke1,ke8 a1f,b1^o - 0/0");
    let text = position.position().to_string();
    assert_eq!(text.matches("$1").count(), 61);
    assert!(!text.contains("a1f$1") && !text.contains("e1$1") && text.contains("b1^o"));
}

/// heaven-hell/chaos/25
#[test]
fn three_fires() {
    let _ = happen(25, "three-fires", "Ke1,ke8 - - 0/0")
        .actions("plane:earth plane:heaven plane:hell")
        .apply("plane:hell")
        .gives(&pending("Ke1,ke8 - - 0/0", "burn:hell;burn:hell;burn:hell"))
        .apply("@a1_ @b1_")
        .count(62)
        .apply("@c1_")
        .gives(&after("Ke1,ke8 a1_f,b1_f,c1_f - 0/0"));
}

/// heaven-hell/chaos/26
#[test]
fn ice_and_fire() {
    let _ = happen(26, "ice-and-fire", "Ke1,ke8 a1i,b1f - 0/0")
        .count(189)
        .lacks("@a1")
        .apply("@b1")
        .gives(&pending("Ke1,ke8 a1i - 0/0", "ask:ice-and-fire:w:b1"))
        .lacks("@b1 @e1")
        .apply("@a1")
        .gives(&after("Ke1,ke8 - - 0/0"));
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

/// heaven-hell/chaos/28
#[test]
fn next_turn_two() {
    let _ = happen(28, "next-turn-two", "Ke1,ke8 - - 0/0").gives(&full("w2 Ke1,ke8 - - 0/0 ~ -"));
}

/// heaven-hell/chaos/29
#[test]
fn shop_remove() {
    let _ = happen(29, "shop-remove", "Ke1,ke8 - - 0/0")
        .count(16)
        .apply("remove:stun")
        .count(15)
        .lacks("remove:stun")
        .apply("remove:bishop")
        .gives("w1 Ke1,ke8 - - 0/0 -,12,8,6,5,20,4,8,6,12,12,6,6,2,8,- - - - - a1h8/a1h8 -");
}

/// heaven-hell/chaos/30
#[test]
fn replant_traps() {
    let _ = happen(30, "replant-traps", "Ke1,ke8 - a1w,a1b,b2^b 0/0")
        .gives(&pending("Ke1,ke8 - - 0/0", "ask:replant-traps:w:3"))
        .count(191)
        .has("stop")
        .lacks("@e1")
        .apply("@a1")
        .gives(&pending("Ke1,ke8 - a1w 0/0", "ask:replant-traps:w:2"))
        .lacks("@a1")
        .apply("stop")
        .gives(&after("Ke1,ke8 - a1w 0/0"));
    let _ = happen(30, "replant-traps", "Ke1,ke8 - - 0/0").gives(&after("Ke1,ke8 - - 0/0"));
}

/// heaven-hell/chaos/31
#[test]
fn bishops_home() {
    // b2 is dark: c1, as a2^ is light: f1; black's from light a8 to c8, and the one on f8 stays.
    let _ =
        happen(31, "bishops-home", "Ke1,Bb2,ba8,ke8,bf8,Ba2^ - - 0/0").gives(&after("Bc1,Ke1,Bf1,bc8,ke8,bf8 - - 0/0"));
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

/// heaven-hell/chaos/34
#[test]
fn downgrade_plane() {
    let _ = happen(34, "downgrade-plane", "Ke1,La4,Qb4p,Ic4*2,wb8,ke8,Lb1^ - - 0/0")
        .apply("plane:earth")
        .gives(&after("Ke1,Na4,Qb4,Ic4*2,bb8,ke8,Lb1^ - - 0/0"));
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

/// heaven-hell/chaos/38 and heaven-hell/R50
#[test]
fn buy_and_remove() {
    let shop = "6+,12,8,6,5,20,4+,8,6,12,12,6,6,2,8,10";
    let _ = check("heaven-hell/chaos/38", &format!("b0 Ke1,na8,ke8 - - 2/0 {shop} - - - - a1h8/a1h8 random:w"))
        .apply("draw:buy-and-remove")
        .actor("white")
        .actions("buy:chaos-orb buy:stun")
        .apply("buy:stun")
        .gives("b0 Ke1,na8,ke8 - - 0/0 -,12,8,6,5,20,4+,8,6,12,12,6,6,2,8,10 - - - - a1h8/a1h8 ask:stun:w;unlock");
    let _ = happen(38, "buy-and-remove", "Ke1,ke8 - - 2/0").gives(&after("Ke1,ke8 - - 6/0"));
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

/// heaven-hell/chaos/40
#[test]
fn something_random() {
    let _ = happen(40, "something-random", "Ke1,ke8 - - 3/3")
        .actor("chance")
        .count(40)
        .apply("draw:something-random")
        .gives(&pending("Ke1,ke8 - - 3/3", "random:w"))
        .apply("draw:coins-zero")
        .gives(&after("Ke1,ke8 - - 0/0"));
}
