//! A fixed piece of work: how fast, and whether anything changed.

use std::sync::atomic::{AtomicBool, Ordering};

use menagerie_game::{Actor, Dice, Options, Rules, RulesExt, Silent, draw};

use crate::{Limits, Method, Random, Request, Settings, Stats, Thinker};

/// How many positions are thought about.
const POSITIONS: u64 = 8;
/// How far a search by alpha-beta looks.
const DEPTH: u32 = 9;
/// How many positions Monte-Carlo may visit for each.
const NODES: u64 = 20_000;

/// Thinks about the start and about positions from a few fixed random games, with one thread. The number of nodes is
/// the signature of the search: a change that should not alter play does not alter it.
///
/// `deeper` is added to the depth; 0 is the signature. Nothing if it was stopped.
pub fn bench<R: Rules>(deeper: i32, stop: &AtomicBool) -> Option<Stats> {
    let limits = match Method::of::<R>() {
        Method::AlphaBeta => Limits::depth(DEPTH.saturating_add_signed(deeper).max(1)),
        Method::MonteCarlo | Method::PlainMonteCarlo => Limits::nodes(NODES),
    };
    let mut total = Stats::default();
    for index in 0..POSITIONS {
        let position = bench_position::<R>(index);
        let mut thinker = Thinker::new(Settings::default());
        let request = Request::at(&position).within(limits);
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        if let Some(answer) = thinker.think(&request, stop, &mut |_| {}) {
            total.nodes += answer.stats.nodes;
            total.time += answer.stats.time;
        }
    }
    (!stop.load(Ordering::Relaxed)).then_some(total)
}

/// The position after a few random actions, always the same ones, more for a larger index: the start for 0. Always one
/// where a seat acts.
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
