//! Groups of appends in `SQLite`, written by the thread that gathers them. The way to a connection of the pool, which is a thread
//! of its own, and back takes as long as writing a small group does.

use std::collections::HashMap;
use std::path::Path;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OpenFlags, OptionalExtension, Transaction, TransactionBehavior, params};

use super::{Append, Appended, decide};
use crate::{Histogram, Millis, Result, StoreError, ratings, rows, tables, wakes};

/// A connection for appends alone. Whoever writes with it holds the pool's one writing connection meanwhile: that is the right to
/// write, so that the two never wait for each other inside the database.
pub(crate) struct Direct(Connection);

impl Direct {
    /// Opens a database that is there and has the newest schema.
    pub(crate) fn open(path: &Path, pragmas: &str) -> Result<Self> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let opened = Connection::open_with_flags(path, flags);
        let connection = opened.and_then(|connection| connection.execute_batch(pragmas).map(|()| connection));
        connection.map(Self).map_err(|_| StoreError::CannotOpen)
    }

    /// Writes a group in one transaction. Nothing if anything went wrong: then nothing was written, and the pool's connection finds
    /// out why.
    pub(crate) fn write(&mut self, appends: &[Append], commits: &Histogram) -> Option<Vec<Result<Appended>>> {
        self.try_write(appends, commits).ok()
    }

    fn try_write(&mut self, appends: &[Append], commits: &Histogram) -> rusqlite::Result<Vec<Result<Appended>>> {
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
        let begun = Instant::now();
        transaction.commit()?;
        commits.observe(begun.elapsed());
        Ok(results)
    }
}

/// Where a table's log ends; nothing if there is no such table.
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
    // Every part is named: one that is added must be written here too.
    let Append { table, expected, events, result, wake } = append;
    let table = table.as_str();
    let mut insert = transaction
        .prepare_cached("INSERT OR FAIL INTO events (table_id, seq, text, by, at) VALUES (?1, ?2, ?3, ?4, ?5)")?;
    for (seq, event) in (expected + 1..).zip(events) {
        insert.execute(params![table, seq, event.text, event.by, at.0])?;
    }
    if let Some(wake) = wake {
        transaction.prepare_cached(wakes::SET)?.execute(params![table, at.0 + wake])?;
    }
    if let Some(result) = result {
        let result = rows::json(result).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
        transaction.prepare_cached(tables::END)?.execute([result.as_str(), table])?;
        transaction.prepare_cached(ratings::NOTE_UNRATED)?.execute([table])?;
        transaction.prepare_cached(wakes::FORGET)?.execute([table])?;
    }
    Ok(())
}

/// The database's clock: `SQLite` is part of this program and has no other than this machine's.
fn now() -> Millis {
    Millis(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64))
}
