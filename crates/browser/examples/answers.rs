//! Prints calls about positions of random games and their answers, one JSON object per line. A test compares them with those
//! of the WebAssembly module (`web/src/local/parity.test.ts`).
//!
//! `cargo run --package menagerie-browser --example answers -- 1000` prints 1,000 positions of each game.

use std::io::{self, Write};
use std::sync::Arc;

use menagerie_browser::{Input, LocalServer, Output};
use menagerie_game::Dice;
use menagerie_game::erased::AnyPosition;
use menagerie_search::Random;
use serde_json::{Value, json};

fn main() -> io::Result<()> {
    let positions: usize = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1000);
    let mut server = LocalServer::new(Arc::new(|bytes| bytes.fill(0)));
    let mut out = io::BufWriter::new(io::stdout().lock());
    for game in menagerie_catalog::games() {
        let mut random = Random::new(7);
        let mut position = game.info().id.parse::<menagerie_catalog::Chosen>().expect("a game of the catalog").start();
        for _ in 0..positions {
            for (path, body) in calls(&*position, &mut random) {
                let request = json!({"t": "request", "method": "POST", "path": path, "body": body.to_string()});
                let answer = answer(&mut server, request.clone());
                writeln!(out, "{}", json!({"request": request, "answer": answer}))?;
            }
            let actions = position.actions();
            let next = actions.get(index(&mut random, actions.len())).cloned();
            let moved = next.is_some_and(|action| position.apply(&action).is_ok());
            if !moved || position.outcome().is_some() {
                position = game.info().id.parse::<menagerie_catalog::Chosen>().expect("a game of the catalog").start();
            }
        }
    }
    out.flush()
}

/// One of a number, or 0 of none.
fn index(random: &mut Random, count: usize) -> usize {
    random.roll(count.max(1) as u32) as usize
}

/// The scene with an explanation of some action, legal or not, and the reach of a piece.
fn calls(position: &dyn AnyPosition, random: &mut Random) -> Vec<(&'static str, Value)> {
    let (game, text) = (position.info().id, position.text());
    let actions = position.actions();
    let explain = actions.get(index(random, actions.len())).map(|action| action.chars().rev().collect::<String>());
    let scene = json!({"game": game, "position": text, "actions": [], "explain": null});
    let asked = json!({"game": game, "position": text, "actions": [], "explain": explain});
    let view = position.view(menagerie_game::Viewer::All).scene();
    let piece = view.pieces.get(index(random, view.pieces.len()));
    let reach = piece.map(|piece| ("/api/reach", json!({"game": game, "position": text, "place": piece.at})));
    [("/api/scene", scene), ("/api/scene", asked)].into_iter().chain(reach).collect()
}

fn answer(server: &mut LocalServer, request: Value) -> Value {
    let input: Input = serde_json::from_value(request).expect("a request");
    match server.take(input, 0).pop() {
        Some(Output::Answer { status, body, .. }) => json!({"status": status, "body": body}),
        other => panic!("not answered: {other:?}"),
    }
}
