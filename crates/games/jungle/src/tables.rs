//! Endgame tables: the exact value of every position with few tokens, by retrograde analysis.
//!
//! [`class`] finds which materials share a table, [`index`] numbers the positions of a class, [`board`] knows the rules
//! of its tokens, [`solve`] computes the values, [`file`] stores them, [`build`] makes the tables of a folder, and
//! [`opened`] looks positions up. `docs/reference/endgame-tables.md` describes sizes, times and the format.

mod board;
mod build;
mod class;
mod file;
mod index;
mod key;
mod opened;
mod solve;
mod table;
mod value;

use std::borrow::Cow;
use std::path::Path;

use menagerie_game::{EndgameTables, TableOrder, TableProgress, TableValue, TablesError, message};

use crate::position::Position;

/// The builder of the tables.
struct Tables;

pub(crate) fn endgame_tables() -> &'static dyn EndgameTables {
    &Tables
}

impl EndgameTables for Tables {
    fn describe(&self) -> Cow<'static, str> {
        let (most, built_in) = (class::MAX_PIECES, opened::BUILT_IN_PIECES);
        message!("tables", most, built_in)
    }

    fn build(&self, order: &TableOrder<'_>, progress: &(dyn Fn(&TableProgress) + Sync)) -> Result<(), TablesError> {
        build::build(order, progress)
    }

    fn open(&self, folder: &Path) -> Result<usize, TablesError> {
        opened::open(folder)
    }
}

impl Position {
    /// The value in the tables that are built in or opened.
    #[inline]
    pub(crate) fn table_value(&self) -> Option<TableValue> {
        if cfg!(target_family = "wasm") { None } else { opened::value(self) }
    }
}

/// The file of the built-in tables, made from the tables of a folder. `None` if one is missing there.
#[doc(hidden)]
pub fn built_in_file(folder: &Path) -> Option<Vec<u8>> {
    let files = opened::built_in_keys().map(|key| file::read(&folder.join(key::CATALOG.file_name(key))).ok());
    Some(files.collect::<Option<Vec<_>>>()?.concat())
}

#[cfg(test)]
mod tests;
