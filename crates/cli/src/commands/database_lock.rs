//! The file lock that keeps a second server off a database file. Two servers would not see each other's events.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The locks, held for as long as this value lives. The operating system releases them when the process ends.
pub(crate) struct DatabaseLock {
    /// Released after the store has closed the database: on Linux, closing any handle of a file releases the locks that `SQLite`
    /// holds on it.
    _database: Option<File>,
    /// The lock file.
    _lock_file: Option<File>,
    /// The file with the server's address, which is deleted when the server ends. It is not the lock file: on Windows nobody
    /// else can read a locked file.
    address_file: Option<PathBuf>,
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
        let Ok(file) = open(database) else {
            return Ok(Self { _database: None, _lock_file: None, address_file: None });
        };
        let taken = || Taken { address: named_address(database) };
        let file = if cfg!(target_os = "linux") { Some(lock(file).ok_or_else(taken)?) } else { None };
        let lock_file = match path_beside(database, LOCK).and_then(|path| open(&path)) {
            Ok(file) => Some(lock(file).ok_or_else(taken)?),
            Err(_) => None,
        };
        let lock = Self { _database: file, _lock_file: lock_file, address_file: path_beside(database, ADDRESS).ok() };
        // A server that was killed has left its address.
        lock.delete_address();
        Ok(lock)
    }

    /// Writes the address of the server's page beside the database, for a player who starts the program twice.
    pub(crate) fn name_address(&self, address: &str) {
        if let Some(path) = &self.address_file {
            // Without the address the second start reports an error instead.
            let _ = create(path).and_then(|mut file| file.write_all(address.as_bytes()));
        }
    }

    fn delete_address(&self) {
        if let Some(path) = &self.address_file {
            let _ = fs::remove_file(path);
        }
    }
}

impl Drop for DatabaseLock {
    fn drop(&mut self) {
        self.delete_address();
    }
}

/// The ends of the names of the files beside the database.
const LOCK: &str = ".lock";
const ADDRESS: &str = ".address";

/// The path of a file beside the database.
fn path_beside(database: &Path, end: &str) -> io::Result<PathBuf> {
    let mut name = database.canonicalize()?.into_os_string();
    name.push(end);
    Ok(PathBuf::from(name))
}

/// The address of the server that holds the lock.
fn named_address(database: &Path) -> Option<String> {
    let text = fs::read_to_string(path_beside(database, ADDRESS).ok()?).ok()?;
    Some(text.trim().to_owned()).filter(|address| address.starts_with("http://"))
}

/// Creates or empties a file.
fn create(path: &Path) -> io::Result<File> {
    private().write(true).truncate(true).open(path)
}

/// Opens or creates a file without changing it.
fn open(path: &Path) -> io::Result<File> {
    // Windows locks no file that is open for appending only.
    private().read(true).append(true).open(path)
}

/// Creates a file so that only its owner can access it (mode 600).
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// The locked file; `None` if another process has the lock. On a file system without locks the lock always succeeds.
fn lock(file: File) -> Option<File> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => None,
        Ok(()) | Err(TryLockError::Error(_)) => Some(file),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder that is deleted after the test.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("menagerie-lock-{name}-{}", std::process::id()));
            fs::create_dir_all(&path).unwrap();
            Self(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_database_has_one_server_under_all_of_its_names() {
        let folder = Folder::new("names");
        let [file, soft, hard] = ["m.db", "soft.db", "hard.db"].map(|name| folder.0.join(name));
        // The link leads nowhere yet.
        std::os::unix::fs::symlink(&file, &soft).unwrap();
        let first = DatabaseLock::take(&soft).ok().unwrap();
        fs::hard_link(&file, &hard).unwrap();
        for name in [&file, &soft, &hard] {
            assert!(DatabaseLock::take(name).is_err(), "{}", name.display());
        }
        drop(first);
        assert!(DatabaseLock::take(&hard).is_ok());
    }

    #[test]
    fn a_second_start_reads_the_address_of_the_server() {
        let folder = Folder::new("address");
        let file = folder.0.join("m.db");
        // A server that was killed has left this.
        fs::write(folder.0.join("m.db.address"), "http://127.0.0.1:7777/and-a-longer-path").unwrap();
        let first = DatabaseLock::take(&file).ok().unwrap();
        let address = || DatabaseLock::take(&file).err().unwrap().address;
        assert_eq!(address(), None, "it does not listen yet");
        first.name_address("http://127.0.0.1:7778/");
        assert_eq!(address().as_deref(), Some("http://127.0.0.1:7778/"));
        assert_eq!(address().as_deref(), Some("http://127.0.0.1:7778/"), "a refused start changes nothing");
        drop(first);
        assert!(!folder.0.join("m.db.address").exists());
    }

    #[test]
    fn a_server_of_an_earlier_version_is_respected() {
        let folder = Folder::new("earlier");
        let file = folder.0.join("m.db");
        let earlier = File::create(folder.0.join("m.db.lock")).unwrap();
        earlier.try_lock().unwrap();
        assert!(DatabaseLock::take(&file).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn nobody_but_its_owner_reads_the_files_beside_the_database() {
        let folder = Folder::new("mode");
        let lock = DatabaseLock::take(&folder.0.join("m.db")).ok().unwrap();
        lock.name_address("http://127.0.0.1:7777/");
        for name in ["m.db", "m.db.lock", "m.db.address"] {
            let metadata = folder.0.join(name).metadata().unwrap();
            let mode = std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o777;
            assert_eq!(mode, 0o600, "{name}");
        }
    }
}
