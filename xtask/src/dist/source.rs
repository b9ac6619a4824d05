//! The source tree of a release: its folder, version and commit.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Holds the commit in an archive that git made (`export-subst` in `.gitattributes`).
const COMMIT_FILE: &str = "crates/cli/commit.txt";

/// A source tree.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    pub(crate) root: PathBuf,
    /// The version of the workspace: the only place that defines it.
    pub(crate) version: String,
    /// The commit's hash, or `unknown`.
    pub(crate) commit: String,
    /// The commit's day: 2026-11-16.
    pub(crate) date: String,
    /// The commit's time in seconds since 1970: the time of every packed file.
    pub(crate) epoch: u64,
    /// Whether the tree differs from its commit.
    pub(crate) changed: bool,
}

impl Source {
    /// Reads version and commit of the tree in this folder.
    pub(crate) fn read(root: &Path) -> Result<Self, String> {
        let manifest = read(&root.join("Cargo.toml"))?;
        let version = workspace_version(&manifest).ok_or("Cargo.toml: there is no workspace version")?;
        let described = git(root, &["log", "-1", "--format=%H %cs %ct"])
            .or_else(|| read(&root.join(COMMIT_FILE)).ok())
            .and_then(|text| Commit::parse(&text));
        let Commit { hash, date, epoch } = described.unwrap_or_else(Commit::unknown);
        let changed = git(root, &["status", "--porcelain", "--untracked-files=no"]).is_some_and(|it| !it.is_empty());
        Ok(Self { root: root.to_owned(), version: version.to_owned(), commit: hash, date, epoch, changed })
    }

    /// The first ten characters of the commit, and a mark if the tree was changed.
    pub(crate) fn short_commit(&self) -> String {
        let mark = if self.changed { "+changes" } else { "" };
        format!("{}{mark}", self.commit.get(..10).unwrap_or(&self.commit))
    }
}

/// A commit: its hash, its day and its time.
#[derive(PartialEq, Eq, Debug)]
struct Commit {
    hash: String,
    date: String,
    epoch: u64,
}

impl Commit {
    /// Reads `HASH DATE SECONDS`. In a checkout the file holds a placeholder, which is no commit.
    fn parse(text: &str) -> Option<Self> {
        let mut words = text.split_whitespace();
        let hash = words.next().filter(|hash| hash.chars().all(|c| c.is_ascii_hexdigit()))?;
        Some(Self { hash: hash.to_owned(), date: words.next()?.to_owned(), epoch: words.next()?.parse().ok()? })
    }

    fn unknown() -> Self {
        Self { hash: "unknown".to_owned(), date: "1970-01-01".to_owned(), epoch: 0 }
    }
}

/// The `version` of the section `[workspace.package]`.
fn workspace_version(manifest: &str) -> Option<&str> {
    let section = manifest.split("[workspace.package]").nth(1)?;
    section.lines().find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"'))
}

fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    // Only this tree's own repository counts, not one that an unpacked archive happens to lie in.
    if !root.join(".git").exists() {
        return None;
    }
    let output = Command::new("git").args(arguments).current_dir(root).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::root;

    #[test]
    fn the_version_of_a_release_is_that_of_every_crate() {
        let source = Source::read(&root()).unwrap();
        assert_eq!(source.version, env!("CARGO_PKG_VERSION"));
    }

    #[test]
    fn an_archive_without_git_knows_its_commit() {
        let text = "d82ff6e8c1d82ff6e8c1d82ff6e8c1d82ff6e8c1 2026-11-16 1794873600\n";
        let commit = Commit::parse(text).unwrap();
        assert_eq!((&commit.date[..], commit.epoch), ("2026-11-16", 1_794_873_600));
        let placeholder = fs::read_to_string(root().join(COMMIT_FILE)).unwrap();
        assert_eq!(Commit::parse(&placeholder), None, "a checkout asks git");
    }

    #[test]
    fn git_replaces_the_placeholder_in_archives() {
        let attributes = fs::read_to_string(root().join(".gitattributes")).unwrap();
        assert!(attributes.lines().any(|line| line == format!("{COMMIT_FILE} export-subst")), "{attributes}");
        assert_eq!(fs::read_to_string(root().join(COMMIT_FILE)).unwrap().trim(), "$Format:%H %cs %ct$");
    }
}
