//! The signature of the search: a change that should not alter play does not alter these numbers.

use std::path::Path;
use std::{env, fs};

use menagerie_catalog::games;

use crate::talk::Talk;

/// Subtracted from the depth of `bench`, so that a test takes seconds.
const SHALLOWER: i32 = -5;

/// How many nodes `bench` takes; and, since a limit of nodes says nothing, what a few of them find at the start.
fn signature(game: &str) -> String {
    let said = Talk::about(game).say(&format!("bench {SHALLOWER}"));
    let nodes = said.iter().find_map(|line| line.strip_prefix("Nodes searched  : ")).unwrap();
    let said = Talk::at_a_decision(game).say("go nodes 2000");
    let score = said.iter().rev().find_map(|line| line.split(" score ").nth(1)?.split(" nodes ").next()).unwrap();
    format!("{game} {nodes} {score} {}\n", said.last().unwrap())
}

#[test]
fn the_search_has_its_signature() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("bench.txt");
    let found: String = games().iter().map(|game| signature(game.info().id)).collect();
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(path, found).unwrap();
    } else {
        let written = fs::read_to_string(path).unwrap();
        assert_eq!(found, written, "the search has changed; if that was meant, UPDATE_GOLDEN=1 writes bench.txt again");
    }
}
