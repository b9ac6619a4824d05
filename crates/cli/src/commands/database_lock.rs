//! The file lock that keeps a second server off a database file. Two servers would not see each other's events.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The locks, held for as long as this value lives. The operating system releases them when the process ends.
pub(crate) struct DatabaseLock {
    /// Released after the store has closed the database: on Linux, closing any handle of a file releases the locks that `SQLite`
    /// holds on it.
    _database: Option<File>,
    /// The lock file, which also holds the server's address.
    beside: Option<File>,
}

/// Another server holds the lock.
pub(crate) struct Taken {
    /// The address of its page, if it is known.
    pub(crate) address: Option<String>,
}

impl DatabaseLock {
    /// Locks a database file and creates it if it does not exist. A read-only file needs no lock.
    ///
    /// There are two locks. The first is a lock file beside the database, after symbolic links are resolved. It works for
    /// servers of every version and operating system. On Linux the database file itself is locked too, which also covers its
    /// hard links. `flock` does not interfere there with the `fcntl` locks of `SQLite`.
    pub(crate) fn take(database: &Path) -> Result<Self, Taken> {
        let Ok(file) = open(database) else { return Ok(Self { _database: None, beside: None }) };
        let taken = || Taken { address: named_address(database) };
        let file = if cfg!(target_os = "linux") { Some(lock(file).ok_or_else(taken)?) } else { None };
        let beside = match beside(database).and_then(|path| open(&path)) {
            Ok(file) => Some(lock(file).ok_or_else(taken)?),
            Err(_) => None,
        };
        Ok(Self { _database: file, beside })
    }

    /// Writes the address of the server's page into the lock file, for a player who starts the program twice.
    pub(crate) fn name_address(&mut self, address: &str) {
        if let Some(file) = &mut self.beside {
            // Without the address the second start reports an error instead.
            let _ = file.set_len(0).and_then(|()| file.write_all(address.as_bytes()));
        }
    }
}

/// The path of the lock file beside the database.
fn beside(database: &Path) -> io::Result<PathBuf> {
    let mut name = database.canonicalize()?.into_os_string();
    name.push(".lock");
    Ok(PathBuf::from(name))
}

/// The address in the lock file.
fn named_address(database: &Path) -> Option<String> {
    let text = std::fs::read_to_string(beside(database).ok()?).ok()?;
    Some(text.trim().to_owned()).filter(|address| address.starts_with("http://"))
}

/// Opens or creates a file that only its owner can access (mode 600).
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    // Windows locks no file that is open for appending only.
    options.create(true).read(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// The locked file; `None` if another process has the lock. On a file system without locks the lock always succeeds.
fn lock(file: File) -> Option<File> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => None,
        Ok(()) | Err(TryLockError::Error(_)) => Some(file),
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::PathBuf;

    use super::*;

    /// A folder that is deleted after the test.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("menagerie-lock-{name}-{}", std::process::id()));
            std::fs::create_dir_all(&path).unwrap();
            Self(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_database_has_one_server_under_all_of_its_names() {
        let folder = Folder::new("names");
        let [file, soft, hard] = ["m.db", "soft.db", "hard.db"].map(|name| folder.0.join(name));
        // The link leads nowhere yet.
        symlink(&file, &soft).unwrap();
        let first = DatabaseLock::take(&soft).ok().unwrap();
        std::fs::hard_link(&file, &hard).unwrap();
        for name in [&file, &soft, &hard] {
            assert!(DatabaseLock::take(name).is_err(), "{}", name.display());
        }
        drop(first);
        assert!(DatabaseLock::take(&hard).is_ok());
    }

    #[test]
    fn the_lock_names_the_address_of_the_server() {
        let folder = Folder::new("address");
        let file = folder.0.join("m.db");
        let mut first = DatabaseLock::take(&file).ok().unwrap();
        let address = || DatabaseLock::take(&file).err().unwrap().address;
        assert_eq!(address(), None, "it does not listen yet");
        first.name_address("http://127.0.0.1:7777/");
        assert_eq!(address().as_deref(), Some("http://127.0.0.1:7777/"));
    }

    #[test]
    fn a_server_of_an_earlier_version_is_respected() {
        let folder = Folder::new("earlier");
        let file = folder.0.join("m.db");
        let earlier = File::create(folder.0.join("m.db.lock")).unwrap();
        earlier.try_lock().unwrap();
        assert!(DatabaseLock::take(&file).is_err());
    }

    #[test]
    fn nobody_but_its_owner_reads_the_lock_file() {
        let folder = Folder::new("mode");
        let _lock = DatabaseLock::take(&folder.0.join("m.db")).ok().unwrap();
        for name in ["m.db", "m.db.lock"] {
            let mode = folder.0.join(name).metadata().unwrap().permissions().mode() & 0o777;
            assert_eq!(mode, 0o600, "{name}");
        }
    }
}
