//! `cargo xtask bench`: the speed table, from the benchmark `speed` of `crates/cli`.

use crate::command::{cargo, step};

pub(crate) fn run(games: &[String]) -> Result<(), String> {
    let mut command = cargo(&["bench", "--quiet", "--package", "menagerie-cli", "--bench", "speed", "--"]);
    step("speed", command.args(games))
}
