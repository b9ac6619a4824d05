//! `cargo xtask levels`: measures each level against the one below, and writes the tables to docs/play/levels.md.

use std::collections::BTreeMap;
use std::fs;
use std::process::Stdio;
use std::thread::available_parallelism;

use serde_json::Value;

use crate::command::{cargo, root};
use crate::games::{chosen_games, id_of, metadata};

const DOCUMENT: &str = "docs/play/levels.md";
const SECTION: &str = "\n## ";
/// Openings that a search of this many nodes judges as decided are left out.
const BALANCE_NODES: &str = "2000";
/// Reads the tables from files instead of measuring them.
const FROM: &str = "--from";

pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let output = match words.split_first() {
        Some((first, files)) if first == FROM => read_files(files)?,
        _ => {
            let (games, flags) = read(words)?;
            ladder(&games, &flags_with(&flags))?
        }
    };
    let path = root().join(DOCUMENT);
    let wrong = |error: std::io::Error| format!("{DOCUMENT}: {error}");
    let (remarks, mut sections) = parts(&fs::read_to_string(&path).map_err(wrong)?);
    let measured = parts(&["\n", &output].concat()).1;
    if measured.is_empty() {
        return Err("there are no tables of levels".to_owned());
    }
    sections.extend(measured);
    fs::write(&path, document(&remarks, &sections)).map_err(wrong)?;
    println!("    written to {DOCUMENT}");
    Ok(())
}

/// The output of `menagerie match --ladder` on another machine.
fn read_files(files: &[String]) -> Result<String, String> {
    let read = |file: &String| fs::read_to_string(file).map_err(|error| format!("{file}: {error}"));
    files.iter().map(read).collect::<Result<Vec<_>, _>>().map(|texts| texts.join("\n"))
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

fn ladder(games: &[String], flags: &[String]) -> Result<String, String> {
    println!("==> the levels of {}", games.join(", "));
    let mut command = cargo(&["run", "--quiet", "--release", "--", "match", "--ladder"]);
    let output =
        command.args(games).args(flags).stderr(Stdio::inherit()).output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err("the levels could not be measured".to_owned());
    }
    String::from_utf8(output.stdout).map_err(|error| error.to_string())
}

/// Parses the games (default: all) and the options of `menagerie match`. A game that is named without an option is measured
/// with every option; one with an option stays alone.
fn read(words: &[String]) -> Result<(Vec<String>, Vec<String>), String> {
    let end = words.iter().position(|word| word.starts_with("--")).unwrap_or(words.len());
    let (games, flags) = words.split_at(end);
    let ids: Vec<_> = games.iter().map(|game| id_of(game).to_owned()).collect();
    let known = chosen_games(&ids)?;
    let mut chosen: Vec<String> = Vec::new();
    for game in if games.is_empty() { &known } else { games } {
        let all = if game.contains(':') { vec![game.clone()] } else { with_options(game)? };
        chosen.extend(all.into_iter().filter(|it| !chosen.contains(it)).collect::<Vec<_>>());
    }
    Ok((chosen, flags.to_vec()))
}

/// A game, and the game with each of its options that changes the play.
fn with_options(id: &str) -> Result<Vec<String>, String> {
    let metadata = metadata(id)?;
    let options = metadata["levels"]["options"].as_array().cloned().unwrap_or_default();
    let with_option = options.iter().filter_map(Value::as_str).map(|option| format!("{id}:{option}"));
    Ok([id.to_owned()].into_iter().chain(with_option).collect())
}

/// The given options, with defaults for the rest.
fn flags_with(asked: &[String]) -> Vec<String> {
    let cores = available_parallelism().map_or(1, usize::from);
    let usual = [("--balanced", BALANCE_NODES.to_owned()), ("--concurrency", cores.to_string())];
    let missing = usual.iter().filter(|(flag, _)| !asked.iter().any(|word| word.starts_with(flag)));
    missing.flat_map(|(flag, value)| [(*flag).to_owned(), value.clone()]).chain(asked.iter().cloned()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

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
    fn the_tables_of_a_ladder_replace_those_of_its_games() {
        let (_, measured) = parts("\n## jungle\n\n| c |\n\n## djambi:3\n\n| d |\n");
        let (remarks, mut sections) = parts(TEXT);
        sections.extend(measured);
        let expected = TEXT.replace("| a |", "| c |").replace("## jungle", "## djambi:3\n\n| d |\n\n## jungle");
        assert_eq!(document(&remarks, &sections), expected);
    }

    #[test]
    fn all_cores_play_balanced_openings_unless_asked_for() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let cores = available_parallelism().unwrap();
        assert_eq!(flags_with(&[]), words(&format!("--balanced 2000 --concurrency {cores}")));
        assert_eq!(flags_with(&words("--concurrency 3")), words("--balanced 2000 --concurrency 3"));
        let asked = words("--balanced=9 --games 8 --concurrency=1");
        assert_eq!(flags_with(&asked), asked);
    }

    #[test]
    fn a_game_is_measured_with_every_option_unless_one_is_named() {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        for (asked, expected) in [
            ("djambi jungle shogi5", "djambi djambi:2 djambi:3 jungle jungle:classic shogi5"),
            ("djambi:3 jungle", "djambi:3 jungle jungle:classic"),
            ("jungle:classic jungle", "jungle:classic jungle"),
        ] {
            let found = read(&words(&format!("{asked} --games 8")));
            assert_eq!(found, Ok((words(expected), words("--games 8"))), "{asked}");
        }
        let (all, _) = read(&[]).unwrap();
        assert!(["chess2:bear", "djambi", "djambi:3", "shogi5"].iter().all(|game| all.contains(&(*game).to_owned())));
        assert!(read(&words("nonsense")).is_err());
    }

    /// A row of a table: level, games, points and their lower bound in percent, games counted by result.
    struct Row {
        level: usize,
        games: u32,
        points: f64,
        lower_bound: f64,
        results: u32,
    }

    fn row(line: &str) -> Row {
        let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
        let number = |text: &str| text.trim_end_matches('%').trim().parse::<f64>().unwrap_or_else(|_| panic!("{line}"));
        let (points, lower_bound) = if let Some((points, least)) = cells[3].split_once(", at least ") {
            (number(points), number(least))
        } else {
            let (points, margin) = cells[3].split_once(" ± ").unwrap_or_else(|| panic!("{line}"));
            (number(points), number(points) - number(margin))
        };
        let results = cells[4].split(", ").map(number).sum::<f64>() as u32;
        Row { level: number(cells[0]) as usize, games: number(cells[2]) as u32, points, lower_bound, results }
    }

    /// The promise of the document: every level has at least 65 % against the one below, with a lower bound above 60 %.
    #[test]
    fn every_level_is_clearly_stronger_than_the_one_below() {
        let (_, tables) = parts(include_str!("../../docs/play/levels.md"));
        // A new game has no tables until its levels are measured; then it has one for each option.
        let (mut expected, _) = read(&[]).unwrap();
        expected.retain(|game| tables.contains_key(id_of(game)));
        assert_eq!(tables.keys().cloned().collect::<BTreeSet<_>>(), expected.into_iter().collect());
        for (game, table) in &tables {
            let rows: Vec<_> = table.lines().filter(|line| line.starts_with("| ")).skip(1).map(row).collect();
            assert_eq!(rows.iter().map(|row| row.level).collect::<Vec<_>>(), (2..=8).collect::<Vec<_>>(), "{game}");
            for Row { level, games, points, lower_bound, results } in rows {
                assert!(
                    points >= 65.0 && lower_bound > 60.0,
                    "{game} level {level}: {points} %, at least {lower_bound} %"
                );
                assert_eq!(results, games, "{game} level {level}");
            }
        }
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
