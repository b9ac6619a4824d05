//! The project's developer tasks: `cargo xtask test`, `nightly`, `page`, `bench`, `levels`, `playthrough`, `new-game`, `fuzz`,
//! `load`, `chaos`, `power-loss`, `defences`, `mutants`, `services`, `python`, `browser`, `npm`, `training`, `audit`, `pictures`, `dist`,
//! `dist-test`, `release-notes`.

mod audit;
mod bench;
mod browser;
mod chaos;
mod chaos_table;
mod defences;
mod disk_space;
mod dist;
mod dist_test;
mod fuzz;
mod games;
mod growth_chart;
mod levels;
mod load;
mod load_cluster;
mod load_growth;
mod mutants;
mod mutation;
mod new_game;
mod nightly;
mod page;
mod pictures;
mod playthrough;
mod power_loss;
mod previous_version;
mod python;
mod release_notes;
mod sixth_game;
mod test;
mod training;
mod unchecked;

#[cfg(test)]
mod dependency_layers;
#[cfg(test)]
mod deploy_files;
#[cfg(test)]
mod node_version;
#[cfg(test)]
mod prose;
#[cfg(test)]
mod repository_texts;

use std::process::ExitCode;

use unchecked::Unchecked;
use xtask::{command, services, tools};

const HELP: &str = "\
The project's developer tasks.

  cargo xtask test [--allow-skipping NAME]...  format, lints, all tests, documentation: everything that must pass before a merge;
                                               it fails if a part cannot be checked here and may not be skipped
  cargo xtask nightly                          what takes too long for every change: deep perft tables, longer fuzzing,
                                               endgame tables with four pieces, rolling upgrades from the previous version
  cargo xtask page [--allow-skipping NAME]...  the page's tests: types, components, games in real browsers
  cargo xtask bench [GAME]...                  benchmark of perft, random games and the search, as tables
  cargo xtask levels [GAME]... [--games N] [--concurrency N] | --from FILE...
                                               measure every level against the one below, into docs/play/levels.md;
                                               --from takes the output of `menagerie match --ladder`
  cargo xtask playthrough [GAME]...            rewrite the golden games after a change of rules; read the diff
  cargo xtask new-game NAME --from OLD         create a game: a copy of another one under a new name, added to the catalog
  cargo xtask sixth-game                       add a game to a copy of the repository and run the tests that go through all games
  cargo xtask fuzz [TARGET]... [--seconds N]   fuzz the parsers of external input (default: all targets, 60 seconds each)
  cargo xtask load [--tables N] [--seconds S] [--rate R] [--times N] [--half] [--profile] [--server URL]...
                   | --memory
                                               load test of the server against a bare relay; memory per table;
                                               --half adds half the load, --profile shows where the time goes (perf)
  cargo xtask load --growth [PART]...          nodes, tables, connections, spectators: what grows; draws the chart
  cargo xtask load --nodes N [--before PROGRAM] [...]
                                               the same beside N nodes with PostgreSQL and NATS, also while one is frozen, and
                                               the CPU time of each part; --before measures another build of the program in the same run
  cargo xtask chaos [--minutes N] [--store sqlite|postgres] [--seed S | --seeds S,…]
                    [--only KIND,…] [--allow-missing KIND,…] [--upgrade-from PROGRAM] | --table LOG...
                    | --previous-version
                                               fault injection during play, then a check of every log and transcript;
                                               --seeds makes several runs at a time; --table prints the sum of runs;
                                               --previous-version upgrades from the last release and back
  cargo xtask power-loss [--cuts N] [--seconds N] [--seed S]
                                               power loss, simulated from the recorded writes of a server
  cargo xtask defences [--row TEXT]... [--list] [--fresh]
                                               remove each defence of docs/host/security.md in a copy; its tests must fail
  cargo xtask mutants --tests PACKAGE:TARGET... [--minutes N] [--workers N] [--fresh]
                      -- ARGUMENTS OF CARGO-MUTANTS
                                               change one operator or function at a time in a copy; a test must fail
  cargo xtask python [--allow-skipping NAME]...
                                               the tests in Python: third-party clients and the documentation's scripts
  cargo xtask browser [--allow-skipping NAME]...
                                               the WebAssembly module: its size, its answers against the native program's
  cargo xtask browser --bench                  its nodes per second against the native program's
  cargo xtask npm                              pack the module for npm
  cargo xtask training [--allow-skipping NAME]...
                                               the training pipeline with tiny numbers on a CPU
  cargo xtask services COMMAND...              run a command with a temporary PostgreSQL and NATS server
  cargo xtask audit                            known vulnerabilities of our dependencies
  cargo xtask pictures                         redraw the readme's pictures of the boards
  cargo xtask dist [--target TRIPLE]... [--only archive|deb|image|sbom]... [--output DIR] [--check-reproducible]
                                               build the files of a release; build again elsewhere and compare the bytes
  cargo xtask dist-test [--only TEST]...       run the files of a release as their users do
  cargo xtask release-notes TAG                print the changes of a version; the tag must fit the version

bench also compares shogi5 with Fairy-Stockfish (version 14 or later) if FAIRY_STOCKFISH names its binary and
FAIRY_STOCKFISH_VARIANTS its variants file with shogi5.
";

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let task = words.next().unwrap_or_default();
    let rest: Vec<String> = words.collect();
    let asks_for_help = rest.iter().take_while(|word| *word != "--").any(|word| word == "--help" || word == "-h");
    let done = match task.as_str() {
        task if asks_for_help && task != "services" => print_help_of(task),
        "test" => test::run(&rest),
        "nightly" => nightly::run(),
        "page" => reported(&rest, page::run),
        "browser" if rest == ["--bench"] => browser::bench(),
        "browser" => reported(&rest, browser::run),
        "npm" => browser::npm(),
        "bench" => bench::run(&rest),
        "levels" => levels::run(&rest),
        "playthrough" => playthrough::run(&rest),
        "new-game" => new_game::run(&rest),
        "sixth-game" => sixth_game::run(),
        "fuzz" => fuzz::run(&rest),
        "load" => load::run(&rest),
        "audit" => audit::run(),
        "chaos" => chaos::run(&rest),
        "power-loss" => power_loss::run(&rest),
        "defences" => defences::run(&rest),
        "mutants" => mutants::run(&rest),
        "services" => services::run(&rest),
        "python" => reported(&rest, python::run),
        "training" => reported(&rest, training::run),
        "pictures" => pictures::run(),
        "dist" => dist::run(&rest),
        "dist-test" => dist_test::run(&rest),
        "release-notes" => release_notes::run(&rest),
        "" | "help" | "--help" | "-h" => {
            print!("{HELP}");
            Ok(())
        }
        other => Err(unknown(other)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

fn unknown(task: &str) -> String {
    format!("unknown task '{task}'; `cargo xtask help` lists all tasks")
}

/// Prints the lines of [`HELP`] about one task.
fn print_help_of(task: &str) -> Result<(), String> {
    let lines = help_of(task);
    for line in &lines {
        println!("{line}");
    }
    if lines.is_empty() { Err(unknown(task)) } else { Ok(()) }
}

/// A task's usage begins with its name; its other lines are further to the right.
fn help_of(task: &str) -> Vec<&'static str> {
    let mut is_of_task = false;
    let of_task = |line: &&str| {
        if let Some(usage) = line.strip_prefix("  cargo xtask ") {
            is_of_task = usage.split_whitespace().next() == Some(task);
        }
        is_of_task && line.starts_with("  ")
    };
    HELP.lines().filter(of_task).collect()
}

/// Runs a task that may be unable to check everything, and says what it did not check.
fn reported(words: &[String], task: fn(&mut Unchecked) -> Result<(), String>) -> Result<(), String> {
    let mut unchecked = Unchecked::read(words)?;
    task(&mut unchecked)?;
    unchecked.report()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_of_a_task_is_its_own_lines() {
        assert_eq!(help_of("audit").len(), 1);
        assert!(help_of("load").iter().any(|line| line.contains("--growth")));
        assert!(help_of("test").iter().all(|line| !line.contains("nightly")));
        assert!(help_of("release-notes").iter().all(|line| !line.contains("FAIRY")));
        assert!(help_of("nothing").is_empty());
    }
}
