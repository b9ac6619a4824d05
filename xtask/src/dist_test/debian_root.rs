//! A small Debian in a folder, which debootstrap makes.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use super::Release;
use super::program::output;
use super::unpack::unpack;
use crate::command::step;
use crate::tools::{Tool, program};

const DEBOOTSTRAP: Tool = Tool {
    name: "debootstrap, which installs a small Debian into a folder,",
    package: "debootstrap",
    elsewhere: "Other systems have a package of this name, too.",
};
/// The folders of programs in the root. The first is for programs of the tests.
const PROGRAMS: &str = "/usr/local/bin:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin";

/// A Debian root. It is made once, and unpacked for each test.
pub(super) struct Root(pub(super) PathBuf);

impl Root {
    /// The oldest Debian that the package supports, with the programs that check the package.
    pub(super) fn bookworm(release: &Release) -> Result<Self, String> {
        Self::provide(release, "bookworm", "systemd,man-db,bash-completion")
    }

    /// A root of a version of Debian, with more packages than the smallest.
    pub(super) fn provide(release: &Release, suite: &str, packages: &str) -> Result<Self, String> {
        let made = release.work.join(format!("{suite}.tar"));
        if !made.is_file() {
            DEBOOTSTRAP.provide(|| program("debootstrap").is_some())?;
            let fresh = release.empty_folder(&format!("{suite}-fresh"))?;
            let mut command = Command::new("debootstrap");
            command.args(["--variant=minbase", &format!("--include={packages}"), suite]).arg(&fresh);
            step("Debian root", &mut command)?;
            let mut tar = Command::new("tar");
            tar.args(["--create", "--numeric-owner", "--file"]).arg(&made).arg("--directory").arg(&fresh).arg(".");
            output(&mut tar, "")?;
            let _ = fs::remove_dir_all(&fresh);
        }
        let folder = release.empty_folder(suite)?;
        unpack(&made, &folder)?;
        Ok(Self(folder))
    }

    /// A command in the root.
    pub(super) fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new("chroot");
        command.arg(&self.0).args(words).env("DEBIAN_FRONTEND", "noninteractive").env("LC_ALL", "C.UTF-8");
        command.env("PATH", PROGRAMS);
        command
    }
}
