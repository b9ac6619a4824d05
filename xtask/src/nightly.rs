//! `cargo xtask nightly`: what takes too long for every change.

use crate::command::{cargo, root, step, test_step};
use crate::games::known_games;
use crate::previous_version;

/// What it runs.
pub(crate) const CONTENTS: &str = "perft tables to their full depth, 100 times as many mutations of the fuzz corpora, \
                                    all endgame tables with four pieces against the rules and plain search, rolling \
                                    upgrades between the previous version and this one";

/// The variable that replaces the node budget of the perft tables, and a number above every count in them.
const PERFT_BUDGET: (&str, &str) = ("PERFT_BUDGET", "1000000000000");
const FUZZ_ROUNDS: (&str, &str) = ("FUZZ_ROUNDS", "100");

pub(crate) fn run() -> Result<(), String> {
    for game in known_games()? {
        let package = format!("menagerie-{game}");
        let mut tables = cargo(&["test", "--package", &package, "--tests", "perft_tables"]);
        test_step(&format!("all perft tables of {game}"), tables.env(PERFT_BUDGET.0, PERFT_BUDGET.1))?;
    }
    let mut fuzz = cargo(&["test", "--package", "menagerie-fuzz-targets"]);
    test_step("many mutations of the fuzz corpora", fuzz.env(FUZZ_ROUNDS.0, FUZZ_ROUNDS.1))?;
    endgame_tables()?;
    previous_version::run()
}

/// Builds the tables of Animal Chess with up to four pieces, which takes five minutes of processor time, and checks them.
fn endgame_tables() -> Result<(), String> {
    let folder = root().join("target/endgame-tables");
    let mut build = cargo(&["run", "--release", "--", "tables", "build", "jungle", "--pieces", "4", "--folder"]);
    step("endgame tables with up to four pieces", build.arg(&folder))?;
    let mut verify = cargo(&["run", "--release", "--package", "menagerie-jungle", "--example", "verify-tables", "--"]);
    step("endgame tables against the rules", verify.arg(folder.join("jungle")).args(["4", "1000000"]))
}
