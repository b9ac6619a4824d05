//! `cargo xtask levels`: measures each level against the one below, and writes the table to docs/play/levels.md.

use std::collections::BTreeMap;
use std::fs;
use std::process::Stdio;

use serde_json::Value;

use crate::command::{cargo, root};
use crate::games::{chosen_games, id_of, metadata};

const DOCUMENT: &str = "docs/play/levels.md";
const SECTION: &str = "\n## ";
/// Games of a match of two levels, before the ladder reduces them for the highest ones: a multiple of all seatings.
const GAMES: &str = "192";
/// Openings that a search of this many nodes judges as decided are left out.
const BALANCE_NODES: &str = "2000";
/// The random actions that open a game, unless the game's manifest has another number.
const OPENINGS: u64 = 4;

pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let (games, flags) = read(words)?;
    let path = root().join(DOCUMENT);
    let wrong = |error: std::io::Error| format!("{DOCUMENT}: {error}");
    let (remarks, mut sections) = parts(&fs::read_to_string(&path).map_err(wrong)?);
    for game in games {
        let openings = metadata(id_of(&game))?["levels"]["openings"].as_u64().unwrap_or(OPENINGS);
        let table = ladder(&game, &flags_with(openings, &flags))?;
        sections.insert(game, format!("\n{table}"));
        fs::write(&path, document(&remarks, &sections)).map_err(wrong)?;
    }
    println!("    written to {DOCUMENT}");
    Ok(())
}

/// The text before the first table, and the existing tables by game.
fn parts(text: &str) -> (String, BTreeMap<String, String>) {
    let mut parts = text.split(SECTION);
    let remarks = parts.next().unwrap_or_default().to_owned();
    let split = |section: &str| section.split_once('\n').map(|(game, text)| (game.to_owned(), text.to_owned()));
    (remarks, parts.filter_map(split).collect())
}

/// The whole document. The hand-written text is kept.
fn document(remarks: &str, sections: &BTreeMap<String, String>) -> String {
    let tables = sections.iter().map(|(game, table)| [SECTION, game, "\n", table.trim_end(), "\n"].concat());
    [remarks.trim_end().to_owned() + "\n"].into_iter().chain(tables).collect()
}

fn ladder(game: &str, flags: &[String]) -> Result<String, String> {
    println!("==> the levels of {game}");
    let mut command = cargo(&["run", "--quiet", "--release", "--", "match", game, "--ladder"]);
    let output = command.args(flags).stderr(Stdio::inherit()).output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!("the levels of {game} could not be measured"));
    }
    String::from_utf8(output.stdout).map_err(|error| error.to_string())
}

/// Parses the games (default: all) and the options of `menagerie match`.
fn read(words: &[String]) -> Result<(Vec<String>, Vec<String>), String> {
    let end = words.iter().position(|word| word.starts_with("--")).unwrap_or(words.len());
    let (games, flags) = words.split_at(end);
    let ids: Vec<_> = games.iter().map(|game| id_of(game).to_owned()).collect();
    let known = chosen_games(&ids)?;
    Ok((if games.is_empty() { with_options(known)? } else { games.to_vec() }, flags.to_vec()))
}

/// Each game, and each of its options that changes the play.
fn with_options(ids: Vec<String>) -> Result<Vec<String>, String> {
    let mut games = Vec::new();
    for id in ids {
        let metadata = metadata(&id)?;
        let options = metadata["levels"]["options"].as_array().cloned().unwrap_or_default();
        let chosen =
            options.iter().filter_map(Value::as_str).map(|option| format!("{id}:{option}")).collect::<Vec<_>>();
        games.push(id);
        games.extend(chosen);
    }
    Ok(games)
}

/// The given options, with defaults for the rest.
fn flags_with(openings: u64, asked: &[String]) -> Vec<String> {
    let usual =
        [("--games", GAMES.to_owned()), ("--openings", openings.to_string()), ("--balanced", BALANCE_NODES.to_owned())];
    let missing = usual.iter().filter(|(flag, _)| !asked.iter().any(|word| word.starts_with(flag)));
    missing.flat_map(|(flag, value)| [(*flag).to_owned(), value.clone()]).chain(asked.iter().cloned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# The levels\n\nWhat people wrote.\n\n## jungle\n\n| a |\n\n## shogi5\n\n| b |\n";

    #[test]
    fn remarks_and_tables_of_other_games_are_kept() {
        let (remarks, mut sections) = parts(TEXT);
        assert_eq!(document(&remarks, &sections), TEXT);
        sections.insert("jungle".to_owned(), "\n| c |\n".to_owned());
        assert_eq!(document(&remarks, &sections), TEXT.replace("| a |", "| c |"));
    }

    #[test]
    fn games_and_openings_are_the_usual_unless_asked_for() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(flags_with(4, &[]), words("--games 192 --openings 4 --balanced 2000"));
        assert_eq!(flags_with(2, &words("--games 8")), words("--openings 2 --balanced 2000 --games 8"));
        assert_eq!(flags_with(2, &words("--openings=6")), words("--games 192 --balanced 2000 --openings=6"));
    }

    #[test]
    fn all_games_are_measured_with_every_option() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let expected = "djambi djambi:2 djambi:3 jungle jungle:classic shogi5";
        assert_eq!(with_options(words("djambi jungle shogi5")), Ok(words(expected)));
    }

    /// The document's columns are those of `menagerie match --ladder`.
    #[test]
    fn the_document_has_the_columns_of_the_ladder() {
        let head = "| level | against | games | points | won, drawn, lost | time per action |";
        let (document, source) =
            (include_str!("../../docs/play/levels.md"), include_str!("../../crates/cli/src/commands/match/ladder.rs"));
        assert!(source.contains(head));
        let heads: Vec<_> = document.lines().filter(|line| line.starts_with("| level | against |")).collect();
        assert!(!heads.is_empty() && heads.iter().all(|line| *line == head), "{heads:?}");
    }
}
