//! Short ways to write positions down.

use menagerie_heaven_hell::Position;
use menagerie_testkit::{At, at};

/// The shop at its first prices, everything locked.
const SHOP: &str = "6,12,8,6,5,20,4,8,6,12,12,6,6,2,8,10";
const PRICES: [u32; 16] = [6, 12, 8, 6, 5, 20, 4, 8, 6, 12, 12, 6, 6, 2, 8, 10];

/// A whole position text: `…` stands for the locked shop, `~` for that and the usual fields 7 to 11, `{4}` for a shop with
/// only entry 4 (unlocked), `{4+}` for the same after one purchase.
pub(crate) fn full(short: &str) -> String {
    let mut text = short.replace('~', "… - - - - a1h8/a1h8").replace('…', SHOP);
    for (index, price) in PRICES.iter().enumerate() {
        let shop = |price: u32| {
            let tokens = (0..16).map(|i| if i == index { format!("{price}+") } else { "-".to_owned() });
            tokens.collect::<Vec<_>>().join(",")
        };
        let number = index + 1;
        text = text.replace(&format!("{{{number}}}"), &format!("{} - - - - a1h8/a1h8", shop(*price)));
        text = text.replace(&format!("{{{number}+}}"), &format!("{} - - - - a1h8/a1h8", shop(*price + 1)));
    }
    text
}

/// Begins to check a rule in a position.
#[allow(dead_code, reason = "not every test file checks single rules")]
#[track_caller]
pub(crate) fn check(rule: &str, short: &str) -> At<Position> {
    at(rule, &full(short))
}
