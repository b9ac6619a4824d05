//! What the papers show is what the command says.

#![cfg(unix)]

use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// Runs every call in the `console` blocks of a paper, by a shell that finds the command under its short name.
fn check(paper: &str) {
    let text = read(paper);
    let mut calls = 0;
    for block in text.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next()) {
        for call in block.split("$ ").skip(1) {
            let (line, shown) = call.split_once('\n').unwrap();
            assert_eq!(shell(line).trim_end(), shown.trim_end(), "{paper}: {line}");
            calls += 1;
        }
    }
    assert!(calls > 0, "{paper} shows no call");
}

fn read(paper: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(paper)).unwrap()
}

fn shell(line: &str) -> String {
    let folder = Path::new(env!("CARGO_BIN_EXE_menagerie")).parent().unwrap();
    let path = format!("{}:{}", folder.display(), env::var("PATH").unwrap_or_default());
    let output = Command::new("sh").args(["-c", line]).env("PATH", path).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_readme_shows_real_output() {
    check("README.md");
}

#[test]
fn the_description_of_the_command_line_shows_real_output() {
    check("docs/command-line.md");
}

#[test]
fn the_description_of_the_command_line_names_every_verb() {
    let help = shell("menagerie help");
    let verbs = help.split("\nCommands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap();
    // The words of a verb stand under it, farther in.
    let verbs = verbs.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let verbs: Vec<_> = verbs.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(verbs.contains(&"verify") && verbs.len() > 15, "{help}");
    let page = read("docs/command-line.md");
    for verb in verbs {
        let named = page.lines().any(|line| line.starts_with(&format!("menagerie {verb} ")));
        assert!(named, "docs/command-line.md has no line for {verb}");
    }
}
