//! The bench: a fixed search workload for speed, and its node count as a signature of the search.

use std::sync::atomic::{AtomicBool, Ordering};

use menagerie_game::{Actor, Dice, Options, Rules, RulesExt, Silent, draw};

use crate::{Limits, Method, Random, Request, Settings, Stats, player};

/// The number of positions.
const POSITIONS: u64 = 8;
/// The depth of alpha-beta.
const DEPTH: u32 = 9;
/// The iterations of Monte-Carlo tree search per position.
const NODES: u64 = 20_000;

/// Searches the start and positions from fixed random games, with one thread. The node count is the
/// signature of the search: a change that should not alter play does not alter it.
///
/// `deeper` is added to the depth; 0 gives the signature. `None` if it was stopped.
pub fn bench<R: Rules>(deeper: i32, stop: &AtomicBool) -> Option<Stats> {
    let limits = match Method::of::<R>() {
        Method::AlphaBeta => Limits::depth(DEPTH.saturating_add_signed(deeper).max(1)),
        Method::MonteCarlo | Method::PlainMonteCarlo => Limits::nodes(NODES),
    };
    let mut total = Stats::default();
    for index in 0..POSITIONS {
        let position = bench_position::<R>(index);
        let mut thinker = player(Settings::default());
        let request = Request::at(&position).within(limits);
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        if let Some(result) = thinker.think(&request, stop, &mut |_| {}) {
            total.nodes += result.stats.nodes;
            total.time += result.stats.time;
        }
    }
    (!stop.load(Ordering::Relaxed)).then_some(total)
}

/// A position of the bench: the start followed by `4 * index` random actions, the same every time.
/// A seat acts in it.
pub fn bench_position<R: Rules>(index: u64) -> R {
    let mut random = Random::new(index);
    let mut position = R::start(Options::NONE);
    for _ in 0..index * 4 {
        let mut next = position.clone();
        let action = if next.actor() == Actor::Chance {
            draw(&next, &mut random)
        } else {
            let actions = next.list();
            actions.get(random.roll(actions.len() as u32) as usize).copied()
        };
        let Some(action) = action else { break };
        let _ = next.apply(action, &mut Silent);
        if next.actor() == Actor::Nobody {
            break;
        }
        position = next;
    }
    while position.actor() == Actor::Chance {
        let Some(action) = draw(&position, &mut random) else { break };
        let _ = position.apply(action, &mut Silent);
    }
    position
}
