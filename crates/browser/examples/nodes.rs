//! Searches positions of each game for a fixed time and prints nodes per second, one JSON object per line. `cargo xtask
//! browser --bench` compares them with those of the WebAssembly module (`web/npm/bench.mjs`).
//!
//! `cargo run --release --package menagerie-browser --example nodes -- 1000` searches 1,000 ms per position.

use std::io::{self, Write};
use std::time::Instant;

use menagerie_api::think::{Question, TimeLimit};
use menagerie_browser::search::search;
use menagerie_catalog::Chosen;
use menagerie_game::{Dice, Viewer};
use menagerie_search::Random;
use serde_json::json;

/// Random actions before each searched position.
const DEPTHS: [u32; 3] = [0, 8, 16];

fn main() -> io::Result<()> {
    let millis: u64 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1000);
    let mut out = io::stdout().lock();
    for game in menagerie_catalog::games() {
        for (seed, actions) in (1..).zip(DEPTHS) {
            let Some(question) = question(game.info().id, actions, seed, millis) else { continue };
            let (started, mut found) = (Instant::now(), (0, 0.0));
            search(&question, &mut |thought| found = (thought.nodes, started.elapsed().as_secs_f64()));
            let per_second = found.0 as f64 / found.1;
            writeln!(out, "{}", json!({"game": game.info().id, "question": question, "nps": per_second}))?;
        }
    }
    Ok(())
}

/// A search at full strength after some random actions; nothing if the game ended before.
fn question(game: &str, actions: u32, seed: u64, millis: u64) -> Option<Question> {
    let mut position = game.parse::<Chosen>().ok()?.start();
    let mut random = Random::new(seed);
    // Chance may be to act; then the game goes on until a seat is.
    let mut played = 0;
    while played < actions || position.actor().seat().is_none() {
        let legal = position.actions();
        let action = legal.get(random.roll(legal.len().max(1) as u32) as usize)?;
        position.apply(action).ok()?;
        played += 1;
    }
    let seat = position.actor().seat()?;
    Some(Question {
        game: game.to_owned(),
        seat,
        view: position.view(Viewer::Seat(seat)).text(),
        past: None,
        level: None,
        time: TimeLimit::Move(millis),
        lines: 1,
        actions: Vec::new(),
        seed: 1,
    })
}
