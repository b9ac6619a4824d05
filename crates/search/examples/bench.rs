//! Nodes per second of the fixed piece of work behind the search's signature.
//!
//! ```text
//! cargo run --release -p menagerie-search --example bench -- shogi5 [DEEPER]
//! ```
//!
//! Where the time goes (shogi5, instructions counted by callgrind, about 1 400 a node): listing and ranking actions 25 %,
//! the evaluation 24 %, the node itself with picking the next best action 14 %, asking who threatens to take a king
//! 14 %, quiescence 10 %, the way from a position to the next (key, repetition, limits) 6 %, applying actions 3 %, the
//! table 1 % (though it waits for memory, which instructions do not show). Asking each piece first whether it could
//! reach the king on an empty board took a third off that question. Nothing is left that stands out: a faster search
//! now means listing fewer actions, not listing them faster.

use std::sync::atomic::AtomicBool;

use menagerie_game::Rules;
use menagerie_search::bench;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let game = arguments.next().unwrap_or_default();
    let deeper = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(0);
    match game.as_str() {
        "chess2" => show::<menagerie_chess2::Position>(deeper),
        "jungle" => show::<menagerie_jungle::Position>(deeper),
        "shogi5" => show::<menagerie_shogi5::Position>(deeper),
        other => eprintln!("'{other}' is no game that is searched by alpha-beta: try chess2, jungle or shogi5"),
    }
}

fn show<R: Rules>(deeper: i32) {
    if let Some(stats) = bench::<R>(deeper, &AtomicBool::new(false)) {
        println!("{} nodes, {} nodes per second", stats.nodes, stats.nodes_per_second());
    }
}
