//! The tools of a cross build: Rust's standard library for the target, and zig as C compiler and linker.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::target::Target;
use crate::command::{root, step, succeeds};
use crate::python;
use crate::tools::{Tool, program};

const NODE: Tool = Tool {
    name: "Node.js with npm, which builds the page,",
    package: "npm",
    elsewhere: "Elsewhere: https://nodejs.org",
};

/// The target of the module with which the page plays without a server.
const PAGE_TARGET: &str = "wasm32-unknown-unknown";

/// The folder with `cargo-zigbuild` and the interpreter that runs zig.
pub(super) struct Zig {
    pub(super) folder: PathBuf,
}

/// Checks or installs everything that a build for this target needs.
pub(super) fn provide(target: &Target, folder: &Path) -> Result<Zig, String> {
    NODE.provide(|| program("npm").is_some())?;
    for triple in [target.triple, PAGE_TARGET] {
        standard_library(triple)?;
    }
    zig(folder)
}

/// Rust's standard library for a target.
fn standard_library(triple: &str) -> Result<(), String> {
    let output = Command::new("rustc").args(["--print", "target-libdir", "--target", triple]).output();
    let folder = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default();
    if fs::read_dir(&folder).is_ok_and(|mut files| files.next().is_some()) {
        return Ok(());
    }
    if !succeeds(Command::new("rustup").arg("--version")) {
        return Err(format!(
            "Rust's standard library for {triple} is missing; with rustup: rustup target add {triple}"
        ));
    }
    step("standard library", Command::new("rustup").args(["target", "add", triple]))
}

/// Zig and `cargo-zigbuild`, in the pinned versions, from Python's package index.
fn zig(folder: &Path) -> Result<Zig, String> {
    let requirements = root().join("xtask/dist/requirements.txt");
    let interpreter = python::virtual_environment(&folder.join("zig"), &requirements)?;
    let folder = interpreter.parent().map(Path::to_owned).ok_or("Python's virtual environment has no folder")?;
    Ok(Zig { folder })
}
