//! What is in a database file, without changing it.

use std::path::Path;

use rusqlite::{Connection, OpenFlags, OptionalExtension};

use crate::{Millis, Result, StoreError, migrate, ownership};

/// The state of a database file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DatabaseReport {
    /// The version of its schema.
    pub version: i64,
    /// The version that this program writes. An older database is migrated when it is opened.
    pub newest: i64,
    /// The time of its newest event.
    pub last_event: Option<Millis>,
    /// The first fault that `SQLite` finds in its pages; `None` if there is none.
    pub damage: Option<String>,
}

impl DatabaseReport {
    /// Reads a file that may be in use. A file that is missing, that belongs to another program, or that a newer program
    /// has migrated is an error.
    pub fn read(path: &Path) -> Result<Self> {
        if !path.is_file() {
            return Err(StoreError::CannotOpen);
        }
        ownership::check(path)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags).map_err(|_| StoreError::CannotOpen)?;
        let damaged = |error: rusqlite::Error| StoreError::damaged(error.to_string());
        let version = connection
            .query_row("SELECT COALESCE(MAX(version), 0) FROM schema_steps", [], |row| row.get(0))
            .map_err(damaged)?;
        let version = migrate::checked(version)?;
        let check: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(damaged)?;
        let last_event = connection
            .query_row("SELECT MAX(at) FROM events", [], |row| row.get::<_, Option<i64>>(0))
            .optional()
            .map_err(damaged)?
            .flatten();
        Ok(Self {
            version,
            newest: migrate::NEWEST,
            last_event: last_event.map(Millis),
            damage: Some(check).filter(|check| check != "ok"),
        })
    }
}
