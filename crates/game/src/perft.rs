//! Perft: counts action sequences, to test move generators.

use std::ops::ControlFlow;

use crate::{Rules, Silent};

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
    let mut total = 0;
    let _ = position.actions(&mut |action| {
        let mut next = position.clone();
        let _ = next.apply(action, &mut Silent);
        total += count(&next);
        ControlFlow::Continue(())
    });
    total
}
