//! `cargo xtask test`: everything that must pass before a change is merged.

use std::process::Command;

use crate::command::{cargo, step, succeeds, target, test_step};
use crate::services::Services;
use crate::unchecked::{Part, Unchecked};
use crate::{chaos, disk_space, nightly, page, power_loss, python, sixth_game, training};

/// Runs everything that this machine can run, then says what it could not.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let mut unchecked = Unchecked::read(words)?;
    let missing = missing();
    if !missing.is_empty() {
        return Err(format!("missing: {}", missing.join("; ")));
    }
    disk_space::warn();
    step("format", &mut cargo(&["fmt", "--all", "--check"]))?;
    step("lints", &mut cargo(&["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"]))?;
    let types = page::types();
    step("tests and doc tests", &mut cargo(&["test", "--workspace", "--all-features"]))?;
    page::types_are_current(&types)?;
    let with_services = unchecked.can_check(Part::Services, Services::available());
    if with_services {
        tests_with_services()?;
    }
    python::run(&mut unchecked)?;
    training::run(&mut unchecked)?;
    unchecked.can_check(Part::Clocks, chaos::clocks());
    chaos::short(with_services)?;
    if unchecked.can_check(Part::PowerLoss, power_loss::available()) {
        power_loss::short()?;
    }
    step(
        "documentation",
        cargo(&["doc", "--workspace", "--all-features", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings"),
    )?;
    // These two build the program without its page; the last step builds it again.
    sixth_game::run()?;
    fuzz_targets(&mut unchecked)?;
    page::run(&mut unchecked)?;
    println!("==> left to `cargo xtask nightly`: {}", nightly::CONTENTS);
    unchecked.report()
}

/// The tests that need `PostgreSQL` or NATS. Elsewhere they are ignored, never passed.
fn tests_with_services() -> Result<(), String> {
    let services = Services::start()?;
    let mut tests = cargo(&["test", "--workspace", "--all-features", "--tests", "--", "--ignored"]);
    test_step("tests on PostgreSQL and NATS", services.set_environment(&mut tests))
}

/// The missing tools, each with its installation command.
fn missing() -> Vec<&'static str> {
    let needed =
        [("fmt", "rustfmt (rustup component add rustfmt)"), ("clippy", "clippy (rustup component add clippy)")];
    needed.into_iter().filter(|(tool, _)| !succeeds(&mut cargo(&[tool, "--version"]))).map(|(_, name)| name).collect()
}

/// The fuzz targets are a workspace of their own and must compile with the rest. Their runtime is C++.
fn fuzz_targets(unchecked: &mut Unchecked) -> Result<(), String> {
    step("format of the fuzz targets", &mut cargo(&["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"]))?;
    let has_compiler = succeeds(Command::new("c++").arg("--version"));
    let advice = "A C++ compiler is missing: install g++ or clang so that c++ is in a folder of PATH.";
    if !unchecked.can_check(Part::FuzzTargets, if has_compiler { Ok(()) } else { Err(advice.to_owned()) }) {
        return Ok(());
    }
    let mut check = cargo(&["check", "--manifest-path", "fuzz/Cargo.toml", "--target-dir"]);
    step("fuzz targets", check.arg(target()).env("MENAGERIE_PAGE", "skip"))
}
