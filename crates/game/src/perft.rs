//! Perft: counts action sequences, to test move generators.

use std::ops::ControlFlow;

use crate::{Rules, Silent, Sink};

/// The number of sequences of exactly `depth` actions. The last action of each is counted, not done.
pub fn perft<R: Rules>(position: &R, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_actions() as u64,
        _ => sum(position, |next| perft(next, depth - 1)),
    }
}

/// The same number, but every action is done, also the last: slower, and a check of the first.
pub fn perft_one_by_one<R: Rules>(position: &R, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => sum(position, |next| perft_one_by_one(next, depth - 1)),
    }
}

/// For each action the number of sequences that begin with it. `depth` is at least 1.
pub fn perft_divide<R: Rules>(position: &R, depth: u32) -> Vec<(R::Action, u64)> {
    let mut shares = Vec::new();
    let _ = position.actions(&mut |action| {
        let mut next = position.clone();
        let _ = next.apply(action, &mut Silent);
        shares.push((action, perft(&next, depth.saturating_sub(1))));
        ControlFlow::Continue(())
    });
    shares
}

#[inline]
fn sum<R: Rules>(position: &R, count: impl Fn(&R) -> u64) -> u64 {
    let mut sum = Sum { position, count, total: 0 };
    let _ = position.actions(&mut sum);
    sum.total
}

/// Does each action and adds up what follows it.
struct Sum<'a, R, C> {
    position: &'a R,
    count: C,
    total: u64,
}

impl<R: Rules, C: Fn(&R) -> u64> Sink<R::Action> for Sum<'_, R, C> {
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "a generator knows the kind of the action: without inlining it is asked again"
    )]
    fn push(&mut self, action: R::Action) -> ControlFlow<()> {
        let mut next = self.position.clone();
        let _ = next.apply(action, &mut Silent);
        self.total += (self.count)(&next);
        ControlFlow::Continue(())
    }
}
