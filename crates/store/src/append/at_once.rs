//! The usual group of appends in `SQLite`: each to another table, each fitting. It is one statement and so its own
//! transaction: one way to the database's thread and back, where looking first and writing then takes four.

use std::collections::HashSet;
use std::time::{SystemTime, UNIX_EPOCH};

use sqlx::AnyPool;

use super::{Append, Appended};
use crate::dialect::Dialect;
use crate::{Millis, Result, rows};

/// Writes all events of `$1` (`[table, seq, text, by]`) with the stamp `$2`, or nothing if one of the logs of `$3`
/// (`[table, expected]`) does not end there or ends later. A log that is longer violates the key, which also undoes all.
const INSERT: &str = "
    INSERT INTO events (table_id, seq, text, by, at)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, $2 FROM json_each($1)
    WHERE NOT EXISTS (SELECT 1 FROM json_each($3) WHERE NOT CASE value ->> 1
        WHEN 0 THEN EXISTS (SELECT 1 FROM tables WHERE id = value ->> 0)
        ELSE EXISTS (SELECT 1 FROM events WHERE table_id = value ->> 0 AND seq = value ->> 1 AND at <= $2) END)";

/// Writes a group if it is a plain one and everything fits. Otherwise nothing was written, and it takes a closer look.
pub(crate) async fn try_plain(dialect: Dialect, writer: &AnyPool, appends: &[Append]) -> Option<Vec<Result<Appended>>> {
    if dialect != Dialect::Sqlite || !is_plain(appends) {
        return None;
    }
    let now = now();
    let events: Vec<_> = appends
        .iter()
        .flat_map(|append| {
            let numbered = (append.expected + 1..).zip(&append.events);
            numbered.map(|(seq, event)| (append.table.as_str(), seq, &event.text, &event.by))
        })
        .collect();
    let ends: Vec<_> = appends.iter().map(|append| (append.table.as_str(), append.expected)).collect();
    let insert = sqlx::query(INSERT).bind(rows::json(&events).ok()?).bind(now.0).bind(rows::json(&ends).ok()?);
    let written = insert.execute(writer).await.ok()?.rows_affected();
    let appended = |append: &Append| Ok(Appended { seq: append.expected + append.events.len() as u32, at: now });
    (written == events.len() as u64).then(|| appends.iter().map(appended).collect())
}

/// Whether no match ends, and no log is written to twice.
fn is_plain(appends: &[Append]) -> bool {
    let mut tables = HashSet::with_capacity(appends.len());
    // Everything an append can ask for is named here: what this way cannot do must go the other.
    appends.iter().all(|Append { table, expected: _, events, result }| {
        result.is_none() && !events.is_empty() && tables.insert(table.as_str())
    })
}

/// The database's clock: `SQLite` is part of this program and has no other than this machine's.
fn now() -> Millis {
    Millis(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64))
}
