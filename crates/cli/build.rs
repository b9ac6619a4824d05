//! Finds the commit for `menagerie --version`.
//!
//! `cargo xtask dist` names it in `MENAGERIE_COMMIT`. An archive that git made has it in
//! `commit.txt`. A release build in a checkout asks git. Other builds show the version alone, so that
//! a commit does not recompile the program while people work on it.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=commit.txt");
    println!("cargo::rerun-if-env-changed=MENAGERIE_COMMIT");
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let commit = given().or_else(archived).or_else(checked_out);
    let text = commit.map_or_else(|| version.clone(), |commit| format!("{version} ({commit})"));
    // Cargo sets it for tests, too, where the program warns of unknown variables that begin with MENAGERIE.
    println!("cargo::rustc-env=PROGRAM_VERSION={text}");
}

fn given() -> Option<String> {
    env::var("MENAGERIE_COMMIT").ok().filter(|commit| !commit.is_empty())
}

/// In a checkout the file holds a placeholder instead of a hash.
fn archived() -> Option<String> {
    let text = fs::read_to_string("commit.txt").ok()?;
    let mut words = text.split_whitespace();
    let hash = words.next().filter(|hash| hash.chars().all(|c| c.is_ascii_hexdigit()))?;
    Some(format!("{} {}", hash.get(..10)?, words.next()?))
}

fn checked_out() -> Option<String> {
    if env::var("PROFILE").as_deref() != Ok("release") || !Path::new("../../.git").exists() {
        return None;
    }
    let of_git = ["HEAD", "logs/HEAD"].iter().filter_map(|name| git(&["rev-parse", "--git-path", name]));
    // A program that is built from changed sources must not claim the commit without its mark. Cargo would look for a
    // missing file again in every build.
    for path in of_git.chain(sources()).filter(|path| Path::new(path).exists()) {
        println!("cargo::rerun-if-changed={path}");
    }
    let mark = git(&["status", "--porcelain", "--untracked-files=no"]).filter(|changes| !changes.is_empty());
    let (hash, date) = (git(&["rev-parse", "HEAD"])?, git(&["log", "-1", "--format=%cs"])?);
    Some(format!("{}{} {date}", hash.get(..10)?, if mark.is_some() { "+changes" } else { "" }))
}

/// What is compiled into the program. The page's folder also holds files that git does not track, such as its packages.
fn sources() -> Vec<String> {
    let workspace = ["../../.cargo", "../../Cargo.toml", "../../Cargo.lock", "../../crates"].map(str::to_owned);
    let page = git(&["ls-tree", "--name-only", "HEAD", "../../web/"]).unwrap_or_default();
    workspace.into_iter().chain(page.lines().map(str::to_owned)).collect()
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
