//! The speed of the games as a table: `cargo xtask bench`.
//!
//! Absolute numbers depend on the machine and its load. Each stands beside its ratio to a fixed
//! calculation that was measured in the same run. Compare the ratios between runs.
//!
//! A node of alpha-beta is a position made by an action, as Stockfish counts: null moves and
//! re-searches do not count. A node of Monte-Carlo is one iteration. Searches are measured in
//! processor time if the system reports it, so that other load does not matter.

mod count;
mod fairy;
mod peer;
mod processor;
mod search;
mod yardstick;

use std::process::ExitCode;

use count::{Counting, Playing, two_threads};
use search::Searching;

fn main() -> ExitCode {
    // cargo hands `--bench` to every benchmark.
    let asked: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let known: Vec<&str> = menagerie_catalog::games().iter().map(|game| game.info().id).collect();
    if let Some(unknown) = asked.iter().find(|id| !known.contains(&id.as_str())) {
        eprintln!("there is no game '{unknown}'; the games are: {}", known.join(", "));
        return ExitCode::from(2);
    }
    let yardstick = yardstick::steps_per_second();
    println!("arithmetic: {:.0} million steps per second; the numbers in brackets are per 1000 steps", yardstick / 1e6);
    println!(
        "{:<12} {:>5} {:>18} {:>18} {:>12} {:>18} {:>18}",
        "game", "depth", "perft M/s", "no bulk M/s", "2 threads", "playouts/s", "actions M/s"
    );
    let wanted = || known.iter().filter(|id| asked.is_empty() || asked.iter().any(|one| one == *id));
    for id in wanted() {
        row(id, yardstick);
    }
    println!();
    println!("{:<12} {:>18} {:>18} {:>12} {:>8}", "game", "alpha-beta k/s", "monte-carlo k/s", "clone ns", "bytes");
    for id in wanted() {
        search_row(id, yardstick);
    }
    println!();
    if asked.is_empty() || asked.iter().any(|id| id == fairy::GAME) {
        fairy::compare();
    }
    ExitCode::SUCCESS
}

/// A number in some unit, with its ratio to the yardstick.
fn with_ratio(figure: f64, unit: f64, digits: usize, yardstick: f64) -> String {
    format!("{:.digits$} ({:.3})", figure / unit, figure * 1000.0 / yardstick)
}

fn search_row(id: &str, yardstick: f64) {
    let Some(searched) = menagerie_catalog::visit(id, Searching) else { return };
    let thousands = |figure: f64| with_ratio(figure, 1e3, 0, yardstick);
    println!(
        "{id:<12} {:>18} {:>18} {:>12.1} {:>8}",
        searched.alpha_beta.map_or("-".to_owned(), thousands),
        thousands(searched.monte_carlo),
        searched.clone,
        searched.size,
    );
}

fn row(id: &str, yardstick: f64) {
    let (Some(counting), Some(playing)) =
        (menagerie_catalog::visit(id, Counting), menagerie_catalog::visit(id, Playing))
    else {
        return;
    };
    let with_ratio = |figure, unit, digits| with_ratio(figure, unit, digits, yardstick);
    let speed_up = two_threads(id, counting.depth).map_or("failed".to_owned(), |ratio| format!("{ratio:.2}x"));
    println!(
        "{id:<12} {:>5} {:>18} {:>18} {speed_up:>12} {:>18} {:>18}",
        counting.depth,
        with_ratio(counting.bulk, 1e6, 1),
        with_ratio(counting.one_by_one, 1e6, 1),
        with_ratio(playing.games, 1.0, 0),
        with_ratio(playing.actions, 1e6, 2),
    );
}
