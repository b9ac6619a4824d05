//! `puzzles check`, `puzzles mine` and `puzzle`.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::Stdio;

use menagerie_puzzles::{Attempt, collections};

use crate::run::{command, menagerie, out, refused};

/// A folder of its own for a test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("menagerie-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn every_puzzle_of_the_program_can_be_replayed() {
    let text = out(&["puzzles", "check", "--nodes-factor", "0"]);
    assert_eq!(text.lines().count(), collections::games().count(), "{text}");
    for (line, game) in text.lines().zip(collections::games()) {
        let count = collections::of_game(game).unwrap().puzzles.len();
        assert_eq!(line, format!("{game}: {count} of {count} puzzles, {count} replayed"));
    }
}

#[test]
fn a_sample_is_searched_again() {
    let text = out(&["puzzles", "check", "djambi", "--sample", "5", "--nodes-factor", "1"]);
    assert!(text.ends_with(" puzzles, 5 confirmed with 1 times the nodes\n"), "{text}");
}

#[test]
fn damaged_files_and_wrong_puzzles_are_named() {
    let folder = folder("puzzle-files");
    let file = folder.join("puzzles.jsonl");
    let name = file.to_str().unwrap();
    let text = collections::embedded_text("djambi").unwrap();
    let id = &collections::of_game("djambi").unwrap().puzzles[0].id;

    fs::write(&file, text.replacen("\"line\":[\"", "\"line\":[\"x", 1)).unwrap();
    let output = menagerie(&["puzzles", "check", name]);
    let damaged = format!("{name}: line 2: puzzle {id} is damaged: its id does not fit its position and its line\n");
    assert_eq!((output.out.as_str(), output.status), (damaged.as_str(), 1));

    // A source that no longer leads to the position: what a change of rules does.
    fs::write(&file, text.replacen("\"actions\":\"", "\"actions\":\"a1a9 ", 1)).unwrap();
    let output = menagerie(&["puzzles", "check", name, "--nodes-factor", "0"]);
    assert!(
        output.out.starts_with(&format!("{name}: puzzle {id}: source: action 1, a1a9, is not legal\n")),
        "{}",
        output.out
    );
    assert_eq!(output.status, 1);

    assert!(refused(&["puzzles", "check", "poker"], 2).contains("is no game and no readable file"));
    fs::remove_dir_all(folder).unwrap();
}

/// A run that is stopped after a game goes on with the next one.
#[test]
fn mining_continues_where_it_stopped() {
    let folder = folder("puzzle-mining");
    let file = folder.join("mined.jsonl");
    let name = file.to_str().unwrap();
    let mine =
        |games: &str| out(&["puzzles", "mine", "djambi:2", "--output", name, "--games", games, "--threads", "1"]);
    assert!(mine("1").starts_with("games: 1 of 1 (1 new)\n"));
    let text = mine("2");
    assert!(text.starts_with("games: 2 of 2 (1 new)\n"), "{text}");
    assert!(mine("2").starts_with("games: 2 of 2 (0 new)\n"));
    let count = fs::read_to_string(&file).unwrap().lines().count() - 1;
    assert!(text.contains(&format!("\npuzzles: {count} (")), "{text}");
    let check = out(&["puzzles", "check", name, "--nodes-factor", "1"]);
    assert!(check.contains(&format!(" {count} confirmed with 1 times the nodes\n")), "{check}");
    let other = refused(&["puzzles", "mine", "djambi:3", "--output", name], 2);
    assert!(other.contains("was begun with other settings: djambi:2; seed 1; records "), "{other}");
    assert!(
        refused(&["puzzles", "mine", "jungle", "--output", name], 2)
            .contains("this is a collection of djambi, not of jungle")
    );
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_daily_puzzle_can_be_solved_through_a_pipe() {
    let state = folder("puzzle-state");
    let collection = collections::of_game("jungle").unwrap();
    let puzzle = &collection.puzzles[0];
    let mut attempt = Attempt::new(puzzle.chosen().unwrap().game, puzzle).unwrap();
    let mut input = String::new();
    while let Some(action) = attempt.hint() {
        attempt.play(&action);
        input += &format!("{action}\n");
    }
    let run = |words: &[&str], input: &str| {
        let mut child = command(&[&["puzzle"], words].concat());
        child.env("XDG_STATE_HOME", &state).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = child.spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let text = run(&["--id", &puzzle.id], &input);
    assert!(text.contains("\nSolved. Themes: "), "{text}");
    let listed = run(&[], "");
    assert!(listed.contains(&format!("{} puzzles, your rating 12", collection.puzzles.len())), "{listed}");
    assert_eq!(run(&["jungle", "--daily"], "quit\n"), run(&["jungle", "--daily"], "quit\n"));
    assert!(refused(&["puzzle", "poker"], 2).contains("there are puzzles for: "));
    fs::remove_dir_all(state).unwrap();
}
