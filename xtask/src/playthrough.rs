//! `cargo xtask playthrough`: rewrites the golden games.

use std::fs;

use crate::steps::{cargo, root, step_of_tests};

/// The test of each game that compares its golden games, and rewrites them when it is told to.
const TEST: &str = "playthroughs";

pub(crate) fn run(games: &[String]) -> Result<(), String> {
    let known = known_games()?;
    if let Some(unknown) = games.iter().find(|game| !known.contains(game)) {
        return Err(format!("there is no game '{unknown}'; the games are: {}", known.join(", ")));
    }
    let chosen = if games.is_empty() { &known } else { games };
    for game in chosen {
        let package = format!("menagerie-{game}");
        let mut command = cargo(&["test", "--quiet", "--package", &package, TEST]);
        step_of_tests(&format!("golden games of {game}"), command.env("UPDATE_GOLDEN", "1"))?;
    }
    println!("    now read the difference: git diff --stat crates/games");
    Ok(())
}

/// The games' folders.
pub(crate) fn known_games() -> Result<Vec<String>, String> {
    let folder = root().join("crates/games");
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let is_game = |entry: &fs::DirEntry| entry.path().join("Cargo.toml").exists();
    let mut games: Vec<_> =
        entries.flatten().filter(is_game).map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    games.sort_unstable();
    Ok(games)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::papers::texts;

    /// `CONTRIBUTING.md`: `cargo xtask playthrough GAME` rewrites the golden games of every game.
    #[test]
    fn every_game_has_the_test_that_rewrites_its_golden_games() {
        let games = known_games().unwrap();
        assert!(games.len() >= 5, "{games:?}");
        for game in games {
            let mut sources = Vec::new();
            texts(&root().join("crates/games").join(&game).join("tests"), &mut sources);
            let definition = format!("fn {TEST}()");
            assert!(sources.iter().any(|(_, text)| text.contains(&definition)), "{game} has no test {TEST}");
        }
    }
}
