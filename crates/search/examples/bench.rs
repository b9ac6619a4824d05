//! Runs the search benchmark and prints nodes per second.
//!
//! ```text
//! cargo run --release -p menagerie-search --example bench -- shogi5 [DEEPER]
//! ```
//!
//! A profile for shogi5 (callgrind, about 1 400 instructions per node): generating and ordering
//! actions takes 25 %. The evaluation takes 24 %, the node with picking the next action 14 %, the
//! test for threats 14 %. Quiescence takes 10 %, making a child (key, repetition, limits) 6 %,
//! applying actions 3 %. The transposition table takes 1 %, plus memory latency that callgrind does
//! not count.

use std::sync::atomic::AtomicBool;

use menagerie_catalog::{Visitor, visit};
use menagerie_game::Rules;
use menagerie_search::bench;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let game = arguments.next().unwrap_or_default();
    let deeper = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(0);
    if visit(&game, Bench { deeper }).is_none() {
        eprintln!("there is no game '{game}'; `menagerie games` lists them");
    }
}

/// The fixed work of one game, with this much added to its depth.
struct Bench {
    deeper: i32,
}

impl Visitor for Bench {
    type Out = ();

    fn visit<R: Rules>(self) {
        if let Some(stats) = bench::<R>(self.deeper, &AtomicBool::new(false)) {
            println!("{} nodes, {} nodes per second", stats.nodes, stats.nodes_per_second());
        }
    }
}
