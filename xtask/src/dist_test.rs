//! `cargo xtask dist-test`: runs the files of a release as their users do.
//!
//! Each file is unpacked or installed in a root of its own. Each program must serve the page, play a
//! game to its end, and answer the engine protocol. The files come from `cargo xtask dist`.

mod arm;
mod browser;
mod debian;
mod debian_root;
mod empty_root;
mod http;
mod image;
mod old_processor;
mod player;
mod program;
mod server;
mod speed;
mod unpack;
mod windows;

use std::path::PathBuf;
use std::time::Instant;

use crate::command::root;
use crate::dist::{self, Source};
use crate::services::is_root;

/// A test with its name and what it checks.
struct Test {
    name: &'static str,
    title: &'static str,
    run: fn(&Release) -> Result<(), String>,
}

const TESTS: [Test; 8] = [
    Test { name: "static", title: "the archive's program in an empty root", run: empty_root::run },
    Test { name: "old-cpu", title: "the same program on old processors", run: old_processor::run },
    Test { name: "arm64", title: "the program for arm64", run: arm::run },
    Test { name: "windows", title: "the program for Windows", run: windows::run },
    Test { name: "image", title: "the container image", run: image::run },
    Test { name: "deb", title: "the Debian package: install, serve, upgrade, remove", run: debian::run },
    Test { name: "browser", title: "one file in a bare Debian root, played in Chromium", run: browser::run },
    Test { name: "speed", title: "the program beside a native build", run: speed::run },
];

/// The files under test.
pub(crate) struct Release {
    pub(crate) source: Source,
    /// The folder with the files.
    pub(crate) files: PathBuf,
    /// The folder for unpacked files.
    pub(crate) work: PathBuf,
}

/// Runs the tests that the words choose, or all.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let chosen = chosen(words)?;
    let source = Source::read(&root())?;
    let files = std::path::absolute(dist::folder().join(&source.version)).map_err(|error| error.to_string())?;
    let work = std::path::absolute(dist::work_folder().join("test")).map_err(|error| error.to_string())?;
    if !files.join("SHA256SUMS").is_file() {
        return Err(format!("{}: there is no release; build one with cargo xtask dist", files.display()));
    }
    if !is_root() {
        return Err(
            "these tests change the root folder (chroot) and install packages there: run them as root".to_owned()
        );
    }
    let release = Release { source, files, work };
    for test in chosen {
        println!("==> {}: {}", test.name, test.title);
        let begin = Instant::now();
        (test.run)(&release).map_err(|why| format!("{}: {why}", test.name))?;
        println!("    {}: passed in {:.0} s", test.name, begin.elapsed().as_secs_f32());
    }
    Ok(())
}

fn chosen(words: &[String]) -> Result<Vec<&'static Test>, String> {
    let mut chosen = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let name = words.next().filter(|_| word == "--only");
        let test = name.and_then(|name| TESTS.iter().find(|test| test.name == name));
        let names = || TESTS.iter().map(|test| test.name).collect::<Vec<_>>().join(", ");
        chosen.push(test.ok_or_else(|| format!("dist-test: write --only and one of {}", names()))?);
    }
    Ok(if chosen.is_empty() { TESTS.iter().collect() } else { chosen })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(words: &[&str]) -> Result<Vec<&'static str>, String> {
        let words: Vec<_> = words.iter().map(|word| (*word).to_owned()).collect();
        Ok(chosen(&words)?.iter().map(|test| test.name).collect())
    }

    #[test]
    fn tests_are_chosen_by_their_names() {
        assert_eq!(names(&[]).unwrap().len(), TESTS.len());
        assert_eq!(names(&["--only", "deb", "--only", "windows"]).unwrap(), ["deb", "windows"]);
        assert!(names(&["--only", "rpm"]).unwrap_err().contains("old-cpu"));
        assert!(names(&["deb"]).is_err());
    }
}
