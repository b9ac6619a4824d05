//! The lock that keeps a second server from a database file: the players of the two would not hear of each other.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

/// Locks that are held as long as this value lives. They end with the process, however that ends.
pub(crate) struct DatabaseLock {
    /// Released after the store has closed the database: on Linux, closing any handle of a file releases the locks that `SQLite`
    /// holds on it.
    _locks: Vec<File>,
}

/// Another server has the database.
pub(crate) struct Taken;

impl DatabaseLock {
    /// Locks a database file, which is made if it is not there. Where nothing can be written, nothing needs a lock.
    ///
    /// There are two locks. A file beside the database, under the name that symbolic links lead to, keeps servers of every
    /// version and system apart. On Linux the database file itself is locked too, which holds for all of its hard links:
    /// `flock` and the `fcntl` locks of `SQLite` do not see each other there.
    pub(crate) fn take(database: &Path) -> Result<Self, Taken> {
        let mut locks = Vec::new();
        if let Ok(file) = open(database) {
            if cfg!(target_os = "linux") {
                locks.push(lock(file)?);
            }
            if let Ok(file) = beside(database) {
                locks.push(lock(file)?);
            }
        }
        Ok(Self { _locks: locks })
    }
}

/// The lock file beside the database.
fn beside(database: &Path) -> io::Result<File> {
    let mut name = database.canonicalize()?.into_os_string();
    name.push(".lock");
    open(Path::new(&name))
}

/// Opens a file for nobody's eyes but its owner's, and makes it if it is not there.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// A file system without locks refuses nobody.
fn lock(file: File) -> Result<File, Taken> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(Taken),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::PathBuf;

    use super::*;

    /// A folder that ends with the test.
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
    fn a_database_has_one_server_whatever_name_it_is_called_by() {
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
