//! The node count of a fixed piece of work: a change that should not alter play does not alter it.

use menagerie_search::bench;
use menagerie_shogi5::Position;

#[test]
fn the_search_is_the_same_as_before() {
    assert_eq!(bench::<Position>(0).nodes, 94_264, "if play was meant to change, write the new number here");
}
