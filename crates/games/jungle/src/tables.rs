//! Endgame tables: the exact value of every position with few tokens, by retrograde analysis.
//!
//! [`class`] finds which materials share a table, [`index`] numbers the positions of a class, [`board`] knows the rules
//! of its tokens, and [`solve`] computes the values. [`file`] stores them, [`build`] makes the tables of a folder,
//! [`folder`] opens them, and [`opened`] looks positions up. `docs/reference/endgame-tables.md` describes sizes, times
//! and the format.
//!
//! In a browser, whose module must be small, there is only what looks positions up.

#![cfg_attr(
    target_family = "wasm",
    allow(dead_code, reason = "a browser does not solve, so parts have no caller there")
)]

#[cfg(not(target_family = "wasm"))]
mod board;
#[cfg(not(target_family = "wasm"))]
mod build;
mod class;
#[cfg(not(target_family = "wasm"))]
mod file;
#[cfg(not(target_family = "wasm"))]
mod folder;
mod index;
mod key;
mod opened;
#[cfg(not(target_family = "wasm"))]
mod solve;
mod table;
mod value;

#[cfg(not(target_family = "wasm"))]
use std::{borrow::Cow, path::Path};

use menagerie_game::{EndgameTables, TableValue, TablesError};
#[cfg(not(target_family = "wasm"))]
use menagerie_game::{TableOrder, TableProgress, message};

use crate::position::Position;

/// The builder of the tables.
struct Tables;

pub(crate) fn endgame_tables() -> &'static dyn EndgameTables {
    &Tables
}

impl EndgameTables for Tables {
    #[cfg(not(target_family = "wasm"))]
    fn describe(&self) -> Cow<'static, str> {
        let (most, built_in) = (class::MAX_PIECES, class::BUILT_IN_PIECES);
        message!("tables", most, built_in)
    }

    #[cfg(not(target_family = "wasm"))]
    fn build(&self, order: &TableOrder<'_>, progress: &(dyn Fn(&TableProgress) + Sync)) -> Result<(), TablesError> {
        build::build(order, progress)
    }

    #[cfg(not(target_family = "wasm"))]
    fn open(&self, folder: &Path) -> Result<usize, TablesError> {
        folder::open(folder)
    }

    fn load(&self, values: &[u8]) -> Result<(), TablesError> {
        opened::load(values)
    }
}

impl Position {
    /// The value in the tables that are built in, opened or loaded.
    #[inline]
    pub(crate) fn table_value(&self) -> Option<TableValue> {
        opened::value(self)
    }
}

/// The file of the built-in tables, made from the tables of a folder. `None` if one is missing there.
#[cfg(not(target_family = "wasm"))]
#[doc(hidden)]
pub fn built_in_file(folder: &Path) -> Option<Vec<u8>> {
    let files = opened::built_in_keys().map(|key| file::read(&folder.join(key::CATALOG.file_name(key))).ok());
    Some(files.collect::<Option<Vec<_>>>()?.concat())
}

#[cfg(test)]
mod tests;
