//! Iterations allocate nothing once the buffers have grown.

use std::sync::atomic::AtomicBool;

use menagerie_game::{Options, Rules};
use menagerie_search::{Limits, Method, Request, Settings, Thinker};
use menagerie_testkit::{CountingAllocator, allocations};

#[global_allocator]
static COUNTING: CountingAllocator = CountingAllocator;

/// The allocations of a second request with this many iterations.
fn cost<R: Rules>(thinker: &mut Thinker<R>, position: &R, visits: u64) -> u64 {
    let request = Request::at(position).within(Limits::nodes(visits));
    let stop = AtomicBool::new(false);
    let before = allocations();
    let _ = thinker.think(&request, &stop, &mut |_| {});
    allocations() - before
}

/// Reports and the result allocate a little, iterations nothing: ten times as many cost hardly
/// more.
fn visits_are_free<R: Rules>(method: Method, position: &R, visits: u64) {
    let mut thinker = Thinker::by(method, Settings::default());
    let warm = cost(&mut thinker, position, visits);
    assert!(warm > 0, "the counting allocator is installed");
    let few = cost(&mut thinker, position, visits / 10);
    let many = cost(&mut thinker, position, visits);
    assert!(many < few + visits / 20, "{method:?}: {few} allocations for few visits, {many} for many");
}

#[test]
fn djambi() {
    let start = menagerie_djambi::Position::start(Options::NONE);
    visits_are_free(Method::MonteCarlo, &start, 20_000);
    visits_are_free(Method::PlainMonteCarlo, &start, 300);
}

#[test]
fn heaven_hell() {
    let text = "w1 Ra1,Ke1,Pa2,Pd4,pd5,pa7,ke8,rh8 - a3w,d6b,e6b 9/9 6+,12,8+,6,5,20,4,8,6,12,12,6,6,2,8,10 - - - - a1h8/a1h8 -";
    let position: menagerie_heaven_hell::Position = text.parse().unwrap();
    visits_are_free(Method::MonteCarlo, &position, 10_000);
}
