//! Programs that tests need besides Rust: found on any system, or installed from Debian's packages where root runs this.

use std::path::PathBuf;
use std::process::Command;

use crate::command::{step, succeeds};
use crate::services::is_root;

/// A program that tests need.
#[derive(Debug)]
pub struct Tool {
    /// What it is called.
    pub name: &'static str,
    /// Debian's package.
    pub package: &'static str,
    /// Where other systems have it, as a sentence.
    pub elsewhere: &'static str,
}

impl Tool {
    /// Checks `there`. Where root runs this on Debian, a missing package is installed. The error says what to install.
    pub fn provide(&self, there: impl Fn() -> bool) -> Result<(), String> {
        if there() {
            return Ok(());
        }
        if is_root() && succeeds(Command::new("apt-get").arg("--version")) {
            // Without a network nothing is installed; then the advice below is all that can be done.
            if let Err(why) = self.install() {
                println!("    {why}");
            }
        }
        if there() { Ok(()) } else { Err(self.advice()) }
    }

    fn install(&self) -> Result<(), String> {
        step("lists of packages", Command::new("apt-get").arg("update"))?;
        let mut command = Command::new("apt-get");
        command.args(["install", "-y", "--no-install-recommends", self.package]);
        step(self.package, command.env("DEBIAN_FRONTEND", "noninteractive"))
    }

    fn advice(&self) -> String {
        let Self { name, package, elsewhere } = self;
        format!("{name} is missing. On Debian and Ubuntu: sudo apt-get install {package}. {elsewhere}")
    }
}

/// The path of a program: in the folders of `PATH`.
pub fn program(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// The path of a library, for any architecture: below `/usr/lib`, its subfolders, or `/usr/lib64`.
pub fn library(name: &str) -> Option<PathBuf> {
    let folders = std::fs::read_dir("/usr/lib").into_iter().flatten().flatten().map(|folder| folder.path());
    let folders = folders.chain([PathBuf::from("/usr/lib"), PathBuf::from("/usr/lib64")]);
    folders.map(|folder| folder.join(name)).find(|library| library.exists())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_tool_is_an_advice_for_every_system() {
        let elsewhere = "On other systems, nowhere.";
        let tool = Tool { name: "The tool", package: "no-such-package", elsewhere };
        assert_eq!(tool.provide(|| true), Ok(()));
        let advice = tool.advice();
        assert!(advice.starts_with("The tool is missing.") && advice.ends_with(elsewhere), "{advice}");
        assert!(advice.contains("sudo apt-get install no-such-package"), "{advice}");
    }

    #[test]
    fn programs_are_found_in_the_path() {
        let cargo = if cfg!(windows) { "cargo.exe" } else { "cargo" };
        assert!(program(cargo).is_some());
        assert_eq!(program("no-such-program"), None);
    }
}
