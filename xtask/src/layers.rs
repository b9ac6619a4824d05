//! A crate uses only what stands above it in the list: then nothing goes round in circles, and a game cannot come to
//! know the server.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;

use crate::papers::texts;
use crate::steps::{cargo, root};

/// The parts, each on a line below everything it may use. Games share a line: they never know each other.
#[rustfmt::skip]
const LAYERS: [&str; 21] = [
    "board", "game", "games/", "catalog", "match", "testkit", "record", "draw", "search", "engine", "wire", "table", "store",
    "bus", "page", "server", "fuzz-targets", "terminal", "cli", "xtask", "chaos",
];

/// The workspace's packages: name, folder, names of what they use outside of tests.
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

#[test]
fn the_map_tells_of_every_layer_in_its_order() {
    let map = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let code = map.split("\n## ").find(|section| section.starts_with("Code map")).unwrap();
    let headings = code.lines().filter_map(|line| line.strip_prefix("### `")?.split('`').next());
    let parts = headings.map(|heading| heading.trim_start_matches("crates/").trim_end_matches('*'));
    // A workspace of its own.
    let parts: Vec<_> = parts.filter(|part| *part != "fuzz").collect();
    assert_eq!(parts, LAYERS, "ARCHITECTURE.md and the list of layers differ");
}

/// The modules of the server, each below everything it may use. `lib.rs` declares them in this order.
#[rustfmt::skip]
const SERVER: [&str; 20] = [
    "config", "operations", "error", "accounts", "engine", "limits", "lobby", "records", "mailbox", "database_time",
    "app", "tables", "cluster", "http", "net", "bot_api", "routes", "maintenance", "serve", "lib",
];

/// The server's modules that a line of code names by a path from the crate's root.
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
