//! The program for Windows, which Wine runs.
//!
//! Rust's programs need Wine 9 or later: earlier versions lack the library `bcryptprimitives`. Debian 12 has Wine 8, so a root
//! of Debian 13 provides it.

use std::fs;
use std::process::Command;

use super::Release;
use super::debian_root::Root;
use super::program::{check, output};
use crate::dist::Target;

/// Debian's package `wine64` has the program outside of the usual folders.
const WINE: &str = "/usr/lib/wine/wine64";
/// Wine finds its own files through `/proc`. It is mounted for Wine alone and goes with it.
const WITH_PROC: &str = r#"mount --bind /proc "$0/proc" && exec chroot "$0" "$@""#;

pub(super) fn run(release: &Release) -> Result<(), String> {
    let target = Target::named("x86_64-pc-windows-gnu")?;
    let program = release.unpacked_program(target)?;
    let root = Root::provide(release, "trixie", "wine64")?;
    fs::copy(&program, root.0.join(target.program)).map_err(|error| error.to_string())?;
    let wine = |words: &[&str]| {
        let mut command = Command::new("unshare");
        command.args(["--mount", "sh", "-c", WITH_PROC]).arg(&root.0).arg(WINE).args(words);
        command.env("HOME", "/root").env("WINEDEBUG", "-all").env_remove("DISPLAY");
        // Without these libraries Wine does not offer to download Mono and Gecko.
        command.env("WINEDLLOVERRIDES", "mscoree,mshtml=");
        command
    };
    // The first start creates Wine's drive C; drive Z is the root.
    output(&mut wine(&["wineboot", "--init"]), "")?;
    println!("    {}", output(&mut wine(&["--version"]), "")?.trim());
    let file = format!("Z:\\{}", target.program);
    check(&|words| wine(&[&[file.as_str()], words].concat()), "Z:\\data")?.stop()
}
