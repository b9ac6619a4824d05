//! Benchmarks of searching and of copying positions.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use menagerie_catalog::Visitor;
use menagerie_game::Rules;
use menagerie_search::{Limits, Method, Request, Settings, Thinker, bench_position};

use crate::count::best_of;
use crate::peer::Rate;
use crate::processor::Watch;

/// The number of positions from the search's own benchmark.
const POSITIONS: u64 = 8;
/// The time per position.
const THINKING: Duration = Duration::from_millis(150);
const CLONES: u32 = 1 << 20;
const ROUNDS: u32 = 3;

/// The search speed of a game per second, on one thread.
pub(crate) struct Searched {
    /// Nodes of alpha-beta; `None` for games with chance, hidden information or more seats.
    pub(crate) alpha_beta: Option<f64>,
    /// Iterations of Monte-Carlo tree search.
    pub(crate) monte_carlo: f64,
    /// Nanoseconds to copy a position.
    pub(crate) clone: f64,
    /// Bytes of a position.
    pub(crate) size: usize,
}

/// Searches fixed positions of a game.
pub(crate) struct Searching;

impl Visitor for Searching {
    type Out = Searched;

    fn visit<R: Rules>(self) -> Searched {
        let alpha_beta = (Method::of::<R>() == Method::AlphaBeta).then(|| nodes_per_second::<R>(Method::AlphaBeta));
        Searched {
            alpha_beta,
            monte_carlo: nodes_per_second::<R>(Method::MonteCarlo),
            clone: nanoseconds_per_clone::<R>(),
            size: size_of::<R>(),
        }
    }
}

fn nodes_per_second<R: Rules>(method: Method) -> f64 {
    let mut total = Rate::default();
    for index in 0..POSITIONS {
        total += think(&bench_position::<R>(index), method, THINKING);
    }
    total.per_second()
}

/// The nodes of a new player with one thread in this time.
pub(crate) fn think<R: Rules>(position: &R, method: Method, time: Duration) -> Rate {
    let mut thinker = Thinker::by(method, Settings::default());
    let request = Request::at(position).within(Limits::move_time(time));
    let watch = Watch::on("self");
    let answer = thinker.think(&request, &AtomicBool::new(false), &mut |_| {});
    let seconds = watch.seconds();
    answer.map_or(Rate::default(), |answer| Rate { nodes: answer.stats.nodes as f64, seconds })
}

fn nanoseconds_per_clone<R: Rules>() -> f64 {
    let position = bench_position::<R>(POSITIONS - 1);
    let seconds = best_of(ROUNDS, || {
        for _ in 0..CLONES {
            black_box(black_box(&position).clone());
        }
    });
    seconds * 1e9 / f64::from(CLONES)
}
