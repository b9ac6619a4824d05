//! Endgame tables on the command line. The games with tables come from the catalog.

use std::fs;
use std::path::Path;

use menagerie_catalog::games;

use crate::run::{command, menagerie, menagerie_with, out, refused};

/// The ids of the games with tables.
fn with_tables() -> Vec<&'static str> {
    let has = games().iter().filter(|game| game.endgame_tables().is_some());
    has.map(|game| game.info().id).collect()
}

/// Builds the smallest tables of a game in a folder.
fn build(game: &str, folder: &Path) -> String {
    let output = menagerie(&["tables", "build", game, "--pieces", "2", "--folder", folder.to_str().unwrap()]);
    assert_eq!(output.status, 0, "{}", output.err);
    output.err
}

/// A new folder below cargo's folder for tests.
fn new_folder(name: &str) -> std::path::PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

#[test]
fn a_build_shows_each_table_and_resumes() {
    for game in with_tables() {
        let folder = new_folder(&format!("tables-build-{game}"));
        let first = build(game, &folder);
        let files = fs::read_dir(folder.join(game)).unwrap().count();
        assert_eq!(first.lines().filter(|line| line.contains(" positions, longest win ")).count(), files, "{first}");
        let again = build(game, &folder);
        assert_eq!(again.lines().filter(|line| line.ends_with("already there")).count(), files, "{again}");
    }
}

#[test]
fn a_game_without_tables_is_refused_with_those_that_have_them() {
    let without = games().iter().find(|game| game.endgame_tables().is_none()).expect("a game without tables");
    let message = refused(&["tables", "build", without.info().id], 2);
    assert!(with_tables().iter().all(|id| message.contains(id)), "{message}");
}

#[test]
fn tables_are_opened_at_the_start_by_option_variable_and_engine_option() {
    for game in with_tables() {
        let folder = new_folder(&format!("tables-open-{game}"));
        build(game, &folder);
        let path = folder.to_str().unwrap();
        assert_eq!(menagerie_with(&["engine", game, "--tables", path], b"quit\n").status, 0);
        let option = format!("setoption name TablesFolder value {path}\nquit\n");
        let said = menagerie_with(&["engine", game], option.as_bytes()).out;
        assert!(said.starts_with("info string ") && said.ends_with(" endgame tables opened\n"), "{said}");
        let refusal = menagerie_with(&["engine", game], b"setoption name TablesFolder value /no/such\nquit\n").out;
        assert!(refusal.starts_with("info string ERROR: ") && refusal.contains("/no/such"), "{refusal}");
        let by_variable = command(&["engine", game]).env("MENAGERIE_TABLES", path).output().unwrap();
        assert!(by_variable.status.success() && by_variable.stderr.is_empty(), "{by_variable:?}");
    }
}

#[test]
fn a_damaged_table_is_refused_at_the_start() {
    for game in with_tables() {
        let folder = new_folder(&format!("tables-damaged-{game}"));
        build(game, &folder);
        let table = fs::read_dir(folder.join(game)).unwrap().next().unwrap().unwrap().path();
        let bytes = fs::read(&table).unwrap();
        fs::write(&table, &bytes[..bytes.len() - 1]).unwrap();
        let message = refused(&["engine", game, "--tables", folder.to_str().unwrap()], 2);
        assert!(message.contains(table.to_str().unwrap()) && message.contains("damaged"), "{message}");
        let by_variable = command(&["engine", game]).env("MENAGERIE_TABLES", &folder).output().unwrap();
        assert_eq!(by_variable.status.code(), Some(2));
    }
}

#[test]
fn a_folder_without_tables_is_refused() {
    let folder = new_folder("tables-empty");
    let message = refused(&["engine", "--tables", folder.to_str().unwrap()], 2);
    assert!(message.contains("tables-empty"), "{message}");
    fs::create_dir_all(&folder).unwrap();
    let message = refused(&["engine", "--tables", folder.to_str().unwrap()], 2);
    assert!(message.contains("holds no endgame tables"), "{message}");
}

/// The leopard beside a wolf: it may capture, or retreat.
#[test]
fn explain_says_what_a_table_knows_of_an_action() {
    let position = ["--position", "7/7/7/7/7/7/3Pw2/7/7 r"];
    let said = |action: &str| out(&[&["explain", "jungle", action], &position[..]].concat());
    assert_eq!(said("d3e3").lines().count(), 1, "the game is over");
    let retreat = said("d3d2");
    assert!(retreat.lines().nth(1).is_some_and(|line| line.starts_with("table: ")), "{retreat}");
    assert_eq!(said("d3a1").lines().count(), 1, "an illegal action has no value");
}
