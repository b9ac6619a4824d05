//! `cargo xtask chaos`: the real programs, killed and cut off while scripted clients play, and a checker afterwards.

use std::process::Command;

use crate::debian::{install, library};
use crate::steps::{programs, root, step, target};

/// How the short form in the test command runs: as long as it takes for every fault to happen once.
const SHORT: [&[&str]; 2] = [&["--store", "sqlite", "--seconds", "25"], &["--store", "postgres", "--seconds", "30"]];

/// Runs what was asked for; without words, five minutes on a file.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    build()?;
    once(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The short form, on each store.
pub(crate) fn short() -> Result<(), String> {
    build()?;
    SHORT.iter().try_for_each(|words| once(words))
}

fn build() -> Result<(), String> {
    // Clocks that jump.
    install("faketime", || library("faketime/libfaketimeMT.so.1").is_some())?;
    programs(&["menagerie", "menagerie-chaos"])
}

fn once(words: &[&str]) -> Result<(), String> {
    let folder = target().join("debug");
    let mut command = Command::new(folder.join("menagerie-chaos"));
    step("faults", command.arg("--program").arg(folder.join("menagerie")).args(words).current_dir(root()))
}
