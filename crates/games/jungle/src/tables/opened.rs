//! The tables of this process: those with three tokens are built in, others are opened in folders. A table is
//! unpacked into memory when it is first needed, and stays there.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{LazyLock, OnceLock};

use menagerie_game::{TableValue, TablesError};

use crate::board::Square;
use crate::piece::{Animal, Side};
use crate::position::Position;

use super::class::{MAX_PIECES, MIN_PIECES};
use super::file;
use super::key::{CATALOG, RuleSet, TableKey};
use super::table::Table;
use super::value::decode;

/// The tokens of the tables that are built in.
pub(super) const BUILT_IN_PIECES: usize = 3;
/// The files of the built-in tables, one after the other. In a browser they would be larger than everything else.
#[cfg(target_family = "wasm")]
static BUILT_IN: &[u8] = &[];
#[cfg(not(target_family = "wasm"))]
static BUILT_IN: &[u8] = include_bytes!("../../tables/built-in.bin");

/// The most tokens of a table that is known, so that positions with more cost nothing.
static MOST_PIECES: AtomicU32 = AtomicU32::new(BUILT_IN_PIECES as u32);
static TABLES: LazyLock<Vec<[Entry; 3]>> = LazyLock::new(built_in);

/// Where a table is, and its values once they were needed.
#[derive(Default)]
struct Entry {
    source: OnceLock<Source>,
    table: OnceLock<Option<Table>>,
}

enum Source {
    BuiltIn(&'static [u8]),
    File(PathBuf),
}

/// All tables, with the sources of the built-in ones.
fn built_in() -> Vec<[Entry; 3]> {
    let entries: Vec<[Entry; 3]> = CATALOG.directory.classes.iter().map(|_| Default::default()).collect();
    let mut rest = BUILT_IN;
    for key in built_in_keys() {
        let Ok(header) = file::read_header(&CATALOG, key, Path::new("built-in"), rest) else { break };
        let Some((bytes, more)) = rest.split_at_checked(header.file_len() as usize) else { break };
        let _ = entries[key.class][slot(key.rules)].source.set(Source::BuiltIn(bytes));
        rest = more;
    }
    entries
}

/// The built-in tables in the order of their file.
pub(super) fn built_in_keys() -> impl Iterator<Item = TableKey> {
    (MIN_PIECES..=BUILT_IN_PIECES).flat_map(|pieces| CATALOG.keys(pieces, None))
}

/// The file of a built-in table.
#[cfg(test)]
pub(super) fn built_in_bytes(key: TableKey) -> Option<&'static [u8]> {
    match TABLES[key.class][slot(key.rules)].source.get()? {
        Source::BuiltIn(bytes) => Some(bytes),
        Source::File(_) => None,
    }
}

const fn slot(rules: RuleSet) -> usize {
    rules as usize
}

impl Entry {
    /// The table, if there is one. A file that has changed since it was opened counts as none.
    #[inline]
    fn table(&self, key: TableKey) -> Option<&Table> {
        self.table.get_or_init(|| self.load(key)).as_ref()
    }

    #[cold]
    fn load(&self, key: TableKey) -> Option<Table> {
        match self.source.get()? {
            Source::BuiltIn(bytes) => file::unpack(&CATALOG, key, bytes),
            Source::File(path) => {
                let bytes = file::read(path).ok()?;
                file::check(&CATALOG, key, path, &bytes).ok()?;
                file::unpack(&CATALOG, key, &bytes)
            }
        }
    }
}

/// The value of a position for its mover.
#[inline]
pub(super) fn value(position: &Position) -> Option<TableValue> {
    let [red, black] = position.held.0;
    if red.len() + black.len() > MOST_PIECES.load(Relaxed) || position.is_decided() {
        return None;
    }
    find(position)
}

fn find(position: &Position) -> Option<TableValue> {
    let has = |side: Side| {
        let bit = |animal: Animal| u8::from(position.tokens[side].square(animal).is_some()) << animal as u8;
        Animal::ALL.into_iter().map(bit).sum()
    };
    let assignment = CATALOG.directory.find(Side::ALL.map(has))?;
    let key = CATALOG.key(assignment.class, position.classic);
    let entry = &TABLES[key.class][slot(key.rules)];
    entry.source.get()?;
    let table = entry.table(key)?;
    let mut placement = [Square::from_index(0)?; MAX_PIECES];
    for (slot, &animal) in assignment.slots.iter().enumerate() {
        let side = Side::ALL[usize::from(slot >= table.first) ^ usize::from(assignment.swapped)];
        let square = position.tokens[side].square(animal)?;
        placement[slot] = if assignment.swapped { square.turned() } else { square };
    }
    let mover = position.mover as usize ^ usize::from(assignment.swapped);
    Some(decode(table.value(placement, mover)))
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
        file::check(&CATALOG, *key, path, &file::read(path)?)?;
    }
    for (key, path) in &found {
        // A table that is known already stays: its values are the same.
        let _ = TABLES[key.class][slot(key.rules)].source.set(Source::File(path.clone()));
        MOST_PIECES.fetch_max(CATALOG.class(*key).slots.len() as u32, Relaxed);
    }
    Ok(found.len())
}

/// The table that a file's name names.
fn key_of(path: &Path) -> Option<TableKey> {
    let name = path.file_name()?.to_str()?;
    let mut keys = (MIN_PIECES..=MAX_PIECES).flat_map(|pieces| CATALOG.keys(pieces, None));
    keys.find(|&key| CATALOG.file_name(key) == name)
}
