//! Where native programs have their tables: those with three tokens are built in, others are opened in folders.

use std::fs;
use std::path::{Path, PathBuf};

use menagerie_game::TablesError;

use super::class::{MAX_PIECES, MIN_PIECES};
use super::file;
use super::key::{CATALOG, TableKey};
use super::opened::{Entry, TABLES, built_in_keys, entry, make_known, no_tables};
use super::table::Table;

/// The files of the built-in tables, one after the other.
static BUILT_IN: &[u8] = include_bytes!("../../tables/built-in.bin");

/// What errors call them.
const BUILT_IN_NAME: &str = "built-in";

/// Where a table is.
pub(super) enum Source {
    BuiltIn(&'static [u8]),
    File(PathBuf),
}

impl Source {
    /// Unpacks the table. A file may have changed since it was opened.
    #[cold]
    pub(super) fn unpack(&self, key: TableKey) -> Result<Table, TablesError> {
        match self {
            Self::BuiltIn(bytes) => file::unpack(&CATALOG, key, Path::new(BUILT_IN_NAME), bytes),
            Self::File(path) => file::unpack(&CATALOG, key, path, &file::read_table(&CATALOG, key, path)?),
        }
    }
}

/// All tables, with the sources of the built-in ones.
pub(super) fn built_in() -> Vec<[Entry; 3]> {
    let entries = no_tables();
    let mut rest = BUILT_IN;
    for key in built_in_keys() {
        let Ok(header) = file::read_header(&CATALOG, key, Path::new(BUILT_IN_NAME), rest) else { break };
        let Some((bytes, more)) = rest.split_at_checked(header.file_len() as usize) else { break };
        let _ = entry(&entries, key).source.set(Source::BuiltIn(bytes));
        rest = more;
    }
    entries
}

/// The file of a built-in table.
#[cfg(test)]
pub(super) fn built_in_bytes(key: TableKey) -> Option<&'static [u8]> {
    match entry(&TABLES, key).source.get()? {
        Source::BuiltIn(bytes) => Some(bytes),
        Source::File(_) => None,
    }
}

/// Checks all tables of a folder, then makes them known. Returns their number.
pub(super) fn open(folder: &Path) -> Result<usize, TablesError> {
    let failed = |source| TablesError::Io { path: folder.to_owned(), source };
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|end| end == "table") {
            found.push((key_of(&path).ok_or_else(|| TablesError::NotATable(path.clone()))?, path));
        }
    }
    if found.is_empty() {
        return Err(TablesError::NoTables(folder.to_owned()));
    }
    for (key, path) in &found {
        file::read_table(&CATALOG, *key, path)?;
    }
    for (key, path) in &found {
        // A table that is known already stays: its values are the same.
        let _ = entry(&TABLES, *key).source.set(Source::File(path.clone()));
        make_known(CATALOG.class(*key).slots.len());
    }
    Ok(found.len())
}

/// The table that a file's name names.
pub(super) fn key_of(path: &Path) -> Option<TableKey> {
    let name = path.file_name()?.to_str()?;
    let mut keys = (MIN_PIECES..=MAX_PIECES).flat_map(|pieces| CATALOG.keys(pieces, None));
    keys.find(|&key| CATALOG.file_name(key) == name)
}
