//! `cargo xtask load`: the server under load, beside a bare relay in the same run.

use crate::nodes;
use crate::steps::{cargo, step};

/// The loads that the server is judged by, and what its tables take.
const USUAL: [&[&str]; 3] =
    [&["--tables", "50", "--times", "3"], &["--tables", "1000", "--rate", "1", "--seconds", "10"], &["--memory"]];

/// Runs the load that was asked for, or the usual ones.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let asked: Vec<&str> = words.iter().map(String::as_str).collect();
    if let ["--nodes", number, rest @ ..] = &asked[..] {
        return nodes::run(number, rest);
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
