//! `cargo xtask chaos`: the fault injection tests of the crate `menagerie-chaos`.

use std::process::Command;

use crate::command::{build_programs, root, step, target};
use crate::services::is_root;
use crate::tools::{Tool, library};

/// The short runs of `cargo xtask test`: every fault happens once.
const ONE_NODE: &[&str] = &["--store", "sqlite", "--seconds", "30"];
const SEVERAL_NODES: &[&str] = &["--store", "postgres", "--seconds", "20"];

const CLOCKS: Tool = Tool {
    name: "libfaketime",
    package: "faketime",
    elsewhere: "On Fedora: sudo dnf install libfaketime. It exists for Linux.",
};

/// Runs with these arguments; by default five minutes on `SQLite`.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    clocks()?;
    build()?;
    once(&words.iter().map(String::as_str).collect::<Vec<_>>())
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

fn build() -> Result<(), String> {
    build_programs(&["menagerie", "menagerie-chaos"])
}

fn once(words: &[&str]) -> Result<(), String> {
    let folder = target().join("debug");
    let mut command = Command::new(folder.join("menagerie-chaos"));
    step("faults", command.arg("--program").arg(folder.join("menagerie")).args(words).current_dir(root()))
}
