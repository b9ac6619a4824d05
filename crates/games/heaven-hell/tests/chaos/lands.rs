//! Effects on squares: ice and fire, planes that shrink, coins, orbs and traps.

use menagerie_heaven_hell::Position;

use crate::common::full;
use crate::{after, happen, pending};

/// heaven-hell/chaos/7
#[test]
fn spread_ice() {
    let _ = happen(7, "spread-ice", "Ke1,ke8 a1i,a2f,h8_i - 0/0").gives(&after("Ke1,ke8 a1i,b1i,h7_i,g8_i,h8_i - 0/0"));
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

/// heaven-hell/chaos/13
#[test]
fn destroy_hell() {
    let _ = happen(13, "destroy-hell", "Ke1,ke8,nb1_ - - 0/0")
        .apply("destroy:ranks")
        .gives(&after("Ke1,ke8 - - 0/0").replace("a1h8/a1h8", "a1h8/a2h7"));
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
