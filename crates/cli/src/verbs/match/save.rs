//! Where the games of a match go.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use menagerie_engine::arena::GameRecord;

use crate::failure::Failure;

/// Where the games go.
pub(crate) enum Save {
    Nowhere,
    /// All into one file.
    File(PathBuf, File),
    /// One file each; the number of the last.
    Folder(PathBuf, usize),
}

impl Save {
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path else { return Ok(Self::Nowhere) };
        let opened = if path.is_dir() || path.as_os_str().to_string_lossy().ends_with('/') {
            fs::create_dir_all(path).and_then(|()| last_number(path)).map(|last| Self::Folder(path.to_owned(), last))
        } else {
            File::create(path).map(|file| Self::File(path.to_owned(), file))
        };
        opened.map_err(|error| wrong(path, &error))
    }

    pub(crate) fn add(&mut self, record: &GameRecord) -> Result<(), Failure> {
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

/// The greatest number of a game that is in a folder already: none of them is written over.
fn last_number(folder: &Path) -> io::Result<usize> {
    let mut last = 0;
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        let number = name.to_str().and_then(|name| name.strip_suffix(".txt")?.parse().ok());
        last = last.max(number.unwrap_or(0));
    }
    Ok(last)
}

fn wrong(path: &Path, error: &io::Error) -> Failure {
    Failure::Call(format!("--save {}: cannot be written: {error}", path.display()))
}
