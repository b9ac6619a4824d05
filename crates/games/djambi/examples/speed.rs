//! How fast the rules are: random playouts and perft, on one thread.
//!
//! `cargo run --release -p menagerie-djambi --example speed`

use std::time::{Duration, Instant};

use menagerie_djambi::{Players, Position};
use menagerie_game::{perft, perft_one_by_one, playout};

const PLAYOUT_TIME: Duration = Duration::from_secs(2);
const LONGEST_PLAYOUT: u32 = 4_000;
const DEPTH: u32 = 4;

fn main() {
    for players in [Players::Four, Players::Three, Players::Two] {
        let start = Position::initial(players);
        playouts(players, start);
        nodes(players, "bulk", || perft(&start, DEPTH));
        nodes(players, "one by one", || perft_one_by_one(&start, DEPTH));
    }
}

fn playouts(players: Players, start: Position) {
    let mut state = 1_u64;
    let mut dice = |sides: u32| {
        state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        ((state >> 32) * u64::from(sides) >> 32) as u32
    };
    let (mut games, mut finished, mut actions) = (0_u32, 0_u32, 0_u64);
    let mut buffer = Vec::new();
    let begun = Instant::now();
    while begun.elapsed() < PLAYOUT_TIME {
        let played = playout(&mut start.clone(), &mut dice, LONGEST_PLAYOUT, &mut buffer);
        games += 1;
        finished += u32::from(played.finished);
        actions += u64::from(played.actions);
    }
    let rate = actions as f64 / begun.elapsed().as_secs_f64();
    println!(
        "{players:?}: {rate:.0} actions/s in {games} playouts, {finished} finished, {} actions each",
        actions / u64::from(games)
    );
}

fn nodes(players: Players, how: &str, count: impl FnOnce() -> u64) {
    let begun = Instant::now();
    let nodes = count();
    let rate = nodes as f64 / begun.elapsed().as_secs_f64();
    println!("{players:?}: perft({DEPTH}) {how}: {nodes} at {rate:.0} nodes/s");
}
