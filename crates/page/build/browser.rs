//! Builds `crates/browser` for WebAssembly and puts it beside the page's sources, with the games' nets, endgame tables
//! and documents.
//!
//! Builds with optimisation do it when the target is installed. Others leave it out, because every change of a rule would
//! build it again. `MENAGERIE_BROWSER=PATH` takes a module that was built before, `MENAGERIE_BROWSER=skip` leaves it out.
//! Without it the page uses the server's engine.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

const TARGET: &str = "wasm32-unknown-unknown";
/// Where the page looks for it.
const PLACE: &str = "src/local";

/// What the module is made of: its crate and everything it uses.
const CRATES: [&str; 16] = [
    "api", "board", "browser", "catalog", "draw", "engine", "game", "games", "lessons", "match", "net", "puzzles",
    "record", "search", "table", "wire",
];

/// Copies the module, the nets, the endgame tables and the documents into the copy of the page's sources. An error says
/// why they are missing.
pub(crate) fn add(web: &Path, stage: &Path, out: &Path) -> Result<(), String> {
    println!("cargo::rerun-if-env-changed=MENAGERIE_BROWSER");
    let root = web.join("..");
    let module = match env::var("MENAGERIE_BROWSER").unwrap_or_default().as_str() {
        "" if env::var("PROFILE").is_ok_and(|profile| profile == "release") => build(&root, out)?,
        "" | "skip" => return Ok(()),
        path => PathBuf::from(path),
    };
    println!("cargo::rerun-if-changed={}", module.display());
    let place = stage.join(PLACE);
    copy(&module, &place.join("menagerie.wasm"))?;
    for net in nets(&root) {
        let name = net.file_name().unwrap_or_default();
        copy(&net, &place.join("nets").join(name))?;
    }
    tables(&root, &place.join("tables"))?;
    documents(&root, &place.join("documents"))
}

/// The path of a fresh module.
fn build(root: &Path, out: &Path) -> Result<PathBuf, String> {
    for name in CRATES {
        println!("cargo::rerun-if-changed={}", root.join("crates").join(name).display());
    }
    if !is_installed()? {
        return Err(format!("install its target with: rustup target add {TARGET}"));
    }
    let folder = out.join("browser");
    compile(root, &folder)?;
    Ok(folder.join(TARGET).join("browser/menagerie_browser.wasm"))
}

fn is_installed() -> Result<bool, String> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let printed = Command::new(rustc).args(["--print", "target-libdir", "--target", TARGET]).output();
    let folder = printed.map_err(|error| format!("rustc: {error}"))?;
    Ok(Path::new(String::from_utf8_lossy(&folder.stdout).trim()).is_dir())
}

/// In a target folder of its own: cargo holds the lock of the usual one.
fn compile(root: &Path, folder: &Path) -> Result<(), String> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args([
        "build",
        "--quiet",
        "--package",
        "menagerie-browser",
        "--lib",
        "--profile",
        "browser",
        "--target",
        TARGET,
    ]);
    command.arg("--target-dir").arg(folder).current_dir(root);
    // Flags and settings of the build that runs this script are not meant for another target.
    for (name, _) in env::vars().filter(|(name, _)| is_of_this_build(name)) {
        command.env_remove(name);
    }
    command.env_remove("RUSTFLAGS").env("CARGO_ENCODED_RUSTFLAGS", flags());
    let output = command.output().map_err(|error| format!("cargo: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let said: Vec<&str> = said.lines().filter(|line| line.starts_with("error")).take(4).collect();
    Err(format!("cargo build failed: {}", said.join(" | ")))
}

/// The module's own flags, and the names for folders that a reproducible build gives to the compiler.
fn flags() -> String {
    let outer = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let names = outer.split('\u{1f}').filter(|flag| flag.starts_with("--remap-path-prefix"));
    // Without padded numbers in its code the module is 2 % smaller after compression.
    ["-Ctarget-feature=+simd128", "-Clink-arg=--compress-relocations"]
        .into_iter()
        .chain(names)
        .collect::<Vec<_>>()
        .join("\u{1f}")
}

fn is_of_this_build(name: &str) -> bool {
    name.starts_with("CARGO_ENCODED")
        || name.starts_with("CARGO_PROFILE")
        || name.starts_with("CARGO_BUILD")
        || name == "RUSTC_WORKSPACE_WRAPPER"
}

/// The nets of all games: `crates/games/GAME/src/eval/GAME.net`.
fn nets(root: &Path) -> Vec<PathBuf> {
    let folders = entries(&root.join("crates/games")).map(|game| game.join("src/eval"));
    folders.flat_map(|folder| entries(&folder)).filter(|path| path.extension().is_some_and(|it| it == "net")).collect()
}

/// The built-in endgame tables of all games: `crates/games/GAME/tables/built-in.bin`.
fn tables(root: &Path, place: &Path) -> Result<(), String> {
    for game in entries(&root.join("crates/games")) {
        let built_in = game.join("tables/built-in.bin");
        if built_in.exists() {
            let name = format!("{}.tables", game.file_name().unwrap_or_default().display());
            copy(&built_in, &place.join(name))?;
        }
    }
    Ok(())
}

/// The texts and the artwork that the module has only by name, and the puzzles.
fn documents(root: &Path, place: &Path) -> Result<(), String> {
    for game in entries(&root.join("crates/games")) {
        let to = place.join(game.file_name().unwrap_or_default());
        for name in ["rules.md", "guide.md", "lessons.toml"] {
            copy(&game.join(name), &to.join(name))?;
        }
        let puzzles = game.join("puzzles.jsonl");
        if puzzles.exists() {
            let name = format!("{}.jsonl", game.file_name().unwrap_or_default().display());
            copy(&puzzles, &place.join("../puzzles").join(name))?;
        }
        for art in entries(&game.join("art")).filter(|path| path.extension().is_some_and(|it| it == "svg")) {
            copy(&art, &to.join("art").join(art.file_name().unwrap_or_default()))?;
        }
    }
    Ok(())
}

fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path())
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let done = to.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::copy(from, to));
    done.map(drop).map_err(|error: io::Error| format!("{}: {error}", from.display()))
}
