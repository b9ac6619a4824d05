//! The file lock that keeps a second build out of a folder. Two builds would write to the same temporary files.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;

use menagerie_game::TablesError;

/// The lock file in a game's folder. It stays there: if it were removed, two builds could lock two files of this name.
const NAME: &str = "build.lock";

/// The lock of a folder. The operating system releases it when the process ends, however it ends.
pub(super) struct BuildLock {
    _file: File,
    /// False on a file system without locks. There the user must run one build at a time.
    pub(super) is_held: bool,
}

impl BuildLock {
    /// Locks a folder; refuses if another build has the lock.
    pub(super) fn take(folder: &Path) -> Result<Self, TablesError> {
        let path = folder.join(NAME);
        // Windows locks no file that is open for appending only.
        let opened = OpenOptions::new().create(true).read(true).append(true).open(&path);
        let file = opened.map_err(|source| TablesError::Io { path, source })?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(TablesError::Locked(folder.to_owned())),
            Ok(()) => Ok(Self { _file: file, is_held: true }),
            Err(TryLockError::Error(_)) => Ok(Self { _file: file, is_held: false }),
        }
    }
}
