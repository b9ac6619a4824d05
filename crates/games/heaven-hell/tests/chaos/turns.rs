//! Effects on the shop, on coins and on turns.

use crate::common::{check, full};
use crate::{after, happen, pending};

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

/// heaven-hell/chaos/6
#[test]
fn coins_zero() {
    let _ = happen(6, "coins-zero", "Ke1,ke8 - - 12/9999").gives(&after("Ke1,ke8 - - 0/0"));
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
