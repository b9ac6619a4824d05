//! The program for arm64 Linux, which qemu runs.

use super::Release;
use super::program::check;
use crate::dist::{Target, runner};

pub(super) fn run(release: &Release) -> Result<(), String> {
    let target = Target::named("aarch64-unknown-linux-musl")?;
    let program = release.unpacked_program(target)?;
    let data = release.empty_folder("arm64")?;
    // Fails here if qemu is missing, so that the closure cannot.
    runner(target, &program)?;
    let start = |words: &[&str]| {
        let mut command = runner(target, &program).unwrap_or_else(|_| std::process::Command::new(&program));
        command.args(words);
        command
    };
    check(&start, &data.display().to_string())?.stop()
}
