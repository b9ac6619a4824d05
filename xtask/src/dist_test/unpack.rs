//! Unpacks the files of a release.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::Release;
use super::program::output;
use crate::dist::Target;

impl Release {
    /// The one file of the release whose name has this beginning and end.
    pub(super) fn file(&self, begin: &str, end: &str) -> Result<PathBuf, String> {
        let entries = fs::read_dir(&self.files).map_err(|error| format!("{}: {error}", self.files.display()))?;
        let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
        let found = names.filter(|name| name.starts_with(begin) && name.ends_with(end)).collect::<Vec<_>>();
        match &found[..] {
            [name] => Ok(self.files.join(name)),
            _ => Err(format!(
                "{}: there is no single file {begin}…{end}; build it with cargo xtask dist",
                self.files.display()
            )),
        }
    }

    /// An empty folder for a test.
    pub(super) fn empty_folder(&self, name: &str) -> Result<PathBuf, String> {
        let folder = self.work.join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(folder)
    }

    /// The program of the archive for a target, unpacked.
    pub(super) fn unpacked_program(&self, target: &Target) -> Result<PathBuf, String> {
        let name = format!("menagerie-{}-{}", self.source.version, target.label);
        let folder = self.empty_folder(&format!("archive-{}", target.label))?;
        if target.is_windows() {
            let mut python = Command::new("python3");
            python.args(["-m", "zipfile", "--extract"]).arg(self.file(&name, ".zip")?).arg(&folder);
            output(&mut python, "")?;
        } else {
            unpack(&self.file(&name, ".tar.gz")?, &folder)?;
        }
        Ok(folder.join(name).join(target.program))
    }

    /// The program of the archive for x86-64 Linux, unpacked.
    pub(super) fn linux_program(&self) -> Result<PathBuf, String> {
        self.unpacked_program(Target::named("x86_64-unknown-linux-musl")?)
    }
}

/// Unpacks an archive into a folder.
pub(super) fn unpack(archive: &Path, folder: &Path) -> Result<(), String> {
    let mut tar = Command::new("tar");
    tar.args(["--extract", "--numeric-owner", "--file"]).arg(archive).arg("--directory").arg(folder);
    output(&mut tar, "").map(|_| ())
}
