//! A copy of the repository's tracked files, which is edited instead of the repository.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

use crate::command::{root, target};

/// Cargo's configuration.
const CONFIG: &str = ".cargo/config.toml";

/// The copy. It stays after a run, so that the next one compiles little.
pub(crate) struct Scratch {
    pub(crate) folder: PathBuf,
}

/// The folder of everything that this command writes.
pub(crate) fn home() -> PathBuf {
    target().join("mutation")
}

/// Cargo's target folder for the copy. It is not the repository's: cargo takes crates of two copies of one workspace for
/// the same, and would test the repository without a defence.
pub(crate) fn builds() -> PathBuf {
    home().join("target")
}

impl Scratch {
    /// Makes the copy, or brings it up to date.
    pub(crate) fn make() -> Result<Self, String> {
        let folder = home().join("repository");
        println!("==> a copy of the repository in {}", folder.display());
        let files = tracked()?;
        let failed = |file: &str, error: io::Error| format!("{file}: {error}");
        for file in &files {
            let content = fs::read(root().join(file)).map_err(|error| failed(file, error))?;
            let content = if file == CONFIG { without_flags(&content) } else { content };
            update(&content, &root().join(file), &folder.join(file)).map_err(|error| failed(file, error))?;
        }
        remove_others(&folder, &folder, &files).map_err(|error| failed("the copy", error))?;
        link_packages(&folder).map_err(|error| failed("web/node_modules", error))?;
        if !builds().exists() {
            copy_builds(&target().join("debug"), &builds().join("debug")).map_err(|error| failed("target", error))?;
        }
        Ok(Self { folder })
    }

    /// A hash of the Rust sources and manifests that programs of the package in this folder are built from. Packages in
    /// `crates` use nothing outside of it.
    pub(crate) fn fingerprint(&self, package: &Path) -> Result<u64, String> {
        let is_source = |file: &&String| [".rs", ".toml", ".lock"].iter().any(|end| file.ends_with(end));
        let is_used = |file: &&String| {
            !package.starts_with("crates") || file.starts_with("crates/") || file.starts_with("Cargo.")
        };
        let mut files: Vec<String> = tracked()?.iter().filter(is_source).filter(is_used).cloned().collect();
        files.sort();
        let mut hasher = DefaultHasher::new();
        for file in files {
            (self.read(&file)?, file).hash(&mut hasher);
        }
        Ok(hasher.finish())
    }

    /// The text of a file of the copy.
    pub(crate) fn read(&self, file: &str) -> Result<String, String> {
        fs::read_to_string(self.folder.join(file)).map_err(|error| format!("{file}: {error}"))
    }

    /// Replaces a file of the copy until the returned value is dropped.
    pub(crate) fn write(&self, file: &str, text: &str) -> Result<Applied, String> {
        let (path, original) = (self.folder.join(file), self.read(file)?);
        fs::write(&path, text).map_err(|error| format!("{file}: {error}"))?;
        Ok(Applied { path, original })
    }
}

/// An edited file. Dropping the value restores the file. Its time is then the present, so that cargo compiles it again.
pub(crate) struct Applied {
    path: PathBuf,
    original: String,
}

impl Drop for Applied {
    fn drop(&mut self) {
        if let Err(error) = fs::write(&self.path, &self.original) {
            eprintln!("xtask: {} cannot be restored: {error}", self.path.display());
        }
    }
}

/// The repository's files that git tracks.
fn tracked() -> Result<HashSet<String>, String> {
    let output = Command::new("git").args(["ls-files", "-z"]).current_dir(root()).output();
    let output = output.map_err(|error| format!("git: {error}"))?;
    let names = String::from_utf8_lossy(&output.stdout);
    let files: HashSet<String> =
        names.split('\0').filter(|name| root().join(name).is_file()).map(str::to_owned).collect();
    if files.is_empty() { Err("git names no tracked files".to_owned()) } else { Ok(files) }
}

/// Cargo's configuration without the compiler's flags. The copy lies inside the repository, whose configuration counts too:
/// the flags would be there twice, and cargo would compile all crates again.
fn without_flags(content: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(content);
    let kept = text.split_inclusive('\n').filter(|line| !line.starts_with("rustflags"));
    kept.collect::<String>().into_bytes()
}

/// Writes a copy if its content differs. A file that stays keeps its time, so that cargo compiles nothing again.
fn update(content: &[u8], from: &Path, to: &Path) -> io::Result<()> {
    if fs::read(to).is_ok_and(|known| known == content) {
        return Ok(());
    }
    let is_new = !to.exists();
    fs::create_dir_all(to.parent().unwrap_or(to))?;
    fs::write(to, content)?;
    if is_new {
        fs::File::options().write(true).open(to)?.set_modified(from.metadata()?.modified()?)?;
    }
    Ok(())
}

/// Removes the files of the copy that are not tracked any more.
fn remove_others(folder: &Path, top: &Path, files: &HashSet<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_symlink() {
            continue;
        }
        if path.is_dir() {
            remove_others(&path, top, files)?;
        } else if !path.strip_prefix(top).is_ok_and(|name| files.contains(&*name.to_string_lossy())) {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}

/// Copies what cargo has compiled of other people's crates, with the files' times, so that it need not be compiled again.
fn copy_builds(from: &Path, to: &Path) -> io::Result<()> {
    const OURS: [&str; 4] = ["menagerie", "libmenagerie", "xtask", "incremental"];
    if !from.is_dir() {
        return Ok(());
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, copied, name) = (entry.path(), to.join(entry.file_name()), entry.file_name());
        if OURS.iter().any(|prefix| name.to_string_lossy().starts_with(prefix)) {
            continue;
        }
        if path.is_dir() {
            copy_builds(&path, &copied)?;
        } else {
            fs::copy(&path, &copied)?;
            fs::File::options().write(true).open(&copied)?.set_modified(entry.metadata()?.modified()?)?;
        }
    }
    Ok(())
}

/// The page's packages, if they are installed.
fn link_packages(folder: &Path) -> io::Result<()> {
    let (from, to) = (root().join("web/node_modules"), folder.join("web/node_modules"));
    if !from.is_dir() || to.is_symlink() {
        return Ok(());
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(from, to)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edited_file_comes_back() {
        let folder = home().join(format!("test-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let scratch = Scratch { folder: folder.clone() };
        fs::write(folder.join("x"), "a b c").unwrap();
        let applied = scratch.write("x", "a x c").unwrap();
        assert_eq!(fs::read_to_string(folder.join("x")).unwrap(), "a x c");
        drop(applied);
        assert_eq!(fs::read_to_string(folder.join("x")).unwrap(), "a b c");
        fs::remove_dir_all(folder).unwrap();
    }
}
