//! `cargo xtask levels`: how much stronger each level is than the one below, measured, as a table in the papers.

use std::collections::BTreeMap;
use std::fs;
use std::process::Stdio;

use crate::playthrough::known_games;
use crate::steps::{cargo, root};

const PAPER: &str = "docs/levels.md";
const SECTION: &str = "\n## ";
const GAMES: &str = "100";
const OPENINGS: &str = "4";
/// Where the usual number of random actions often decides the game, so many instead.
const OTHER_OPENINGS: [(&str, &str); 1] = [("shogi5", "2")];

pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let (games, flags) = read(words)?;
    let path = root().join(PAPER);
    let wrong = |error: std::io::Error| format!("{PAPER}: {error}");
    let (remarks, mut sections) = parts(&fs::read_to_string(&path).map_err(wrong)?);
    for game in games {
        let table = ladder(&game, &flags_for(&game, &flags))?;
        sections.insert(game, format!("\n{table}"));
        fs::write(&path, paper(&remarks, &sections)).map_err(wrong)?;
    }
    println!("    written to {PAPER}");
    Ok(())
}

/// What people wrote before the first table, and the tables that stand there already, by game.
fn parts(text: &str) -> (String, BTreeMap<String, String>) {
    let mut parts = text.split(SECTION);
    let remarks = parts.next().unwrap_or_default().to_owned();
    let split = |section: &str| section.split_once('\n').map(|(game, text)| (game.to_owned(), text.to_owned()));
    (remarks, parts.filter_map(split).collect())
}

/// The whole paper. What people wrote is theirs: it is kept as it is.
fn paper(remarks: &str, sections: &BTreeMap<String, String>) -> String {
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

/// The games (all, if none is named) and the flags of `menagerie match`.
fn read(words: &[String]) -> Result<(Vec<String>, Vec<String>), String> {
    let known = known_games()?;
    let end = words.iter().position(|word| word.starts_with("--")).unwrap_or(words.len());
    let (games, flags) = words.split_at(end);
    let id = |game: &str| game.split(':').next().unwrap_or_default().to_owned();
    if let Some(unknown) = games.iter().find(|game| !known.contains(&id(game))) {
        return Err(format!("there is no game '{unknown}'; the games are: {}", known.join(", ")));
    }
    let games = if games.is_empty() { known } else { games.to_vec() };
    Ok((games, flags.to_vec()))
}

/// What was asked for, and for the rest the usual.
fn flags_for(game: &str, asked: &[String]) -> Vec<String> {
    let other = OTHER_OPENINGS.iter().find(|(id, _)| game.split(':').next() == Some(id));
    let openings = other.map_or(OPENINGS, |(_, openings)| openings);
    let usual = [("--games", GAMES), ("--openings", openings)];
    let missing = usual.iter().filter(|(flag, _)| !asked.iter().any(|word| word.starts_with(flag)));
    missing.flat_map(|(flag, value)| [(*flag).to_owned(), (*value).to_owned()]).chain(asked.iter().cloned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# The levels\n\nWhat people wrote.\n\n## jungle\n\n| a |\n\n## shogi5\n\n| b |\n";

    #[test]
    fn remarks_and_tables_of_other_games_are_kept() {
        let (remarks, mut sections) = parts(TEXT);
        assert_eq!(paper(&remarks, &sections), TEXT);
        sections.insert("jungle".to_owned(), "\n| c |\n".to_owned());
        assert_eq!(paper(&remarks, &sections), TEXT.replace("| a |", "| c |"));
    }

    #[test]
    fn games_and_openings_are_the_usual_unless_asked_for() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(flags_for("jungle:classic", &[]), words("--games 100 --openings 4"));
        assert_eq!(flags_for("shogi5", &words("--games 8")), words("--openings 2 --games 8"));
        assert_eq!(flags_for("shogi5", &words("--openings=6")), words("--games 100 --openings=6"));
    }

    /// The columns of the paper are those that `menagerie match --ladder` writes.
    #[test]
    fn the_paper_has_the_columns_of_the_ladder() {
        let head = "| level | against | games | points | won, drawn, lost | time per action |";
        let (paper, source) =
            (include_str!("../../docs/levels.md"), include_str!("../../crates/cli/src/verbs/match/ladder.rs"));
        assert!(source.contains(head));
        let heads: Vec<_> = paper.lines().filter(|line| line.starts_with("| level |")).collect();
        assert!(!heads.is_empty() && heads.iter().all(|line| *line == head), "{heads:?}");
    }
}
