//! Prints calls about games, lessons, puzzles and positions of random games with their answers, one JSON object per line. A test
//! compares them with those of the WebAssembly module (`web/src/local/module.test.ts`).
//!
//! `cargo run --package menagerie-browser --example answers -- 1000` prints 1,000 positions of each game.

use std::io::{self, Write};
use std::sync::Arc;

use menagerie_browser::{Input, LocalServer, Output};
use menagerie_game::erased::{AnyGame, AnyPosition};
use menagerie_game::{Dice, Options, Viewer};
use menagerie_puzzles::Puzzle;
use menagerie_search::Random;
use serde_json::{Value, json};

/// One puzzle of this many is compared.
const PUZZLES: usize = 10;

fn main() -> io::Result<()> {
    let positions: usize = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1000);
    let mut server = LocalServer::new(Arc::new(|bytes| bytes.fill(0)));
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut ask = |method: &str, path: &str, body: &Value| {
        let request = json!({"t": "request", "method": method, "path": path, "body": body.to_string()});
        writeln!(out, "{}", json!({"request": request, "answer": answer(&mut server, request.clone())}))
    };
    ask("GET", "/api/games", &Value::Null)?;
    ask("GET", "/api/lessons", &Value::Null)?;
    ask("GET", "/api/puzzles", &Value::Null)?;
    for &game in menagerie_catalog::games() {
        let id = game.info().id;
        ask("GET", &format!("/api/games/{id}"), &Value::Null)?;
        ask("GET", &format!("/api/lessons/{id}"), &Value::Null)?;
        for level in menagerie_lessons::of_game(id).into_iter().flat_map(menagerie_lessons::Course::levels) {
            // The replies of the opponent come from a search, so this compares searches too.
            let body = json!({"actions": [level.solution[0]], "hint": true});
            ask("POST", &format!("/api/lessons/{id}/{}", level.id), &body)?;
        }
        for puzzle in
            menagerie_puzzles::collections::of_game(id).into_iter().flat_map(|it| &it.puzzles).step_by(PUZZLES)
        {
            for (path, body) in attempts(puzzle) {
                ask("POST", &path, &body)?;
            }
        }
        for (path, body) in walk(game, positions) {
            ask("POST", path, &body)?;
        }
    }
    Ok(())
}

/// A puzzle with a hint, its first action, its result, and the result of a player who gives up. No wrong actions: the
/// refutations of the native program use its nets. No ratings: logarithms differ in their last digit.
fn attempts(puzzle: &Puzzle) -> [(String, Value); 4] {
    let call = |what: &str, body| (format!("/api/puzzles/{}/{what}", puzzle.id), body);
    [
        call("try", json!({"actions": [], "hint": true})),
        call("try", json!({"actions": [puzzle.line[0]]})),
        call("result", json!({"actions": [puzzle.line[0]]})),
        call("result?rated=false", json!({"actions": []})),
    ]
}

/// The calls about the positions of random games.
fn walk(game: &'static dyn AnyGame, positions: usize) -> impl Iterator<Item = (&'static str, Value)> {
    let mut random = Random::new(7);
    let mut position = game.start(Options::NONE);
    let mut before = position.actions();
    (0..positions).flat_map(move |_| {
        let asked = calls(&*position, &before, &mut random);
        before = position.actions();
        let next = pick(&before, &mut random).cloned();
        let moved = next.is_some_and(|action| position.apply(&action).is_ok());
        if !moved || position.outcome().is_some() {
            position = game.start(Options::NONE);
        }
        asked
    })
}

fn pick<'a, T>(list: &'a [T], random: &mut Random) -> Option<&'a T> {
    list.get(random.roll(list.len().max(1) as u32) as usize)
}

/// The scene with all choices, explanations of a legal action and of one of the position before, the reach of a piece, and
/// what the seat to move may know.
fn calls(position: &dyn AnyPosition, before: &[String], random: &mut Random) -> Vec<(&'static str, Value)> {
    let (game, text) = (position.info().id, position.text());
    let legal = pick(&position.actions(), random).cloned();
    let other = pick(before, random).cloned();
    let scene = |explain: &Option<String>, open: bool| {
        let body = json!({"game": game, "position": text, "actions": [], "explain": explain, "open": open});
        ("/api/scene", body)
    };
    let mut calls = vec![scene(&None, true), scene(&legal, false), scene(&other, false)];
    let shown = position.view(Viewer::All).scene();
    let place = pick(&shown.pieces, random).map(|piece| piece.at);
    calls.extend(place.map(|place| ("/api/reach", json!({"game": game, "position": text, "place": place}))));
    if let Some(seat) = position.actor().seat() {
        let known = position.view(Viewer::Seat(seat)).text();
        let view = json!({"game": game, "viewer": position.info().seat_name(seat), "text": known});
        calls.extend(place.map(|place| ("/api/view/reach", json!({"view": view, "place": place}))));
        calls.extend(other.map(|action| ("/api/view/explain", json!({"view": view, "action": action}))));
    }
    calls
}

fn answer(server: &mut LocalServer, request: Value) -> Value {
    let input: Input = serde_json::from_value(request).expect("a request");
    match server.take(input, 0).pop() {
        Some(Output::Answer { status, body, .. }) => json!({"status": status, "body": body}),
        other => panic!("not answered: {other:?}"),
    }
}
