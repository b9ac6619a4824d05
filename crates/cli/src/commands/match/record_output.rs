//! Saves the games of a match as records.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use menagerie_engine::arena::GameRecord;

use crate::error::CliError;

/// The destination of the records.
pub(crate) enum RecordOutput {
    Nowhere,
    /// One file for all games.
    File(PathBuf, File),
    /// A folder with one file per game, and the number of the last file.
    Folder(PathBuf, usize),
}

impl RecordOutput {
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, CliError> {
        let Some(path) = path else { return Ok(Self::Nowhere) };
        let opened = if path.is_dir() || path.as_os_str().to_string_lossy().ends_with('/') {
            fs::create_dir_all(path).and_then(|()| last_number(path)).map(|last| Self::Folder(path.to_owned(), last))
        } else {
            File::create(path).map(|file| Self::File(path.to_owned(), file))
        };
        opened.map_err(|error| wrong(path, &error))
    }

    pub(crate) fn add(&mut self, record: &GameRecord) -> Result<(), CliError> {
        match self {
            Self::Nowhere => Ok(()),
            Self::File(path, file) => write!(file, "{record}").map_err(|error| wrong(path, &error)),
            Self::Folder(path, count) => {
                *count += 1;
                let file = path.join(format!("{count:06}.txt"));
                fs::write(&file, record.to_string()).map_err(|error| wrong(&file, &error))
            }
        }
    }
}

/// The highest file number in a folder. Existing files are never overwritten.
fn last_number(folder: &Path) -> io::Result<usize> {
    let mut last = 0;
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        let number = name.to_str().and_then(|name| name.strip_suffix(".txt")?.parse().ok());
        last = last.max(number.unwrap_or(0));
    }
    Ok(last)
}

fn wrong(path: &Path, error: &io::Error) -> CliError {
    CliError::Usage(format!("--save {}: cannot be written: {error}", path.display()))
}
