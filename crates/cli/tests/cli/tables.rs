//! Endgame tables on the command line. The games with tables come from the catalog.

use std::fs;
use std::path::{Path, PathBuf};

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

/// The tables in the folder of a game. The folder also holds the lock file of the builds.
fn table_files(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|end| end == "table")).collect()
}

/// A new folder below cargo's folder for tests.
fn new_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

#[test]
fn a_build_shows_each_table_and_resumes() {
    for game in with_tables() {
        let folder = new_folder(&format!("tables-build-{game}"));
        let first = build(game, &folder);
        let files = table_files(&folder.join(game)).len();
        assert_eq!(first.lines().filter(|line| line.contains(" positions, longest win ")).count(), files, "{first}");
        let again = build(game, &folder);
        assert_eq!(again.lines().filter(|line| line.ends_with("already there")).count(), files, "{again}");
    }
}

#[test]
fn a_build_for_one_rule_set_says_which() {
    let build = |game: &str, options: &[&str]| {
        let folder = new_folder(&format!("tables-rules-{}", game.replace(':', "-")));
        let words = ["tables", "build", game, "--pieces", "2", "--folder", folder.to_str().unwrap()];
        menagerie(&[&words[..], options].concat()).out
    };
    for game in games().iter().filter(|game| game.endgame_tables().is_some()) {
        let id = game.info().id;
        assert!(build(id, &[]).ends_with("holds all tables with up to 2 pieces\n"));
        for option in game.info().options.iter().map(|option| option.id) {
            let named = format!("{id}:{option}");
            let expected = format!("holds the tables with up to 2 pieces for one rule set: {named}\n");
            for said in [build(&named, &[]), build(id, &["--options", option])] {
                assert!(said.ends_with(&expected), "{said}");
            }
        }
        let said = build(id, &["--options", "none"]);
        assert!(said.ends_with(&format!("for one rule set: {id} without options\n")), "{said}");
    }
}

/// The limits are the game's, also where a number is far from them.
#[test]
fn help_and_refusals_name_how_many_pieces_tables_have() {
    let help = out(&["tables", "build", "--help"]).split_whitespace().collect::<Vec<_>>().join(" ");
    for game in with_tables() {
        let limits = games().iter().find(|found| found.info().id == game).unwrap().endgame_tables().unwrap().describe();
        assert!(help.contains(&format!("{game}: {limits}")), "{help}");
        let folder = new_folder(&format!("tables-pieces-{game}"));
        for pieces in ["0", "33", "1000"] {
            let words = ["tables", "build", game, "--pieces", pieces, "--folder", folder.to_str().unwrap()];
            let message = refused(&words, 2);
            assert!(message.starts_with("error: --pieces: tables have from ") && message.contains(pieces), "{message}");
        }
        assert!(!folder.exists(), "nothing was made");
    }
}

#[test]
fn help_lists_only_games_with_tables() {
    let help = out(&["tables", "build", "--help"]);
    assert!(help.contains(&format!("[possible values: {}]", with_tables().join(", "))), "{help}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_build_says_how_to_go_on() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::Stdio;

    use rustix::process::{Pid, Signal, kill_process};

    for game in with_tables() {
        let folder = new_folder(&format!("tables-interrupted-{game}"));
        let words = ["tables", "build", game, "--folder", folder.to_str().unwrap(), "--threads", "1"];
        let mut child = command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap());
        // The program listens to the signal before it builds the first table. All tables take minutes.
        let mut line = String::new();
        assert_ne!(lines.read_line(&mut line).unwrap(), 0);
        kill_process(Pid::from_child(&child), Signal::INT).unwrap();
        let mut rest = String::new();
        lines.read_to_string(&mut rest).unwrap();
        assert!(rest.lines().any(|line| line.starts_with("stopped; the same command continues")), "{rest}");
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert!(build(game, &folder).contains("already there"), "finished tables are kept");
    }
}

/// The threads that build have nobody to report to. The exit status is still the result.
#[test]
fn a_build_goes_on_when_nobody_reads_its_progress() {
    use std::process::Stdio;

    for game in with_tables() {
        let folder = new_folder(&format!("tables-closed-{game}"));
        let words = ["tables", "build", game, "--pieces", "2", "--folder", folder.to_str().unwrap()];
        let mut child = command(&words).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stderr.take());
        assert_eq!(child.wait().unwrap().code(), Some(0));
        assert!(build(game, &folder).lines().all(|line| line.ends_with("already there")), "all tables were built");
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
        let table = table_files(&folder.join(game)).remove(0);
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

#[test]
fn the_folder_of_one_game_is_refused_with_the_folder_above_it() {
    for game in with_tables() {
        let folder = new_folder(&format!("tables-misplaced-{game}"));
        build(game, &folder);
        let expected = format!("this is the folder of one game, {game}; pass the folder above it, ");
        let own = folder.join(game);
        let message = refused(&["engine", "--tables", own.to_str().unwrap()], 2);
        assert!(message.contains(&format!("{expected}{}", folder.display())), "{message}");
        // The path does not name the folder.
        let output = command(&["engine", "--tables", "."]).current_dir(&own).output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && message.contains(&expected), "{message}");
        // A folder of another kind that happens to have this name.
        let other = folder.join("other").join(game);
        fs::create_dir_all(other.join("pictures")).unwrap();
        assert!(refused(&["engine", "--tables", other.to_str().unwrap()], 2).contains("holds no endgame tables"));
    }
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
