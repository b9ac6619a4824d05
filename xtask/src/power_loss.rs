//! `cargo xtask power-loss`: the simulated power loss of the crate `menagerie-power-loss`.

use std::process::Command;

use crate::command::{build_programs, root, step, succeeds, target};
use crate::tools::{Tool, program};

/// The short run of `cargo xtask test`: it crosses a checkpoint of the write-ahead log, which comes every five seconds.
const SHORT: &[&str] = &["--cuts", "300", "--seconds", "12"];

const STRACE: Tool =
    Tool { name: "strace", package: "strace", elsewhere: "On Fedora: sudo dnf install strace. It exists for Linux." };

/// Runs with these arguments.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    available()?;
    once(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The short run.
pub(crate) fn short() -> Result<(), String> {
    once(SHORT)
}

/// Whether strace is there and may trace. The error says what to install or to allow.
pub(crate) fn available() -> Result<(), String> {
    STRACE.provide(|| program("strace").is_some())?;
    let traces = succeeds(Command::new("strace").args(["-o", "/dev/null", "true"]));
    let advice = "strace may not trace here: containers need the capability SYS_PTRACE.";
    if traces { Ok(()) } else { Err(advice.to_owned()) }
}

fn once(words: &[&str]) -> Result<(), String> {
    build_programs(&["menagerie", "menagerie-power-loss"])?;
    let folder = target().join("debug");
    let mut command = Command::new(folder.join("menagerie-power-loss"));
    step("power loss", command.arg("--program").arg(folder.join("menagerie")).args(words).current_dir(root()))
}
