//! The program for Windows, which Wine runs.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::Release;
use super::program::{check, output};
use crate::dist::Target;
use crate::tools::{Tool, program};

const WINE: Tool = Tool {
    name: "Wine, which runs programs for Windows,",
    package: "wine64",
    elsewhere: "Elsewhere: https://www.winehq.org",
};

/// Debian's names: the last lies outside of `PATH` and comes with `wine64` alone.
const NAMES: [&str; 3] = ["wine64", "wine", "wine64-stable"];
const DEBIAN_PATH: &str = "/usr/lib/wine/wine64";

pub(super) fn run(release: &Release) -> Result<(), String> {
    WINE.provide(|| wine().is_some())?;
    let wine = wine().ok_or("Wine is missing")?;
    let target = Target::named("x86_64-pc-windows-gnu")?;
    let program = release.unpacked_program(target)?;
    let (system, data) = (release.empty_folder("wine")?, release.empty_folder("windows")?);
    let call = |words: &[&str]| {
        let mut command = Command::new(&wine);
        command.args(words).env("WINEPREFIX", &system).env("WINEARCH", "win64").env("WINEDEBUG", "-all");
        // Without these libraries Wine does not offer to download Mono and Gecko.
        command.env("WINEDLLOVERRIDES", "mscoree,mshtml=").env_remove("DISPLAY");
        command
    };
    // The first start creates Wine's drive C.
    output(&mut call(&["wineboot", "--init"]), "")?;
    println!("    {}", output(&mut call(&["--version"]), "")?.trim());
    let file = program.display().to_string();
    let start = |words: &[&str]| call(&[&[file.as_str()], words].concat());
    check(&start, &in_windows(&data))?.stop()
}

fn wine() -> Option<PathBuf> {
    let elsewhere = Path::new(DEBIAN_PATH);
    NAMES.iter().find_map(|name| program(name)).or_else(|| elsewhere.is_file().then(|| elsewhere.to_owned()))
}

/// The name of a file in Wine, whose drive Z is the root of this system.
fn in_windows(path: &Path) -> String {
    format!("Z:{}", path.display().to_string().replace('/', "\\"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wine_finds_files_on_drive_z() {
        assert_eq!(in_windows(Path::new("/tmp/data")), "Z:\\tmp\\data");
    }
}
