//! `cargo xtask test`: everything that must pass before a change lands.

use std::process::Command;

use crate::services::Services;
use crate::steps::{cargo, step, target, works};
use crate::{chaos, page, python, room};

pub(crate) fn run() -> Result<(), String> {
    let missing = missing();
    if !missing.is_empty() {
        return Err(format!("missing: {}", missing.join("; ")));
    }
    room::warn();
    step("format", &mut cargo(&["fmt", "--all", "--check"]))?;
    step("lints", &mut cargo(&["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"]))?;
    let types = page::types();
    tests()?;
    page::types_are_current(&types)?;
    python::run()?;
    chaos::short()?;
    step(
        "documentation",
        cargo(&["doc", "--workspace", "--all-features", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings"),
    )?;
    fuzz_targets()?;
    page()?;
    println!("==> everything passed");
    Ok(())
}

/// All tests, beside the servers that those of the store and of several nodes need.
fn tests() -> Result<(), String> {
    let services = Services::start()?;
    step("tests and doc tests", services.tell(&mut cargo(&["test", "--workspace", "--all-features"])))
}

/// What the steps need and this machine does not have, each with the way to get it.
fn missing() -> Vec<&'static str> {
    let needed =
        [("fmt", "rustfmt (rustup component add rustfmt)"), ("clippy", "clippy (rustup component add clippy)")];
    needed.into_iter().filter(|(tool, _)| !works(&mut cargo(&[tool, "--version"]))).map(|(_, name)| name).collect()
}

/// The page needs npm; without it, everything else can still be tested.
fn page() -> Result<(), String> {
    if works(Command::new("npm").arg("--version")) {
        return page::run();
    }
    not_here(
        "the page: not tested, there is no npm on this machine (Node.js brings it: 20.19 or later, 22.12 or later, or 24 and later)",
    )
}

/// A step that this machine cannot do: said aloud, and an error where a change is judged by it.
fn not_here(what: &str) -> Result<(), String> {
    if std::env::var_os("CI").is_some() {
        return Err(what.to_owned());
    }
    println!("==> {what}");
    Ok(())
}

/// The fuzz targets are a workspace of their own: they must keep up with the rest. Their runtime is C++.
fn fuzz_targets() -> Result<(), String> {
    step("format of the fuzz targets", &mut cargo(&["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"]))?;
    if !works(Command::new("c++").arg("--version")) {
        return not_here("fuzz targets: not compiled, there is no C++ compiler (c++) on this machine");
    }
    let mut check = cargo(&["check", "--manifest-path", "fuzz/Cargo.toml", "--target-dir"]);
    step("fuzz targets", check.arg(target()).env("MENAGERIE_PAGE", "skip"))
}
