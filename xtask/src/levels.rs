//! `cargo xtask levels`: how much stronger each level is than the one below, measured, as a table in the papers.

use std::collections::BTreeMap;
use std::fs;
use std::process::Stdio;

use crate::playthrough::known_games;
use crate::steps::{cargo, root};

const PAPER: &str = "docs/levels.md";
const INTRODUCTION: &str = "\
# The levels

Every level of every game against the level below it, made by `cargo xtask levels`. A drawn game counts half for each; in games with four seats each
level has two of them, in all six ways, and what counts are points. Openings are random and each is played with every seating. The margins contain the
truth with 95 %.
";
const GAMES: &str = "100";
const SECTION: &str = "\n## ";

pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let (games, flags) = read(words)?;
    let path = root().join(PAPER);
    let mut sections = sections(&fs::read_to_string(&path).unwrap_or_default());
    for game in games {
        let table = ladder(&game, &flags)?;
        sections.insert(game, format!("\n{table}"));
        let tables = sections.iter().map(|(game, table)| [SECTION, game, "\n", table].concat());
        fs::write(&path, [INTRODUCTION.to_owned()].into_iter().chain(tables).collect::<String>())
            .map_err(|error| format!("{PAPER}: {error}"))?;
    }
    println!("    written to {PAPER}");
    Ok(())
}

/// The tables that stand there already, by game.
fn sections(text: &str) -> BTreeMap<String, String> {
    let split = |section: &str| section.split_once('\n').map(|(game, text)| (game.to_owned(), text.to_owned()));
    text.split(SECTION).skip(1).filter_map(split).collect()
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
    let counted = flags.iter().any(|flag| flag.starts_with("--games"));
    let default: &[String] = if counted { &[] } else { &["--games".to_owned(), GAMES.to_owned()] };
    Ok((games, [default, flags].concat()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_other_games_are_kept() {
        let text = format!("{INTRODUCTION}\n## jungle\n\n| a |\n\n## shogi5\n\n| b |\n");
        let sections = sections(&text);
        assert_eq!(sections["jungle"], "\n| a |\n");
        assert_eq!(sections["shogi5"], "\n| b |\n");
    }
}
