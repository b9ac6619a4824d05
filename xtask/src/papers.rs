//! What stands in the repository must be true on every machine.

use std::fs;
use std::path::{Path, PathBuf};

use crate::steps::root;

/// Folders at the top of somebody's machine; written apart, so that this file passes its own test.
const TOPS: [&str; 5] = ["home", "root", "work", "Users", "mnt"];
const SKIPPED: [&str; 4] = ["target", "node_modules", ".git", "corpus"];
const READ: [&str; 9] = ["rs", "md", "toml", "txt", "json", "ts", "svelte", "sh", "yml"];

/// Every text of the repository with its path.
pub(crate) fn texts(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        if path.is_dir() {
            if !SKIPPED.iter().any(|skipped| name == *skipped) {
                texts(&path, found);
            }
        } else if path.extension().is_some_and(|end| READ.iter().any(|read| end == *read)) {
            let text = fs::read_to_string(&path).unwrap_or_default();
            found.push((path, text));
        }
    }
}

/// A path from the top: the slash before the folder begins the path.
fn names_a_machine(line: &str, top: &str) -> bool {
    let path = format!("/{top}/");
    line.match_indices(&path).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        before.is_none_or(|c| !c.is_alphanumeric() && !"./-_~}".contains(c))
    })
}

#[test]
fn no_file_names_a_folder_of_somebodys_machine() {
    let mut found = Vec::new();
    texts(&root(), &mut found);
    assert!(found.len() > 10, "the repository was not read");
    for (path, text) in &found {
        for (number, line) in text.lines().enumerate() {
            let named = TOPS.iter().find(|top| names_a_machine(line, top));
            assert_eq!(named, None, "{}:{}: {line}", path.display(), number + 1);
        }
    }
}

#[test]
fn a_path_is_told_from_an_address() {
    let line = |top: &str| format!("see /{top}/x");
    assert!(TOPS.iter().all(|top| names_a_machine(&line(top), top)));
    assert!(!names_a_machine("https://example.org/home/x", "home"));
}

/// The threat model names a test for every threat: each must be there.
#[test]
fn every_test_that_the_threat_model_names_exists() {
    let mut found = Vec::new();
    texts(&root(), &mut found);
    let model = fs::read_to_string(root().join("docs/security.md")).unwrap();
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

/// Links between our papers lead somewhere.
#[test]
fn links_in_the_papers_lead_to_files() {
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

/// The guide for a sixth game says that the same file names mean the same things in every game.
#[test]
fn every_game_has_the_files_that_the_guide_names() {
    let guide = fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    let names: Vec<_> = guide.lines().filter(|line| line.starts_with("| `")).flat_map(|row| row.split('`')).collect();
    let sources: Vec<_> = names.into_iter().filter_map(|name| name.strip_prefix("src/")?.strip_suffix(".rs")).collect();
    assert!(sources.contains(&"rules") && sources.contains(&"eval"), "{sources:?}");
    for game in fs::read_dir(root().join("crates/games")).unwrap().flatten() {
        // Only where something is hidden.
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
const IMPLEMENTED: [&str; 11] = [
    "start",
    "actor",
    "actions",
    "apply",
    "outcome",
    "key",
    "is_tactical",
    "order_hint",
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
        // A field, or a longer expression, is no call.
        let is_call = callee.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').starts_with('(');
        is_call.then(|| (name(part), name(callee)))
    };
    source.split("    fn ").skip(1).filter_map(pair).collect()
}

/// The guide for a sixth game says that the function behind a function of the contract has its
/// name.
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
