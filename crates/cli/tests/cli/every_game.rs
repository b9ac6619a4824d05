//! The program agrees with the library about every game of the catalog.

use menagerie_catalog::games;
use menagerie_game::Options;
use menagerie_game::erased::{AnyGame, AnyPosition};
use serde_json::{Value, json};

use crate::run::{menagerie_with, out};

/// The positions of one random game from the start.
fn positions(game: &dyn AnyGame, longest: usize) -> Vec<Box<dyn AnyPosition>> {
    let mut random = fastrand::Rng::with_seed(5);
    let mut position = game.start(Options::NONE);
    let mut all = vec![position.boxed()];
    while all.len() < longest {
        let actions = position.actions();
        let Some(action) = random.choice(&actions) else { break };
        position.apply(action).unwrap();
        all.push(position.boxed());
    }
    all
}

#[test]
fn inspect_agrees_with_the_library_along_a_random_game() {
    for game in games() {
        let all = positions(*game, 300);
        let input: String = all.iter().map(|position| position.text() + "\n").collect();
        let output = menagerie_with(&["inspect", game.info().id], input.as_bytes());
        assert_eq!(output.out.lines().count(), all.len());
        for (line, position) in output.out.lines().zip(&all) {
            let object: Value = serde_json::from_str(line).unwrap();
            assert_eq!(object["position"], json!(position.text()));
            assert_eq!(object["actions"], json!(position.actions()));
            assert_eq!(object["outcome"].is_null(), position.outcome().is_none());
            assert_eq!(object["actor"].is_null(), position.outcome().is_some());
            check_probabilities(&object);
        }
    }
}

/// Only where chance acts: one per action, together one.
fn check_probabilities(object: &Value) {
    let Some(list) = object["probabilities"].as_array() else {
        return assert_ne!(object["actor"], json!("chance"));
    };
    assert_eq!(object["actor"], json!("chance"));
    assert_eq!(list.len(), object["actions"].as_array().unwrap().len());
    let sum: f64 = list.iter().map(|number| number.as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
}

#[test]
fn every_option_chooses_a_start() {
    for game in games() {
        for option in game.info().options {
            let name = format!("{}:{}", game.info().id, option.id);
            let options = game.info().parse_options(option.id).unwrap();
            assert_eq!(out(&["apply", &name]), game.start(options).text() + "\n");
        }
    }
}

#[test]
fn a_position_text_alone_decides_whatever_the_options_say() {
    for game in games() {
        let start = game.start(Options::NONE).text();
        for option in game.info().options {
            let name = format!("{}:{}", game.info().id, option.id);
            assert_eq!(out(&["apply", &name, "--position", &start]), format!("{start}\n"));
        }
    }
}

#[test]
fn perft_with_threads_agrees_with_counting_one_by_one() {
    for game in games() {
        let count = game.start(Options::NONE).perft(2);
        assert_eq!(out(&["perft", game.info().id, "2", "--threads", "2"]), format!("{count}\n"));
    }
}

#[test]
fn every_game_tells_its_rules_and_shows_its_start() {
    for game in games() {
        let id = game.info().id;
        assert!(out(&["rules", id]).lines().count() > 10, "{id} has no guide");
        assert!(!out(&["show", id]).trim().is_empty());
        let svg = out(&["show", id, "--format", "svg"]);
        assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"), "{id}");
    }
}
