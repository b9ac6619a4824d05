//! The test behind "a game is one crate and one line in the catalog": it adds a game to a copy of the repository and runs
//! that game's own tests and those that go through all games.

use std::fs;
use std::path::Path;

use crate::command::{cargo, root, target, test_step};
use crate::new_game::create;

const NAME: &str = "toy";
const OLD: &str = "shogi5";

/// Folders that are not copied: what was built, what was fetched, the history.
const SKIPPED: [&str; 5] = ["target", "node_modules", "test-results", ".git", "found"];

/// Crates with tests that go through every game of the catalog, and a filter for those tests. The command line has such tests
/// too, but it would compile the server and the terminal a second time: four more minutes on two cores.
const ELSEWHERE: &[&str] = &[
    "--package",
    "menagerie-catalog",
    "--package",
    "menagerie-engine",
    "--package",
    "menagerie-lessons",
    "--all-features",
];
const FILTER: &[&str] = &["game", "signature", "transcripts"];

/// Adds the game and runs the tests. Nothing but the new crate and the catalog differs from the repository.
pub(crate) fn run() -> Result<(), String> {
    let copied = target().join("sixth-game");
    let _ = fs::remove_dir_all(&copied);
    println!("==> a sixth game: a copy of the repository in {}", copied.display());
    copy(&root(), &copied).map_err(|error| format!("{}: {error}", copied.display()))?;
    create(&copied, NAME, OLD)?;
    let test = |title: &str, arguments: &[&str], target: &Path| {
        let mut command = cargo(&["test", "--quiet"]);
        command.args(arguments).current_dir(&copied).env("CARGO_TARGET_DIR", target).env("MENAGERIE_PAGE", "skip");
        test_step(title, &mut command)
    };
    test("the tests of the sixth game", &["--package", "menagerie-toy"], &target())?;
    let elsewhere = [ELSEWHERE, &["--tests", "--"], FILTER].concat();
    test("a sixth game in other crates", &elsewhere, &target())?;
    // These tests read the repository they were compiled in, so they get a folder of their own.
    test("a sixth game in the repository", &["--package", "xtask"], &target().join("sixth-game-xtask"))?;
    fs::remove_dir_all(&copied).map_err(|error| format!("{}: {error}", copied.display()))
}

/// Copies a folder with the files' times: cargo then takes what it has compiled of the unchanged crates.
fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, copied) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            if !SKIPPED.iter().any(|skipped| entry.file_name() == *skipped) {
                copy(&path, &copied)?;
            }
        } else {
            fs::copy(&path, &copied)?;
            fs::File::options().write(true).open(&copied)?.set_modified(entry.metadata()?.modified()?)?;
        }
    }
    Ok(())
}
