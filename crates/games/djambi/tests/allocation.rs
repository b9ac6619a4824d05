//! Playing does not allocate.

use menagerie_djambi::Position;
use menagerie_testkit::{CountingAllocator, no_allocation};

#[global_allocator]
static COUNTING: CountingAllocator = CountingAllocator;

#[test]
fn playing_does_not_allocate() {
    no_allocation::<Position>(100, 500);
}
