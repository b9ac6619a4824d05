//! The transcripts in the documentation are real. `UPDATE_GOLDEN=1` writes them again.

use std::path::Path;
use std::{env, fs};

use crate::talk::Talk;

/// Numbers that differ from run to run.
const SPEED: [&str; 2] = ["nps", "time"];

/// A line as the documents show it: a dot for numbers that differ from run to run, and an ellipsis for the list of games, which
/// `queries.rs` checks against the catalog.
fn shown(line: &str) -> String {
    if let Some((before, _)) = line.split_once(" var ") {
        return format!("{before} var …");
    }
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

/// The longest line of a transcript, in characters.
const WIDTH: usize = 100;
/// What a folded line continues with.
const INDENT: &str = "  ";

/// Folds a line that is longer than [`WIDTH`]: each part but the last ends in `\`, after a space or a comma.
fn fold(line: &str) -> String {
    let (mut text, mut rest, mut room) = (String::new(), line, WIDTH);
    while rest.chars().count() > room {
        let end = rest.char_indices().nth(room - 1).map_or(rest.len(), |(at, _)| at);
        let Some(at) = rest[..end].rfind([' ', ',']) else { break };
        let (part, others) = rest.split_at(at + 1);
        text.extend([part, "\\\n", INDENT]);
        (rest, room) = (others, WIDTH - INDENT.len());
    }
    text + rest + "\n"
}

/// Replays the input lines of a block and returns the whole conversation, folded.
fn replay(game: &str, block: &str) -> String {
    let mut talk = Talk::about(game);
    let mut text = String::new();
    let unfolded = block.replace(&format!("\\\n{INDENT}"), "");
    for line in unfolded.lines().filter_map(|line| line.strip_prefix("> ")) {
        text += &fold(&format!("> {line}"));
        for answer in talk.say(line) {
            text += &fold(format!("< {}", shown(&answer)).trim_end());
        }
    }
    text
}

#[test]
fn the_transcripts_in_the_papers_are_real() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/bots/engine.md");
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
        assert_eq!(paper, rewritten, "docs/bots/engine.md is not what the engine says; UPDATE_GOLDEN=1 rewrites it");
    }
}
