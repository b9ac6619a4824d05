//! The tables of this process, and the value of a position in them. A native program has the tables with three tokens
//! built in and opens others in folders ([`folder`](super::folder)); a browser loads those with three tokens. A table
//! is unpacked into memory when it is first needed, and stays there.

#[cfg(not(target_family = "wasm"))]
use std::io::{self, Write};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{LazyLock, OnceLock};

use menagerie_game::{Key, TableValue, TablesError};

use crate::board::Square;
use crate::piece::{Animal, Side};
use crate::position::Position;

use super::class::{BUILT_IN_PIECES, MAX_PIECES, MIN_PIECES};
#[cfg(not(target_family = "wasm"))]
use super::folder::Source;
use super::index::Index;
use super::key::{CATALOG, TableKey};
use super::table::{Table, len_of};
use super::value::decode;

/// The checksum of the values of all built-in tables. It changes with the rules, the classes, the index and the values.
const BUILT_IN_VALUES: u64 = 0x58d6_c932_eb8c_21da;

/// The most tokens of a table that is known, so that positions with more cost nothing.
static MOST_PIECES: AtomicU32 = AtomicU32::new(if cfg!(target_family = "wasm") { 0 } else { BUILT_IN_PIECES as u32 });
#[cfg(target_family = "wasm")]
pub(super) static TABLES: LazyLock<Vec<[Entry; 3]>> = LazyLock::new(no_tables);
#[cfg(not(target_family = "wasm"))]
pub(super) static TABLES: LazyLock<Vec<[Entry; 3]>> = LazyLock::new(super::folder::built_in);

/// Where a table is, and its values once they were needed.
#[derive(Default)]
pub(super) struct Entry {
    #[cfg(not(target_family = "wasm"))]
    pub(super) source: OnceLock<Source>,
    table: OnceLock<Option<Table>>,
}

impl Entry {
    /// The table, if there is one.
    #[inline]
    fn table(&self, key: TableKey) -> Option<&Table> {
        match self.table.get() {
            Some(table) => table.as_ref(),
            None => self.unpacked(key),
        }
    }

    #[cfg(not(target_family = "wasm"))]
    #[cold]
    fn unpacked(&self, key: TableKey) -> Option<&Table> {
        let source = self.source.get()?;
        self.table.get_or_init(|| source.unpack(key).inspect_err(report).ok()).as_ref()
    }

    /// A browser loads unpacked tables.
    #[cfg(target_family = "wasm")]
    fn unpacked(&self, _: TableKey) -> Option<&Table> {
        None
    }
}

/// Says on standard error that a table is not used. A lookup has no error to return, and the search would become weaker
/// without a word. An entry is unpacked once, so there is at most one line for each table.
#[cfg(not(target_family = "wasm"))]
fn report(error: &TablesError) {
    // Standard error may be closed.
    let _ = writeln!(io::stderr(), "warning: endgame tables: {error}; the search goes on without this table");
}

/// An entry for each class and rule set.
pub(super) fn no_tables() -> Vec<[Entry; 3]> {
    CATALOG.directory.classes.iter().map(|_| Default::default()).collect()
}

#[inline]
pub(super) fn entry(entries: &[[Entry; 3]], key: TableKey) -> &Entry {
    &entries[key.class][key.rules as usize]
}

/// The built-in tables in the order of their file.
pub(super) fn built_in_keys() -> impl Iterator<Item = TableKey> {
    (MIN_PIECES..=BUILT_IN_PIECES).flat_map(|pieces| CATALOG.keys(pieces, None))
}

/// From now on positions with this many tokens are looked up.
pub(super) fn make_known(pieces: usize) {
    MOST_PIECES.fetch_max(pieces as u32, Relaxed);
}

/// The value of a position for its mover.
#[inline]
pub(super) fn value(position: &Position) -> Option<TableValue> {
    let [red, black] = position.held.0;
    if red.len() + black.len() > MOST_PIECES.load(Relaxed) || position.is_decided() {
        return None;
    }
    find(&TABLES, position)
}

pub(super) fn find(entries: &[[Entry; 3]], position: &Position) -> Option<TableValue> {
    let has = |side: Side| {
        let bit = |animal: Animal| u8::from(position.tokens[side].square(animal).is_some()) << animal as u8;
        Animal::ALL.into_iter().map(bit).sum()
    };
    let assignment = CATALOG.directory.find(Side::ALL.map(has))?;
    let key = CATALOG.key(assignment.class, position.classic);
    let table = entry(entries, key).table(key)?;
    let mut placement = [Square::from_index(0)?; MAX_PIECES];
    for (slot, &animal) in assignment.slots.iter().enumerate() {
        let side = Side::ALL[usize::from(slot >= table.first) ^ usize::from(assignment.swapped)];
        let square = position.tokens[side].square(animal)?;
        placement[slot] = if assignment.swapped { square.turned() } else { square };
    }
    let mover = position.mover as usize ^ usize::from(assignment.swapped);
    Some(decode(table.value(placement, mover)))
}

/// Makes the built-in tables known in a program that does not contain them. `values` are those of all built-in tables,
/// unpacked, in the order of their file.
pub(super) fn load(values: &[u8]) -> Result<(), TablesError> {
    add(&TABLES, values)?;
    make_known(BUILT_IN_PIECES);
    Ok(())
}

/// Fills the entries of the built-in tables, if these are their values.
pub(super) fn add(entries: &[[Entry; 3]], mut values: &[u8]) -> Result<(), TablesError> {
    if checksum(values) != BUILT_IN_VALUES {
        return Err(TablesError::NotBuiltIn);
    }
    for key in built_in_keys() {
        let class = CATALOG.class(key);
        let length = len_of(&Index::new(class), class.symmetric);
        let (own, rest) = values.split_at_checked(length).ok_or(TablesError::NotBuiltIn)?;
        // A table that is known already stays: its values are the same.
        let _ = entry(entries, key).table.set(Some(Table::new(class, own.to_vec())));
        values = rest;
    }
    Ok(())
}

pub(super) fn checksum(values: &[u8]) -> u64 {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
    let words = values.chunks(8).map(word);
    words.fold(Key::new().word(values.len() as u64), Key::word).finish()
}
