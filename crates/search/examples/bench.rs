//! Nodes per second of the fixed piece of work behind the search's signature.
//!
//! ```text
//! cargo run --release -p menagerie-search --example bench -- shogi5 [DEEPER]
//! ```
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
    let stats = bench::<R>(deeper);
    println!("{} nodes, {} nodes per second", stats.nodes, stats.nodes_per_second());
}
