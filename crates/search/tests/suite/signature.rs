//! The node count of the benchmark: a change that should not alter play does not alter it.

use std::sync::atomic::AtomicBool;

use menagerie_search::bench;
use menagerie_shogi5::Position;

#[test]
fn the_search_is_the_same_as_before() {
    let stats = bench::<Position>(0, &AtomicBool::new(false)).unwrap();
    assert_eq!(stats.nodes, 45_460, "if play was meant to change, write the new number here");
}
