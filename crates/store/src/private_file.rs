//! Private files: only the owner may read a database. It holds dice secrets, hidden actions and private messages.

use std::fs::OpenOptions;
use std::io;
use std::path::Path;

/// Creates an empty file, if there is none, with mode 0600. `SQLite` gives the files beside a database the same mode.
pub(crate) fn create(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(|_| ())
}
