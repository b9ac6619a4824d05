//! Direct appends: the appending thread writes to `SQLite` itself, through `rusqlite`. A pooled connection has a thread
//! of its own, and the two thread switches take as long as writing a small group.

use std::collections::HashMap;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OpenFlags, OptionalExtension, Transaction, TransactionBehavior, params};

use super::transaction::decide;
use super::{Append, Appended};
use crate::{Millis, Result, StoreError, deadlines, ratings, rows, tables};

/// Commits of this connection do not sync the write-ahead log: [`LogSync`](super::log_sync::LogSync) does, before an append
/// is answered. Checkpoints sync it too, so the database is never damaged.
const NO_SYNC: &str = "PRAGMA synchronous = NORMAL";

/// A connection for appends alone. The thread that uses it holds the store's [`WriteLock`](crate::write_lock::WriteLock): so it
/// and the pool's writing connection never wait for each other inside the database.
pub(crate) struct Direct(Connection);

impl Direct {
    /// Opens an existing database that has the newest schema.
    pub(crate) fn open(path: &Path, pragmas: &str) -> Result<Self> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let opened = Connection::open_with_flags(path, flags);
        let connection = opened.and_then(|connection| {
            connection.execute_batch(pragmas)?;
            connection.execute_batch(NO_SYNC)?;
            Ok(connection)
        });
        connection.map(Self).map_err(|_| StoreError::CannotOpen)
    }

    /// Writes a group in one transaction. `None` on any error: then nothing was written, and the caller retries through
    /// the pool to learn the cause.
    pub(crate) fn write(&mut self, appends: &[Append]) -> Option<Vec<Result<Appended>>> {
        self.try_write(appends).ok()
    }

    fn try_write(&mut self, appends: &[Append]) -> rusqlite::Result<Vec<Result<Appended>>> {
        let transaction = self.0.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut ends = HashMap::with_capacity(appends.len());
        for append in appends {
            let table = append.table.as_str();
            ends.extend(log_end(&transaction, table)?.map(|end| (table, end)));
        }
        let now = now();
        let results: Vec<_> = appends.iter().map(|append| decide(append, &mut ends, now)).collect();
        for (append, result) in appends.iter().zip(&results) {
            if let Ok(appended) = result {
                insert(&transaction, append, appended.at)?;
            }
        }
        transaction.commit()?;
        Ok(results)
    }
}

/// Where a table's log ends; `None` for an unknown table.
fn log_end(transaction: &Transaction<'_>, table: &str) -> rusqlite::Result<Option<Appended>> {
    let mut last =
        transaction.prepare_cached("SELECT seq, at FROM events WHERE table_id = ?1 ORDER BY seq DESC LIMIT 1")?;
    let end = last.query_row([table], |row| Ok(Appended { seq: row.get(0)?, at: Millis(row.get(1)?) })).optional()?;
    if end.is_some() {
        return Ok(end);
    }
    let exists = transaction.prepare_cached("SELECT 1 FROM tables WHERE id = ?1")?.exists([table])?;
    Ok(exists.then_some(Appended { seq: 0, at: Millis(0) }))
}

fn insert(transaction: &Transaction<'_>, append: &Append, at: Millis) -> rusqlite::Result<()> {
    // The pattern names every field, so that a new field cannot be forgotten here.
    let Append { table, expected, events, result, deadline } = append;
    let table = table.as_str();
    let mut insert = transaction
        .prepare_cached("INSERT OR FAIL INTO events (table_id, seq, text, by, at) VALUES (?1, ?2, ?3, ?4, ?5)")?;
    for (seq, event) in (expected + 1..).zip(events) {
        insert.execute(params![table, seq, event.text, event.by, at.0])?;
    }
    if let Some(deadline) = deadline {
        transaction.prepare_cached(deadlines::SET)?.execute(params![table, at.0 + deadline])?;
    }
    if let Some(result) = result {
        let result = rows::json(result).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
        transaction.prepare_cached(tables::END)?.execute([result.as_str(), table])?;
        transaction.prepare_cached(ratings::ENQUEUE_RATING)?.execute([table])?;
        transaction.prepare_cached(deadlines::DELETE)?.execute([table])?;
    }
    Ok(())
}

/// The database's clock. `SQLite` is part of this program, so it is the clock of this machine.
fn now() -> Millis {
    Millis(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::sqlite_pragmas;
    use crate::{Store, StoreOptions};

    /// `docs/contribute/durability.md`: the log of the connection for appends is synced beside it. `NORMAL` still orders
    /// the writes of a checkpoint; `OFF` would not.
    #[tokio::test]
    async fn the_connection_for_appends_syncs_its_checkpoints() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.db");
        let _store = Store::open(&path).await.unwrap();
        let Direct(connection) = Direct::open(&path, &sqlite_pragmas(StoreOptions::default())).unwrap();
        let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).unwrap();
        assert_eq!((number("synchronous"), number("foreign_keys")), (1, 1));
        let mode: String = connection.pragma_query_value(None, "journal_mode", |row| row.get(0)).unwrap();
        assert_eq!(mode, "wal");
    }
}
