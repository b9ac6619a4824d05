//! Files for nobody's eyes but their owner's: a database holds the secrets of dice, what is hidden, and private words.

use std::fs::OpenOptions;
use std::io;
use std::path::Path;

/// Makes an empty file where there is none. `SQLite` gives the files beside a database the same rights.
pub(crate) fn make(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(|_| ())
}
