//! A longer search does not allocate more.

use std::sync::atomic::AtomicBool;

use menagerie_game::{Options, Rules};
use menagerie_search::{Limits, Request, Settings, Thinker};
use menagerie_shogi5::Position;
use menagerie_testkit::{CountingAllocator, allocations};

#[global_allocator]
static COUNTING: CountingAllocator = CountingAllocator;

#[test]
fn no_node_allocates() {
    let mut thinker = Thinker::<Position>::new(Settings::default());
    let mut allocated = |nodes| {
        let request = Request::at(&Position::start(Options::NONE)).within(Limits::nodes(nodes));
        let before = allocations();
        let answer = thinker.think(&request, &AtomicBool::new(false), &mut |_| {}).unwrap();
        assert!(answer.stats.nodes >= nodes / 2);
        allocations() - before
    };
    let few = allocated(2_000);
    assert!(few > 0, "the counting allocator is installed");
    assert_eq!(allocated(200_000), few);
}
