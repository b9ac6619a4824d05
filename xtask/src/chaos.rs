//! `cargo xtask chaos`: the fault injection tests of the crate `menagerie-chaos`.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::command::{build_programs, root, step, target};
use crate::services::is_root;
use crate::tools::{Tool, library};
use crate::{chaos_table, previous_version};

/// The short runs of `cargo xtask test`: every fault happens once.
const ONE_NODE: &[&str] = &["--store", "sqlite", "--seconds", "30"];
const SEVERAL_NODES: &[&str] = &["--store", "postgres", "--seconds", "20"];

const CLOCKS: Tool = Tool {
    name: "libfaketime",
    package: "faketime",
    elsewhere: "On Fedora: sudo dnf install libfaketime. It exists for Linux.",
};

/// Runs with these arguments; by default five minutes on `SQLite`. `--seeds 1,2,3` runs once with each seed, all at the
/// same time. `--table LOG…` runs nothing and prints the figures of these logs. `--previous-version` is the run of `nightly`.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["--table", logs @ ..] => return print_table(&logs.iter().map(PathBuf::from).collect::<Vec<_>>()),
        ["--previous-version"] => return previous_version::run(),
        _ => {}
    }
    clocks()?;
    build()?;
    match words.iter().position(|word| *word == "--seeds") {
        Some(place) => {
            let seeds = words.get(place + 1).ok_or("--seeds needs numbers, separated by commas")?;
            side_by_side(&seeds.split(',').collect::<Vec<_>>(), &[&words[..place], &words[place + 2..]].concat())
        }
        None => once(&words),
    }
}

/// One run for each seed, all at the same time. Each run has its own ports, folders and services, and a log in
/// `target/chaos`.
fn side_by_side(seeds: &[&str], words: &[&str]) -> Result<(), String> {
    let folder = target().join("chaos");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let logs: Vec<PathBuf> = seeds.iter().map(|seed| folder.join(format!("seed-{seed}.log"))).collect();
    let mut runs = Vec::new();
    for (seed, log) in seeds.iter().zip(&logs) {
        println!("==> seed {seed}: {}", log.display());
        let failed = |error: std::io::Error| format!("{}: {error}", log.display());
        let output = File::create(log).map_err(failed)?;
        let mut command = program();
        command.args(words).args(["--seed", seed]).stdin(Stdio::null());
        command.stderr(output.try_clone().map_err(failed)?).stdout(output);
        runs.push(command.spawn().map_err(|error| format!("menagerie-chaos: {error}"))?);
    }
    let mut failed = Vec::new();
    for (seed, run) in seeds.iter().zip(&mut runs) {
        if !run.wait().is_ok_and(|status| status.success()) {
            failed.push(*seed);
        }
    }
    print_table(&logs)?;
    if failed.is_empty() { Ok(()) } else { Err(format!("the runs with seed {} failed", failed.join(", "))) }
}

/// Prints the figures of runs as one table.
fn print_table(logs: &[PathBuf]) -> Result<(), String> {
    let read = |log: &PathBuf| fs::read_to_string(log).map_err(|error| format!("{}: {error}", log.display()));
    let texts = logs.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    print!("{}", chaos_table::combined(&texts)?);
    Ok(())
}

/// The short runs, one per store. Without libfaketime no clock jumps, and only root can mount a disk that can be filled
/// under `PostgreSQL`: there these faults may be missing.
pub(crate) fn short(with_services: bool) -> Result<(), String> {
    build()?;
    let no_clocks: &[&str] = if clocks().is_ok() { &[] } else { &["--allow-missing", "clock-jumps"] };
    once(&[ONE_NODE, no_clocks].concat())?;
    if !with_services {
        return Ok(());
    }
    let no_disk: &[&str] = if is_root() { &[] } else { &["--allow-missing", "disk-full"] };
    once(&[SEVERAL_NODES, no_clocks, no_disk].concat())
}

/// Whether clocks can be shifted. The error says what to install.
pub(crate) fn clocks() -> Result<(), String> {
    CLOCKS.provide(|| library("faketime/libfaketimeMT.so.1").is_some())
}

/// Builds the program under test and the one of the fault tests.
pub(crate) fn build() -> Result<(), String> {
    build_programs(&["menagerie", "menagerie-chaos"])
}

/// One run with these arguments.
pub(crate) fn once(words: &[&str]) -> Result<(), String> {
    step("faults", program().args(words))
}

/// The program of the fault tests, and the one under test.
fn program() -> Command {
    let folder = target().join("debug");
    let mut command = Command::new(folder.join("menagerie-chaos"));
    command.arg("--program").arg(folder.join("menagerie")).current_dir(root());
    command
}
