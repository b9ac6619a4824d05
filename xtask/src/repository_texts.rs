//! Tests of the repository's texts: no machine paths, valid links, the tests that `docs/host/security.md` names, the files
//! of each game.

use std::fs;
use std::path::{Path, PathBuf};

use crate::command::root;

/// Top-level folders of a developer's machine; split here so that this file passes its own test.
const HOME_FOLDERS: [&str; 5] = ["home", "root", "work", "Users", "mnt"];
const SKIPPED_FOLDERS: [&str; 5] = ["target", "node_modules", "test-results", ".git", "corpus"];
const TEXT_EXTENSIONS: [&str; 10] = ["rs", "md", "toml", "txt", "json", "ts", "svelte", "sh", "yml", "ftl"];

/// Every text file of the repository with its path.
pub(crate) fn texts(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        if path.is_dir() {
            if !SKIPPED_FOLDERS.iter().any(|skipped| name == *skipped) {
                texts(&path, found);
            }
        } else if path.extension().is_some_and(|end| TEXT_EXTENSIONS.iter().any(|read| end == *read)) {
            let text = fs::read_to_string(&path).unwrap_or_default();
            found.push((path, text));
        }
    }
}

/// Whether a line contains an absolute path below this folder.
fn has_machine_path(line: &str, top: &str) -> bool {
    let path = format!("/{top}/");
    line.match_indices(&path).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        before.is_none_or(|c| !c.is_alphanumeric() && !"./-_~}".contains(c))
    })
}

#[test]
fn no_file_names_a_folder_of_a_developers_machine() {
    let mut found = Vec::new();
    texts(&root(), &mut found);
    assert!(found.len() > 10, "the repository was not read");
    for (path, text) in &found {
        for (number, line) in text.lines().enumerate() {
            let named = HOME_FOLDERS.iter().find(|top| has_machine_path(line, top));
            assert_eq!(named, None, "{}:{}: {line}", path.display(), number + 1);
        }
    }
}

#[test]
fn a_path_is_told_from_an_address() {
    let line = |top: &str| format!("see /{top}/x");
    assert!(HOME_FOLDERS.iter().all(|top| has_machine_path(&line(top), top)));
    assert!(!has_machine_path("https://example.org/home/x", "home"));
}

/// The threat model names a test for every threat: each must exist.
#[test]
fn every_test_that_the_threat_model_names_exists() {
    let mut found = Vec::new();
    texts(&root(), &mut found);
    let model = fs::read_to_string(root().join("docs/host/security.md")).unwrap();
    let rows: Vec<&str> =
        model.lines().filter(|line| line.starts_with("| ") && line.matches(" | ").count() == 3).collect();
    assert!(rows.len() > 30, "the tables were not read");
    for row in rows.iter().filter(|row| !row.starts_with("| threat |")) {
        let tests = row.rsplit(" | ").next().unwrap_or_default();
        let names: Vec<&str> = tests.split('`').skip(1).step_by(2).filter(|name| name.contains('_')).collect();
        assert!(!names.is_empty(), "no test: {row}");
        for name in names {
            let definition = format!("fn {name}(");
            let sources = found.iter().filter(|(path, _)| path.extension().is_some_and(|end| end == "rs"));
            assert!(sources.into_iter().any(|(_, text)| text.contains(&definition)), "there is no test {name}");
        }
    }
}

/// Relative links in Markdown files point to existing files.
#[test]
fn links_in_markdown_files_lead_to_files() {
    let mut found = Vec::new();
    texts(&root(), &mut found);
    for (path, text) in found.iter().filter(|(path, _)| path.extension().is_some_and(|end| end == "md")) {
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = link.split('#').next().unwrap_or_default();
            let leads = file.is_empty() || file.contains("://") || path.with_file_name(file).exists();
            assert!(leads, "{}: the link to {link} leads nowhere", path.display());
        }
    }
}

/// CONTRIBUTING.md: the same file names mean the same things in every game.
#[test]
fn every_game_has_the_files_that_the_guide_names() {
    let guide = fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    let names: Vec<_> = guide.lines().filter(|line| line.starts_with("| `")).flat_map(|row| row.split('`')).collect();
    let sources: Vec<_> = names.into_iter().filter_map(|name| name.strip_prefix("src/")?.strip_suffix(".rs")).collect();
    assert!(sources.contains(&"rules") && sources.contains(&"eval"), "{sources:?}");
    for game in fs::read_dir(root().join("crates/games")).unwrap().flatten() {
        // Only games with hidden information have it.
        for name in sources.iter().filter(|name| **name != "view") {
            let path = game.path().join("src").join(name);
            assert!(path.is_dir() || path.with_extension("rs").is_file(), "{} is missing", path.display());
        }
    }
}

/// Contract functions that may call a function of another name.
const OTHER_NAMES: [(&str, &str); 3] =
    [("start", "start_position"), ("evaluate", "evaluations"), ("evaluate", "evaluate_with")];

/// Contract functions that every game implements with a function of its own.
const IMPLEMENTED: [&str; 12] = [
    "start",
    "actor",
    "actions",
    "apply",
    "outcome",
    "key",
    "is_tactical",
    "order_hint",
    "with_turn",
    "palette",
    "arranged",
    "action_code",
];

/// The functions of a `rules.rs` that only call one function of the game, each with the name of
/// what it calls.
fn forwarded(source: &str) -> Vec<(&str, &str)> {
    let name = |text| -> &str { str::split(text, ['(', '<']).next().unwrap_or_default() };
    let pair = |part| {
        let body = str::split_once(part, "{\n")?.1.trim_start();
        let call = body.strip_prefix("Some(").unwrap_or(body);
        let own = call.strip_prefix("self.").or_else(|| call.strip_prefix("Self::"));
        let callee = own.or_else(|| call.strip_prefix("crate::")?.split_once("::").map(|(_, function)| function))?;
        // A field or a longer expression is no call.
        let is_call = callee.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').starts_with('(');
        is_call.then(|| (name(part), name(callee)))
    };
    source.split("    fn ").skip(1).filter_map(pair).collect()
}

/// CONTRIBUTING.md: the function behind a contract function has the same name.
#[test]
fn every_game_uses_the_names_of_the_contract() {
    for game in fs::read_dir(root().join("crates/games")).unwrap().flatten() {
        let path = game.path().join("src/rules.rs");
        let source = fs::read_to_string(&path).unwrap();
        let calls = forwarded(&source);
        for &(function, callee) in &calls {
            let same = function == callee || OTHER_NAMES.contains(&(function, callee));
            assert!(same, "{}: {function} calls {callee}", path.display());
        }
        for function in IMPLEMENTED {
            let found = calls.iter().any(|&(name, _)| name == function);
            assert!(found, "{}: {function} calls no function of that name", path.display());
        }
    }
}

#[test]
fn a_call_is_told_from_an_expression() {
    let source = "    fn key(&self) -> u64 {\n        self.hash()\n    }\n    fn begins_turn(&self) -> bool {\n        \
                  self.pending == Pending::Nothing\n    }\n    fn palette() -> Vec<Piece> {\n        \
                  crate::arrange::palette()\n    }\n";
    assert_eq!(forwarded(source), [("key", "hash"), ("palette", "palette")]);
}
