//! Rolling upgrades between the previous version of the program and this one: a fault run in which both run side by side.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::chaos;
use crate::command::{cargo, root, step, target};

/// The previous version while no release has a tag. It refuses no request when it is shut down; earlier ones do.
const PINNED: &str = "1d8fcca8a7968cee4d93e971d86dd63bf845e13d";

/// Graceful upgrades alone, so no request may be refused.
const RUN: [&str; 6] = ["--store", "postgres", "--seconds", "90", "--only", "rolling-upgrade"];

/// Builds the previous version and upgrades a cluster from it to this version, back, and so on.
pub(crate) fn run() -> Result<(), String> {
    let program = build(&previous()?)?;
    chaos::build()?;
    let from = program.to_str().ok_or("the target folder's path is not UTF-8")?;
    chaos::once(&[&RUN[..], &["--upgrade-from", from]].concat())
}

/// The newest release before this commit, or the pinned commit.
fn previous() -> Result<String, String> {
    let arguments = ["tag", "--list", "v*", "--sort=-version:refname", "--merged", "HEAD", "--no-contains", "HEAD"];
    let tags =
        Command::new("git").args(arguments).current_dir(root()).output().map_err(|error| format!("git: {error}"))?;
    let tags = String::from_utf8_lossy(&tags.stdout);
    Ok(tags.lines().next().unwrap_or(PINNED).to_owned())
}

/// Builds the program of a version in a worktree of its own. The page is left out: no client of a fault run reads it.
fn build(version: &str) -> Result<PathBuf, String> {
    let folder = target().join("previous-version");
    check_out(version, &folder)?;
    let mut build = cargo(&["build", "--bin", "menagerie"]);
    build.current_dir(&folder).env("CARGO_TARGET_DIR", folder.join("target")).env("MENAGERIE_PAGE", "skip");
    step(&format!("the program of {version}"), &mut build)?;
    Ok(folder.join("target/debug/menagerie"))
}

/// Checks a version out into a worktree, and creates the worktree if it is missing.
fn check_out(version: &str, folder: &Path) -> Result<(), String> {
    let mut git = Command::new("git");
    git.current_dir(root());
    let exists = folder.join(".git").exists();
    if exists {
        git.arg("-C").arg(folder).args(["checkout", "--quiet", "--detach", version]);
    } else {
        // Forced: git may remember a worktree whose folder was deleted with the target folder.
        git.args(["worktree", "add", "--quiet", "--force", "--detach"]).arg(folder).arg(version);
    }
    step(&format!("check out {version}"), &mut git)
        .map_err(|error| format!("{error}; a clone without history does not have it: git fetch --unshallow --tags"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A clone without history does not have the commit.
    #[test]
    fn the_pinned_commit_is_an_ancestor() {
        let git = |arguments: &[&str]| Command::new("git").args(arguments).current_dir(root()).output().unwrap();
        let is_shallow = git(&["rev-parse", "--is-shallow-repository"]).stdout == b"true\n";
        if git(&["rev-parse", "HEAD"]).status.success() && !is_shallow {
            assert!(git(&["merge-base", "--is-ancestor", PINNED, "HEAD"]).status.success());
        }
    }
}
