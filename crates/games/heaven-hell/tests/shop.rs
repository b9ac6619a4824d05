//! The sixteen entries of the shop, one by one. White buys; after white's turn both get a coin.

mod common;

use common::{check, full};

#[test]
fn stun() {
    let _ = check("heaven-hell/shop/1", "w1 Ke1,Ib4,na8,nb8s9,ke8 - - 6/0 {1} -")
        .apply("buy:stun")
        .gives(&full("w0 Ke1,Ib4,na8,nb8s9,ke8 - - 0/0 {1+} ask:stun:w;unlock"))
        .actions("@a8 @b4");
}

#[test]
fn stun_gives_three_stuns() {
    let _ = check("heaven-hell/shop/1", "w1 Ke1,na8s2,ke8 - - 6/0 {1} -")
        .apply("buy:stun @a8")
        .gives(&full("b1 Ke1,na8s5,ke8 - - 1/1 {1+} -"))
        .refuses("a8b6", "heaven-hell/R26");
}

#[test]
fn to_earth() {
    let _ = check("heaven-hell/shop/2", "w1 Ke1,ra4,ke8,Qb2^,kc3_,Na4_ - - 12/0 {2} -")
        .apply("buy:to-earth")
        .actions("@a4_")
        .apply("@a4_")
        .gives(&full("b1 Ke1,Na4mx,ke8,Qb2^,ra4^,kc3_ - - 1/1 {2+} -"));
}

#[test]
fn upgrade() {
    // The owner of the piece chooses; Imps and royals have no upgrade to buy.
    let _ = check("heaven-hell/shop/3", "w1 Qd1,Ke1,Ib4,na8,ke8 - - 8/0 {3} -")
        .apply("buy:upgrade")
        .actions("@a8")
        .apply("@a8")
        .actor("black")
        .actions("up:checker-knight up:leopard up:mounted-archer")
        .apply("up:leopard")
        .gives(&full("b1 Qd1,Ke1,Ib4,la8,ke8 - - 1/1 {3+} -"));
}

#[test]
fn trap() {
    let planting = check("heaven-hell/shop/4", "w1 Ke1,ke8 a1f a2w,a2b,a3b 6/0 {4} -").apply("buy:trap");
    let _ = planting
        .lacks("@a2 @e1 @e8")
        .has("@a1 @a3 @h8^ @h8_")
        .count(192 - 2 - 1)
        .apply("@a3")
        .gives(&full("b1 Ke1,ke8 a1f a2w,a2b,a3w,a3b 1/1 {4+} -"));
}

#[test]
fn fire() {
    let _ = check("heaven-hell/shop/5", "w1 Ke1,ke8 a1f,b1i - 5/0 {5} -")
        .apply("buy:fire")
        .lacks("@a1 @e1 @e8")
        .count(192 - 3)
        .apply("@b1")
        .gives(&full("b1 Ke1,ke8 a1f - 1/1 {5+} -"));
}

#[test]
fn kill() {
    let _ = check("heaven-hell/shop/6", "w1 Ke1,Ib4,ra8,sb8m,ke8 - - 20/0 {6} -")
        .apply("buy:kill")
        .actions("@b4 @b8")
        .apply("@b8")
        .gives(&full("b1 Ke1,Ib4,ra8,ke8,sb8_m - - 1/1 {6+} -"));
}

#[test]
fn chaos_orb() {
    let _ = check("heaven-hell/shop/7", "w1 Ke1,ke8 - - 4/0 {7} -")
        .apply("buy:chaos-orb")
        .actor("chance")
        .gives(&full("w0 Ke1,ke8 - - 0/0 {7+} chaos:w"));
    // The order is: unlock, then the orb.
    let _ = check("heaven-hell/shop/7", "w1 Ke1,ke8 - - 4/0 6,-,-,-,-,-,4+,-,-,-,-,-,-,-,-,- - - - - a1h8/a1h8 -")
        .apply("buy:chaos-orb")
        .gives("w0 Ke1,ke8 - - 0/0 6,-,-,-,-,-,5+,-,-,-,-,-,-,-,-,- - - - - a1h8/a1h8 unlock;chaos:w");
}

#[test]
fn thaw() {
    let _ = check("heaven-hell/shop/8", "w1 Ke1,ke8 a1f,c3i,c3^$1,d4^o - 8/0 {8} -")
        .apply("buy:thaw")
        .actions("@a1 @b2 @b3 @c2 @c3")
        .apply("@b2")
        .gives(&full("b1 Ke1,ke8 a1f,c3^$1,d4^o - 1/1 {8+} -"));
}

#[test]
fn curse() {
    let _ = check("heaven-hell/shop/9", "w1 Qd1,Ke1,Nb4c,na8,ke8 - - 6/0 {9} -")
        .apply("buy:curse")
        .actions("@a8")
        .apply("@a8")
        .gives(&full("b1 Qd1,Ke1,Nb4c,na8c,ke8 - - 1/1 {9+} -"));
}

#[test]
fn rook() {
    let _ = check("heaven-hell/shop/10", "w1 Ke1,ke8,Nb1^ c1f d1_b 12/0 {10} -")
        .apply("buy:rook")
        .lacks("@e1 @b1^ @a8")
        .count(7 + 7 + 8)
        .apply("@d1_")
        .gives(&full("b1 Ke1,ke8,Nb1^,Rd1_ c1f d1_b 1/1 {10+} -"));
}

#[test]
fn two_actions() {
    let _ = check("heaven-hell/shop/11", "w1 Ke1,ke8 - - 12/0 {11} -")
        .apply("buy:two-actions")
        .gives(&full("b1 Ke1,ke8 - - 1/1 {11+} -").replace("- - - - a1h8", "- - w - a1h8"))
        .apply("e8e7")
        .gives(&full("w2 Ke1,ke7 - - 1/1 {11+} -"));
}

#[test]
fn relocate() {
    // A giant that fills its plane has no other place.
    let text = full("w1 Ke1,ke8,Qd4^*2 - - 6/0 {12} -").replace("a1h8/a1h8", "d4e5/a1h8");
    let asked = menagerie_testkit::at::<menagerie_heaven_hell::Position>("heaven-hell/shop/12", &text)
        .apply("buy:relocate")
        .actions("@e1 @e8")
        .apply("@e1");
    let _ = asked
        .lacks("@e1")
        .count(63)
        .has("@e8")
        .apply("@a8")
        .gives(&full("b1 Ka8,ke8,Qd4^*2 - - 1/1 {12+} -").replace("a1h8/a1h8", "d4e5/a1h8"));
}

#[test]
fn freeze() {
    let _ = check("heaven-hell/shop/13", "w1 Ke1,ke8 a1i,b1i,c1f,a2i,b2i - 6/0 {13} -")
        .apply("buy:freeze")
        .lacks("@a1 @h1 @a8")
        .count(49 * 3 - 1)
        .apply("@b1")
        .gives(&full("b1 Ke1,ke8 a1i,b1i,a2i,b2i,c2i - 1/1 {13+} -"));
}

#[test]
fn forgive() {
    let _ = check("heaven-hell/shop/14", "w1 Ke1m,na8,ke8,nb8_mc - - 2/0 {14} -")
        .apply("buy:forgive")
        .actions("@b8_ @e1")
        .apply("@b8_")
        .gives(&full("b1 Ke1m,na8,ke8,nb8_c - - 1/1 {14+} -"));
}

#[test]
fn knight() {
    let _ = check("heaven-hell/shop/15", "w1 Ke1,ke8 - - 8/0 {15} -")
        .apply("buy:knight")
        .count(7 + 8 + 8)
        .apply("@b1^")
        .gives(&full("b1 Ke1,ke8,Nb1^ - - 1/1 {15+} -"));
}

#[test]
fn bishop() {
    let _ = check("heaven-hell/shop/16", "b1 Ke1,ke8 - - 0/10 {16} -")
        .apply("buy:bishop")
        .count(7 + 8 + 8)
        .apply("@c8")
        .gives(&full("w1 Ke1,bc8,ke8 - - 0/0 {16+} -"));
}

/// Unlocked, affordable, with an option: otherwise it cannot be bought, and the refusal says why.
#[test]
fn what_cannot_be_bought() {
    let _ = check("heaven-hell/R48", "w1 Ke1,ke8 - - 99/0 {14} -").refuses("buy:forgive", "heaven-hell/R48");
    let _ = check("heaven-hell/R37", "w1 Ke1,ke8 - - 99/0 ~ -").refuses("buy:rook", "heaven-hell/R37");
    let _ = check("heaven-hell/shop/10", "w1 Ke1,ke8 - - 11/0 {10} -").refuses("buy:rook", "heaven-hell/shop/10");
    let _ = check("heaven-hell/shop/10", "w1 Ke1,ke8 - - 12/0 {10} -").allows("buy:rook");
    let _ = check("heaven-hell/shop/4", "w1 Ke1,ke8 - - 99/0 {10} -").refuses("buy:trap", "heaven-hell/shop/4");
}
