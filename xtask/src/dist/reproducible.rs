//! Builds a release a second time, in another folder, and compares the bytes.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use super::arguments::Arguments;
use super::source::Source;
use super::{make, sums, work_folder};

/// Builds the commit again in a fresh folder. The error names the files that differ.
pub(super) fn check(source: &Source, first: &Path, arguments: &Arguments) -> Result<(), String> {
    if source.changed {
        return Err("commit your changes first: the second build starts from the commit".to_owned());
    }
    let again = work_folder().join("again");
    let _ = fs::remove_dir_all(&again);
    unpack_commit(source, &again.join("source"))?;
    // An archive without git: it also shows that such a build knows its commit.
    let copy = Source::read(&again.join("source"))?;
    let second = again.join("files");
    make(&copy, &again.join("target"), &second, arguments)?;
    let (first, second) = (sums::of_folder(first)?, sums::of_folder(&second)?);
    let differing: Vec<_> = second.iter().filter(|file| !first.contains(file)).map(|(name, _)| name.as_str()).collect();
    if second.is_empty() || !differing.is_empty() {
        return Err(format!(
            "not reproducible: {} of {} files differ: {}",
            differing.len(),
            second.len(),
            differing.join(", ")
        ));
    }
    println!("==> Reproducible: {} files of two builds in two folders have the same bytes", second.len());
    for (name, sum) in &second {
        println!("    {sum}  {name}");
    }
    Ok(())
}

/// The files of the commit, as `git archive` writes them.
fn unpack_commit(source: &Source, to: &Path) -> Result<(), String> {
    fs::create_dir_all(to).map_err(|error| format!("{}: {error}", to.display()))?;
    let failed = |error| format!("git archive: {error}");
    let mut git = Command::new("git");
    git.args(["archive", "--format=tar", &source.commit]).current_dir(&source.root).stdout(Stdio::piped());
    let mut archive = git.spawn().map_err(failed)?;
    let piped = archive.stdout.take().ok_or("git archive: no output")?;
    let unpacked = Command::new("tar").args(["-x", "-C"]).arg(to).stdin(piped).status().map_err(failed)?;
    let archived = archive.wait().map_err(failed)?;
    if archived.success() && unpacked.success() { Ok(()) } else { Err("git archive failed".to_owned()) }
}
