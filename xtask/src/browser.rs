//! `cargo xtask browser`: builds the WebAssembly module, checks its size and compares its answers with those of the native
//! program. `--bench` compares the speed. `cargo xtask npm` packs the module for npm.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::Command;

use crate::command::{cargo, root, step, succeeds, target};
use crate::unchecked::{Part, Unchecked};

const TARGET: &str = "wasm32-unknown-unknown";
/// Positions of each game that are compared.
const POSITIONS: &str = "1000";
/// The time of each measured search in milliseconds.
const SEARCH_TIME: &str = "1000";

/// Builds and compares, as far as the target can be installed. The npm package must be installed in `web`.
pub(crate) fn run(unchecked: &mut Unchecked) -> Result<(), String> {
    if !unchecked.can_check(Part::WebAssembly, target_installed()) {
        return Ok(());
    }
    let module = build()?;
    let answers = target().join("browser/answers.jsonl");
    let mut native =
        cargo(&["run", "--quiet", "--package", "menagerie-browser", "--all-features", "--example", "answers", "--"]);
    step("answers of the native program", native.arg(POSITIONS).stdout(create(&answers)?))?;
    let mut compare = vitest("src/local/module.test.ts");
    compare.env("BROWSER_MODULE", &module).env("BROWSER_ANSWERS", root().join(answers));
    step("size and answers of the WebAssembly module", &mut compare)?;
    let package = pack(&module)?;
    let mut try_package = vitest("npm/package.test.ts");
    step("npm package", try_package.env("NPM_PACKAGE", package))
}

/// Prints nodes per second of the module and of the native program in the same run, and fails below a half.
pub(crate) fn bench() -> Result<(), String> {
    target_installed()?;
    let module = build()?;
    let nodes = target().join("browser/nodes.jsonl");
    let mut native =
        cargo(&["run", "--release", "--quiet", "--package", "menagerie-browser", "--example", "nodes", "--"]);
    step("nodes per second of the native program", native.arg(SEARCH_TIME).stdout(create(&nodes)?))?;
    let mut compare = vitest("src/local/speed.test.ts");
    compare.env("BROWSER_MODULE", &module).env("BROWSER_NODES", root().join(nodes));
    step("nodes per second of the WebAssembly module", &mut compare)
}

/// Writes the file of the npm package.
pub(crate) fn npm() -> Result<(), String> {
    target_installed()?;
    println!("{}", pack(&build()?)?.display());
    Ok(())
}

fn pack(module: &PathBuf) -> Result<PathBuf, String> {
    let folder = root().join(target()).join("npm");
    let mut make = Command::new("node");
    make.arg("npm/pack.mjs").arg(module).arg(&folder).current_dir(root().join("web"));
    step("pack for npm", &mut make)?;
    Ok(folder)
}

fn create(path: &PathBuf) -> Result<File, String> {
    File::create(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn vitest(test: &str) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npx.cmd" } else { "npx" });
    command.args(["vitest", "run", test]).current_dir(root().join("web"));
    command
}

/// The path of the module, built as the page needs it.
pub(crate) fn build() -> Result<PathBuf, String> {
    let folder = root().join(target()).join("browser");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut build =
        cargo(&["build", "--package", "menagerie-browser", "--lib", "--profile", "browser", "--target", TARGET]);
    build
        .arg("--target-dir")
        .arg(&folder)
        .env("RUSTFLAGS", "-C target-feature=+simd128 -C link-arg=--compress-relocations");
    step("WebAssembly module", &mut build)?;
    Ok(folder.join(TARGET).join("browser/menagerie_browser.wasm"))
}

/// Installs the target with rustup if it is missing.
pub(crate) fn target_installed() -> Result<(), String> {
    let has_target = || {
        let printed = Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output();
        printed.is_ok_and(|output| PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()).is_dir())
    };
    if has_target() || succeeds(Command::new("rustup").args(["target", "add", TARGET])) && has_target() {
        return Ok(());
    }
    Err(format!("Its target is missing: rustup target add {TARGET}."))
}
