//! The games of the repository, by their folders, and the metadata in their manifests.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::command::{cargo, root};

/// The ids of the games: the names of the folders in `crates/games`, sorted.
pub(crate) fn known_games() -> Result<Vec<String>, String> {
    games_in(&root())
}

/// The ids of the games in the repository with this root.
pub(crate) fn games_in(root: &Path) -> Result<Vec<String>, String> {
    let folder = root.join("crates/games");
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let is_game = |entry: &fs::DirEntry| entry.path().join("Cargo.toml").exists();
    let mut games: Vec<_> =
        entries.flatten().filter(is_game).map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    games.sort_unstable();
    Ok(games)
}

/// The games that were asked for, or all if none was.
pub(crate) fn chosen_games(asked: &[String]) -> Result<Vec<String>, String> {
    let known = known_games()?;
    match asked.iter().find(|game| !known.contains(game)) {
        Some(unknown) => Err(format!("there is no game '{unknown}'; the games are: {}", known.join(", "))),
        None if asked.is_empty() => Ok(known),
        None => Ok(asked.to_vec()),
    }
}

/// The id of a game with options: `jungle` of `jungle:classic`.
pub(crate) fn id_of(game: &str) -> &str {
    game.split(':').next().unwrap_or_default()
}

/// The section `[package.metadata.menagerie]` of a game's manifest; null if there is none.
pub(crate) fn metadata(game: &str) -> Result<Value, String> {
    let output = cargo(&["metadata", "--no-deps", "--format-version", "1", "--offline"]).output();
    let output = output.map_err(|error| format!("cargo metadata: cannot start: {error}"))?;
    let all: Value = serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))?;
    let package = format!("menagerie-{game}");
    let found = all["packages"].as_array().into_iter().flatten().find(|one| one["name"] == package.as_str());
    Ok(found.map_or(Value::Null, |package| package["metadata"]["menagerie"].clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_all_or_those_asked_for() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(chosen_games(&[]), known_games());
        assert_eq!(chosen_games(&words("jungle shogi5")), Ok(words("jungle shogi5")));
        assert!(chosen_games(&words("jungle poker")).is_err_and(|sentence| sentence.contains("no game 'poker'")));
    }

    /// `CONTRIBUTING.md`: the picture of a game is drawn from the position in its manifest.
    #[test]
    fn every_game_has_a_position_for_its_picture() {
        for game in known_games().unwrap() {
            let picture = metadata(&game).unwrap()["picture"].clone();
            assert!(picture["position"].is_string() && picture["width"].is_u64(), "{game}: {picture}");
        }
    }
}
