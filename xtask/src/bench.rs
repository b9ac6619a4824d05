//! `cargo xtask bench`: the speed table. The measuring itself is the benchmark `speed` of the command line's crate.

use crate::steps::{cargo, step};

pub(crate) fn run(games: &[String]) -> Result<(), String> {
    let mut command = cargo(&["bench", "--quiet", "--package", "menagerie-cli", "--bench", "speed", "--"]);
    step("speed", command.args(games))
}
