//! Whose an `SQLite` file is. A file of another program must not get our tables, nor be changed in any other way.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};
use sqlx::AnyPool;

use crate::{Result, StoreError};

/// What stands as `application_id` in the head of our files: `MENA`.
const APPLICATION_ID: i32 = 0x4D45_4E41;
/// Our files have had this table from the first version on, and no `application_id` at first.
const OUR_TABLE: &str = "schema_steps";

/// Refuses a file of another program, before anything is written to it. A file that is missing or empty becomes ours; what
/// cannot be read here is reported where the database is opened.
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

/// What tells that a database is another program's.
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

/// Marks a database as ours, also one of an earlier version. One that cannot be written now is marked at a later start.
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
