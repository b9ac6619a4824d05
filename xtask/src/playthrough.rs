//! `cargo xtask playthrough`: rewrites the golden games.

use crate::command::{cargo, test_step};
use crate::games::chosen_games;

/// The test of each game that compares its golden games, and rewrites them with `UPDATE_GOLDEN=1`.
const TEST: &str = "playthroughs";

pub(crate) fn run(games: &[String]) -> Result<(), String> {
    for game in chosen_games(games)? {
        let package = format!("menagerie-{game}");
        let mut command = cargo(&["test", "--quiet", "--package", &package, TEST]);
        test_step(&format!("golden games of {game}"), command.env("UPDATE_GOLDEN", "1"))?;
    }
    println!("    now read the difference: git diff --stat crates/games");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::root;
    use crate::games::known_games;
    use crate::repository_texts::texts;

    /// `CONTRIBUTING.md`: `cargo xtask playthrough GAME` rewrites the golden games of every game.
    #[test]
    fn every_game_has_the_test_that_rewrites_its_golden_games() {
        let games = known_games().unwrap();
        assert!(!games.is_empty());
        for game in games {
            let mut sources = Vec::new();
            texts(&root().join("crates/games").join(&game).join("tests"), &mut sources);
            let definition = format!("fn {TEST}()");
            assert!(sources.iter().any(|(_, text)| text.contains(&definition)), "{game} has no test {TEST}");
        }
    }
}
