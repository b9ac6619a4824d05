//! Dependency layers: a crate uses only those above it in the list, so there are no cycles, and a game cannot depend on
//! the server.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;

use crate::command::{cargo, root};
use crate::repository_texts::texts;

/// The crates, each below everything it may use. Games share a line: they never use each other.
#[rustfmt::skip]
const LAYERS: [&str; 27] = [
    "board", "net", "game", "games/", "catalog", "match", "testkit", "record", "draw", "search", "engine", "lessons", "puzzles", "wire", "table", "api", "browser", "store",
    "bus", "page", "server", "fuzz-targets", "terminal", "cli", "xtask", "chaos", "power-loss",
];

/// The workspace's packages: name, folder, and normal dependencies.
fn packages() -> BTreeMap<String, (String, Vec<String>)> {
    let output = cargo(&["metadata", "--no-deps", "--format-version", "1", "--offline"]).output().unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let root = metadata["workspace_root"].as_str().unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let used = |package: &Value| {
        let dependencies = package["dependencies"].as_array().unwrap();
        dependencies.iter().filter(|one| one["kind"] != "dev").map(|one| text(&one["name"])).collect()
    };
    let folder = |package: &Value| {
        let manifest = text(&package["manifest_path"]);
        let path = manifest.strip_prefix(root).unwrap().trim_start_matches(['/', '\\']).replace('\\', "/");
        path.trim_end_matches("/Cargo.toml").trim_start_matches("crates/").to_owned()
    };
    let list = metadata["packages"].as_array().unwrap();
    list.iter().map(|package| (text(&package["name"]), (folder(package), used(package)))).collect()
}

fn layer(folder: &str) -> usize {
    let is_layer = |name: &&str| *name == folder || (name.ends_with('/') && folder.starts_with(*name));
    LAYERS.iter().position(is_layer).unwrap_or_else(|| panic!("{folder} has no place in the list of layers"))
}

#[test]
fn every_crate_uses_only_what_stands_above_it() {
    let packages = packages();
    assert!(packages.len() > 3, "the workspace was not read");
    for (name, (folder, used)) in &packages {
        for other in used.iter().filter_map(|other| packages.get(other)) {
            assert!(layer(&other.0) < layer(folder), "{name} must not use {}", other.0);
        }
    }
}

#[test]
fn packages_are_named_after_their_folders() {
    for (name, (folder, _)) in packages() {
        let last = folder.rsplit('/').next().unwrap();
        assert!(name == format!("menagerie-{last}") || name == last && name == "xtask", "{name} lies in {folder}");
    }
}

#[test]
fn nobody_but_the_catalog_knows_a_game_by_name() {
    let packages = packages();
    let is_game = |name: &String| packages.get(name).is_some_and(|(folder, _)| folder.starts_with("games/"));
    for (name, (_, used)) in &packages {
        let knows = used.iter().any(is_game);
        assert!(!knows || name == "menagerie-catalog", "{name} uses a game directly; the catalog lists them");
    }
}

/// The store's types are written into databases. They must not change with the messages to clients (`wire`), so the store
/// has its own types and uses no other crate of the workspace.
#[test]
fn the_store_uses_no_other_crate() {
    let packages = packages();
    let (_, used) = &packages["menagerie-store"];
    let ours: Vec<_> = used.iter().filter(|name| packages.contains_key(*name)).collect();
    assert!(ours.is_empty(), "menagerie-store must not use {ours:?}; the server converts (records/stored.rs)");
}

#[test]
fn the_code_map_lists_every_layer_in_order() {
    let map = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let code = map.split("\n## ").find(|section| section.starts_with("Code map")).unwrap();
    let headings = code.lines().filter_map(|line| line.strip_prefix("### `")?.split('`').next());
    let parts = headings.map(|heading| heading.trim_start_matches("crates/").trim_end_matches('*'));
    // `fuzz` is a workspace of its own.
    let parts: Vec<_> = parts.filter(|part| *part != "fuzz").collect();
    assert_eq!(parts, LAYERS, "ARCHITECTURE.md and the list of layers differ");
}

/// The modules of the server, each below everything it may use. `lib.rs` declares them in this order.
#[rustfmt::skip]
const SERVER: [&str; 20] = [
    "config", "operations", "error", "accounts", "engine", "limits", "lobby", "records", "mailbox", "database_time",
    "app", "tables", "cluster", "http", "net", "bot_api", "routes", "maintenance", "serve", "lib",
];

/// The server modules that a line of code names by a path from the crate root.
fn named_modules(line: &str) -> impl Iterator<Item = &str> {
    let end = |rest: &str| rest.find(|c: char| !c.is_ascii_lowercase() && c != '_').unwrap_or(rest.len());
    line.split("crate::").skip(1).map(move |rest| &rest[..end(rest)])
}

#[test]
fn no_folder_of_the_server_uses_one_below_it() {
    let folder = root().join("crates/server/src");
    let mut found = Vec::new();
    texts(&folder, &mut found);
    assert!(found.len() > 50, "the server was not read");
    let place = |name: &str| SERVER.iter().position(|known| *known == name);
    for (path, text) in &found {
        let first = path.strip_prefix(&folder).unwrap().iter().next().unwrap().to_string_lossy();
        let name = first.trim_end_matches(".rs");
        let own = place(name).unwrap_or_else(|| panic!("{name} has no place in the list of the server's modules"));
        for (number, line) in text.lines().enumerate() {
            let lower = named_modules(line).find(|used| place(used).is_some_and(|used| used > own));
            assert_eq!(lower, None, "{}:{}: {name} must not use it", path.display(), number + 1);
        }
    }
}

#[test]
fn the_server_declares_its_modules_in_the_order_of_their_layers() {
    let text = fs::read_to_string(root().join("crates/server/src/lib.rs")).unwrap();
    let declared: Vec<_> = text.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';')).collect();
    assert_eq!(declared, SERVER[..SERVER.len() - 1]);
}
