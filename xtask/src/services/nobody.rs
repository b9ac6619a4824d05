//! `PostgreSQL` refuses to run as root: then it runs as nobody, and what it writes to is nobody's.

use std::path::Path;
use std::process::Command;

#[cfg(unix)]
const NOBODY: u32 = 65534;

#[cfg(unix)]
fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0)
}

/// Where this runs as root, gives a folder to nobody.
#[cfg(unix)]
pub fn give_away(folder: &Path) -> Result<(), String> {
    if is_root() {
        let given = std::os::unix::fs::chown(folder, Some(NOBODY), Some(NOBODY));
        given.map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    Ok(())
}

/// Where this runs as root, lets a command run as nobody.
#[cfg(unix)]
pub fn as_nobody(command: &mut Command) -> &mut Command {
    use std::os::unix::process::CommandExt;
    if is_root() {
        command.uid(NOBODY).gid(NOBODY);
    }
    command
}

/// Elsewhere there is nobody to give it to.
#[cfg(not(unix))]
pub fn give_away(_: &Path) -> Result<(), String> {
    Err("the servers are started on Unix only".to_owned())
}

/// Elsewhere a command runs as whoever starts it.
#[cfg(not(unix))]
pub fn as_nobody(command: &mut Command) -> &mut Command {
    command
}
