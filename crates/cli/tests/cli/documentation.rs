//! The output shown in the documentation is real.

#![cfg(unix)]

use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// Runs every command in the `console` blocks of a page in a shell.
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
    check("docs/reference/command-line.md");
}

#[test]
fn the_description_of_endgame_tables_shows_real_output() {
    check("docs/reference/endgame-tables.md");
}

#[test]
fn the_description_of_the_command_line_names_every_command() {
    let help = shell("menagerie help");
    let commands = help.split("\nCommands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap();
    // The description of a command stands below it, indented further.
    let commands = commands.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let commands: Vec<_> = commands.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.contains(&"verify") && commands.len() > 15, "{help}");
    let page = read("docs/reference/command-line.md");
    for command_name in commands {
        let named = page.lines().any(|line| line.starts_with(&format!("menagerie {command_name} ")));
        assert!(named, "docs/reference/command-line.md has no line for {command_name}");
    }
}
