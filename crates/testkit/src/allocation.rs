//! A counting allocator: playing must not allocate.
#![expect(unsafe_code, reason = "counting allocations means standing in for the allocator")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use menagerie_game::{Options, Rules, perft, playout};

use crate::dice;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, counting for each thread. A test binary that uses [`no_allocation`] declares it:
/// `#[global_allocator] static COUNTING: CountingAllocator = CountingAllocator;`
pub struct CountingAllocator;

// SAFETY: every call is handed to the system's allocator unchanged; the counter is a plain thread-local cell that needs
// no allocation itself.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above; the pointer came from `System`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// How often this thread has allocated so far, if the counting allocator is installed.
pub fn allocations() -> u64 {
    ALLOCATIONS.get()
}

/// Plays random games and counts actions; checks that nothing is allocated once the buffer has grown.
///
/// # Panics
/// If something was, or if the counting allocator is not installed.
pub fn no_allocation<R: Rules>(games: u32, longest: u32) {
    let before = ALLOCATIONS.get();
    let mut buffer: Vec<R::Action> = Vec::with_capacity(1 << 16);
    assert!(ALLOCATIONS.get() > before, "the counting allocator is not installed in this test binary");
    let mut dice = dice(11);
    let before = ALLOCATIONS.get();
    let mut actions = 0;
    for _ in 0..games {
        let mut position = R::start(Options::NONE);
        actions += playout(&mut position, &mut dice, longest, &mut buffer).actions;
        let _ = perft(&position, 2);
    }
    assert!(actions > games, "the games are longer than one action");
    assert_eq!(ALLOCATIONS.get() - before, 0, "{actions} actions allocated");
}
