//! Ownership of an `SQLite` file. The store never changes a file of another program.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};
use sqlx::AnyPool;

use crate::{Result, StoreError};

/// The `application_id` in the header of Menagerie's files: `MENA`.
const APPLICATION_ID: i32 = 0x4D45_4E41;
/// All our files have this table. The first versions set no `application_id`.
const OUR_TABLE: &str = "schema_steps";

/// Refuses a file of another program before anything is written to it. A file that is missing or empty becomes ours. A
/// file that cannot be read here fails when the database is opened.
pub(crate) fn check(path: &Path) -> Result<()> {
    let is_empty = path.metadata().map_or(true, |file| file.len() == 0);
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let owner = match Connection::open_with_flags(path, flags) {
        Ok(connection) if !is_empty => other_owner(&connection),
        _ => return Ok(()),
    };
    match owner {
        Ok(Some(mark)) => Err(StoreError::Foreign(mark)),
        _ => Ok(()),
    }
}

/// How the store knows that a database belongs to another program.
fn other_owner(connection: &Connection) -> rusqlite::Result<Option<String>> {
    let id: i32 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    if id == APPLICATION_ID {
        return Ok(None);
    }
    if id != 0 {
        return Ok(Some(format!("its application_id is {id:#010x}")));
    }
    let sql =
        "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";
    let mut query = connection.prepare(sql)?;
    let names = query.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<Vec<String>>>()?;
    let ours = names.iter().any(|name| name == OUR_TABLE);
    Ok(names.first().filter(|_| !ours).map(|name| format!("it has a table '{name}' that is not ours")))
}

/// Sets the `application_id`, also in a database of an earlier version. If the database cannot be written now, a later
/// start sets it.
pub(crate) async fn mark(writer: &AnyPool) -> Result<()> {
    let id: i64 = sqlx::query_scalar("PRAGMA application_id").fetch_one(writer).await?;
    if id == i64::from(APPLICATION_ID) {
        return Ok(());
    }
    let sql = format!("PRAGMA application_id = {APPLICATION_ID}");
    match sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(writer).await.map_err(StoreError::from) {
        Err(StoreError::Full | StoreError::ReadOnly) => Ok(()),
        marked => marked.map(|_| ()),
    }
}
