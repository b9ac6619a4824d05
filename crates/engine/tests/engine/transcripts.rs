//! The conversations in the papers are real ones. `UPDATE_GOLDEN=1` writes them again.

use std::path::Path;
use std::{env, fs};

use crate::talk::Talk;

/// Numbers that differ from run to run.
const SPEED: [&str; 2] = ["nps", "time"];

/// The line with a dot for what differs from run to run.
fn without_speed(line: &str) -> String {
    let mut before = "";
    let word = |word| {
        let shown = if SPEED.contains(&before) { "·" } else { word };
        before = word;
        shown
    };
    if line.starts_with("info depth") {
        line.split(' ').map(word).collect::<Vec<_>>().join(" ")
    } else {
        line.to_owned()
    }
}

/// Plays the lines of a block that are input, and gives the whole conversation.
fn replay(game: &str, block: &str) -> String {
    let mut talk = Talk::about(game);
    let mut text = String::new();
    for line in block.lines().filter_map(|line| line.strip_prefix("> ")) {
        text.extend(["> ", line, "\n"]);
        for answer in talk.say(line) {
            text += format!("< {}", without_speed(&answer)).trim_end();
            text.push('\n');
        }
    }
    text
}

#[test]
fn the_transcripts_in_the_papers_are_real() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/engine.md");
    let paper = fs::read_to_string(&path).unwrap();
    let mut parts = paper.split("```transcript ");
    let mut rewritten = parts.next().unwrap().to_owned();
    let mut blocks = 0;
    for part in parts {
        let (game, rest) = part.split_once('\n').unwrap();
        let (block, after) = rest.split_once("```").unwrap();
        rewritten.extend(["```transcript ", game, "\n", &replay(game, block), "```", after]);
        blocks += 1;
    }
    assert!(blocks >= 4, "the paper shows too few conversations");
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(path, rewritten).unwrap();
    } else {
        assert_eq!(paper, rewritten, "docs/engine.md is not what the engine says; UPDATE_GOLDEN=1 writes it again");
    }
}
