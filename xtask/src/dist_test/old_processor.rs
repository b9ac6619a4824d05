//! The program for x86-64 on old processors, which qemu imitates.

use std::process::Command;

use super::Release;
use super::program::check;
use crate::dist::emulator;

/// The oldest processor with all instructions that the program is compiled for: Intel's of 2008.
const OLDEST: &str = "Nehalem";
/// Processors without POPCNT: the program must refuse in words.
const TOO_OLD: [&str; 2] = ["qemu64,-popcnt,-sse4.1,-sse4.2,-ssse3", "core2duo"];

pub(super) fn run(release: &Release) -> Result<(), String> {
    let qemu = emulator("x86_64")?;
    let program = release.linux_program()?;
    let data = release.empty_folder("old-processor")?;
    let on = |processor: &str, words: &[&str]| {
        let mut command = Command::new(&qemu);
        command.args(["-cpu", processor]).arg(&program).args(words);
        command
    };
    check(&|words| on(OLDEST, words), &data.display().to_string())?.stop()?;
    for processor in TOO_OLD {
        let output = on(processor, &["games"]).output().map_err(|error| error.to_string())?;
        let said = String::from_utf8_lossy(&output.stderr);
        if output.status.code() != Some(2) || !said.contains("this processor is too old") {
            return Err(format!("{processor}: {} instead of a message: {said}", output.status));
        }
        println!("    {processor}: {}", said.lines().find(|line| line.starts_with("error")).unwrap_or_default());
    }
    Ok(())
}
