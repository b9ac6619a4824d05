//! `PostgreSQL` refuses to run as root: then it runs as the user `nobody`, who owns its folder.

use std::path::Path;
use std::process::Command;

#[cfg(unix)]
const NOBODY: u32 = 65534;

/// Whether this process runs as root.
#[cfg(unix)]
pub fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0)
}

/// As root, gives a folder to the user `nobody`.
#[cfg(unix)]
pub fn chown_to_nobody(folder: &Path) -> Result<(), String> {
    if is_root() {
        let given = std::os::unix::fs::chown(folder, Some(NOBODY), Some(NOBODY));
        given.map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    Ok(())
}

/// As root, makes a command run as the user `nobody`.
#[cfg(unix)]
pub fn as_nobody(command: &mut Command) -> &mut Command {
    use std::os::unix::process::CommandExt;
    if is_root() {
        command.uid(NOBODY).gid(NOBODY);
    }
    command
}

/// There is no such user outside of Unix.
#[cfg(not(unix))]
pub fn is_root() -> bool {
    false
}

/// The servers are for Unix.
#[cfg(not(unix))]
pub fn chown_to_nobody(_: &Path) -> Result<(), String> {
    Err("the servers are started on Unix only".to_owned())
}

/// Outside of Unix a command runs as the current user.
#[cfg(not(unix))]
pub fn as_nobody(command: &mut Command) -> &mut Command {
    command
}
