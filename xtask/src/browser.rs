//! `cargo xtask browser`: builds the WebAssembly module and compares its answers with those of the native program.

use std::fs::File;
use std::path::PathBuf;
use std::process::Command;

use crate::command::{cargo, root, step, succeeds, target};
use crate::unchecked::{Part, Unchecked};

const TARGET: &str = "wasm32-unknown-unknown";
/// Positions of each game that are compared.
const POSITIONS: &str = "1000";

/// Builds and compares, as far as the target can be installed.
pub(crate) fn run(unchecked: &mut Unchecked) -> Result<(), String> {
    if !unchecked.can_check(Part::WebAssembly, target_installed()) {
        return Ok(());
    }
    let module = build()?;
    let answers = target().join("browser/answers.jsonl");
    let file = File::create(&answers).map_err(|error| format!("{}: {error}", answers.display()))?;
    let mut native =
        cargo(&["run", "--quiet", "--package", "menagerie-browser", "--all-features", "--example", "answers", "--"]);
    step("answers of the native program", native.arg(POSITIONS).stdout(file))?;
    let mut compare = Command::new(if cfg!(windows) { "npx.cmd" } else { "npx" });
    compare.args(["vitest", "run", "src/local/parity.test.ts"]).current_dir(root().join("web"));
    compare.env("BROWSER_MODULE", module).env("BROWSER_ANSWERS", answers);
    step("answers of the WebAssembly module", &mut compare)
}

/// The path of the module, built as the page needs it.
pub(crate) fn build() -> Result<PathBuf, String> {
    let folder = target().join("browser");
    let mut build =
        cargo(&["build", "--package", "menagerie-browser", "--lib", "--profile", "browser", "--target", TARGET]);
    build.arg("--target-dir").arg(&folder).env("RUSTFLAGS", "-C target-feature=+simd128");
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
