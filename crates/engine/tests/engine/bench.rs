//! The signature of the search: a change that should not alter play does not alter these numbers.

use std::path::Path;
use std::{env, fs};

use menagerie_catalog::games;

use crate::talk::Talk;

/// Subtracted from the depth of `bench`, so that a test takes seconds.
const SHALLOWER: i32 = -5;

/// The number of nodes that `bench` takes. Monte-Carlo search always takes its limit, so the answer of a short search from
/// the start belongs to the signature too.
fn signature(game: &str) -> String {
    let said = Talk::about(game).say(&format!("bench {SHALLOWER}"));
    let nodes = said.iter().find_map(|line| line.strip_prefix("Nodes searched  : ")).unwrap();
    let said = Talk::at_a_decision(game).say("go nodes 2000");
    let score = said.iter().rev().find_map(|line| line.split(" score ").nth(1)?.split(" nodes ").next()).unwrap();
    format!("{nodes} {score} {}\n", said.last().unwrap())
}

/// Each game keeps its signature beside its rules, in `bench.txt`.
#[test]
fn the_search_has_its_signature() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games");
    for game in games() {
        let id = game.info().id;
        let (path, found) = (folder.join(id).join("bench.txt"), signature(id));
        if env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(path, found).unwrap();
            continue;
        }
        let written = fs::read_to_string(path).unwrap_or_default();
        assert_eq!(
            found, written,
            "the search plays {id} differently; if that was meant, UPDATE_GOLDEN=1 writes crates/games/{id}/bench.txt again"
        );
    }
}
