//! The command lines of the containers are valid.

use std::fs;
use std::path::Path;

use crate::run::menagerie;

/// The arguments of every command line in a file of `deploy`: the list in brackets after this word.
fn calls(file: &str, before: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy").join(file);
    let text = fs::read_to_string(path).unwrap();
    let lists = text.lines().filter_map(|line| line.trim().strip_prefix(before)?.trim().strip_prefix('['));
    lists.map(|list| list.split('"').skip(1).step_by(2).map(str::to_owned).collect()).collect()
}

/// With `--help` at its end, the program parses a command line and starts nothing.
fn is_taken(call: &[String]) -> bool {
    let mut words: Vec<&str> = call.iter().map(String::as_str).collect();
    words.push("--help");
    menagerie(&words).status == 0
}

#[test]
fn every_call_of_the_containers_is_one_that_the_command_takes() {
    let calls = [calls("Dockerfile", "CMD"), calls("compose.yaml", "command:")].concat();
    let commands: Vec<&str> = calls.iter().map(|call| call[0].as_str()).collect();
    assert_eq!(commands, ["serve", "serve", "worker"], "a call was not read");
    for call in &calls {
        assert!(is_taken(call), "{call:?}");
    }
    for wrong in [["serve", "--bind", "0.0.0.0:7777"], ["serve", "--workers", "nobody"]] {
        assert!(!is_taken(&wrong.map(str::to_owned)), "asking for help lets {wrong:?} pass");
    }
}
