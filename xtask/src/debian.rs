//! Programs that tests need and that do not come with Rust: found, or installed from Debian's packages.

use std::path::PathBuf;
use std::process::Command;

use crate::steps::{step, works};

/// Makes sure that `there` holds, by installing a package where apt-get can; an error that names the package otherwise.
pub fn install(package: &str, there: impl Fn() -> bool) -> Result<(), String> {
    if there() {
        return Ok(());
    }
    if works(Command::new("apt-get").arg("--version")) {
        step("lists of packages", Command::new("apt-get").arg("update"))?;
        let mut command = Command::new("apt-get");
        command.args(["install", "-y", "--no-install-recommends", package]).env("DEBIAN_FRONTEND", "noninteractive");
        step(package, &mut command)?;
    }
    if there() { Ok(()) } else { Err(format!("missing: {package}; install it with the system's package manager")) }
}

/// A library that a package has brought, wherever this machine's processor puts it.
pub fn library(name: &str) -> Option<PathBuf> {
    let folders = std::fs::read_dir("/usr/lib").ok()?.flatten();
    folders.map(|folder| folder.path().join(name)).find(|library| library.exists())
}
