//! `cargo xtask load`: runs the load generator of `crates/server/examples/load`.

use crate::command::{cargo, step};
use crate::{load_cluster, load_growth};

/// The default loads.
const USUAL: [&[&str]; 3] =
    [&["--tables", "50", "--times", "3"], &["--tables", "1000", "--rate", "1", "--seconds", "10"], &["--memory"]];

/// Runs the given load, or the default ones.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let asked: Vec<&str> = words.iter().map(String::as_str).collect();
    if let ["--nodes", number, rest @ ..] = &asked[..] {
        return load_cluster::run(number, rest);
    }
    if let ["--growth", rest @ ..] = &asked[..] {
        return load_growth::run(rest);
    }
    if !asked.is_empty() {
        return once(&asked);
    }
    USUAL.iter().try_for_each(|words| once(words))
}

pub(crate) fn once(words: &[&str]) -> Result<(), String> {
    let example = ["run", "--release", "--package", "menagerie-server", "--example", "load", "--"];
    step("load", &mut cargo(&[&example[..], words].concat()))
}
