//! Playing does not allocate.

use menagerie_heaven_hell::Position;
use menagerie_testkit::{CountingAllocator, no_allocation};

#[global_allocator]
static COUNTING: CountingAllocator = CountingAllocator;

#[test]
fn playing_does_not_allocate() {
    no_allocation::<Position>(300, 2000);
}
