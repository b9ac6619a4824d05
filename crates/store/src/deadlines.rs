//! Deadlines: when a node must open a table although no client did, because a flag falls or a computer player has to
//! move. Nodes find overdue tables with an indexed query, so neither a restart nor the death of a node needs a scan of
//! all tables.

use std::collections::BTreeMap;

use sqlx::AnyConnection;

use crate::dialect::Dialect;
use crate::store::Store;
use crate::{Millis, Result, TableId, rows};

impl Store {
    /// Sets or deletes a table's deadline.
    pub async fn set_deadline(&self, table: &TableId, at: Option<Millis>) -> Result<()> {
        let statement = match at {
            Some(at) => sqlx::query(SET).bind(table.as_str()).bind(at.0),
            None => sqlx::query(DELETE).bind(table.as_str()),
        };
        self.write_one(statement).await.map(|_| ())
    }

    /// Takes up to `most` tables whose deadline has passed. Each goes to one caller, and to another after `again`
    /// milliseconds unless its deadline was moved: the first caller may have died.
    pub async fn take_due(&self, again: i64, most: u32) -> Result<Vec<TableId>> {
        let now = self.now().await?.0;
        // Usually no deadline has passed. This check needs no write lock.
        let due = sqlx::query("SELECT 1 FROM deadlines WHERE at <= $1 LIMIT 1").bind(now);
        if due.fetch_optional(self.readers()).await?.is_none() {
            return Ok(Vec::new());
        }
        let take = sqlx::query(self.dialect().take_due()).bind(now).bind(now + again).bind(i64::from(most));
        rows::ids(&self.write_one(take).await?)
    }
}

/// Sets deadlines in the transaction that appends. The last of several deadlines of a table counts.
pub(crate) async fn set(dialect: Dialect, connection: &mut AnyConnection, deadlines: &[(&str, i64)]) -> Result<()> {
    let deadlines: BTreeMap<_, _> = deadlines.iter().copied().collect();
    if !deadlines.is_empty() {
        let deadlines: Vec<_> = deadlines.into_iter().collect();
        sqlx::query(dialect.set_deadlines()).bind(rows::json(&deadlines)?).execute(connection).await?;
    }
    Ok(())
}

/// Sets the deadline of table `$1` to `$2`.
pub(crate) const SET: &str = "INSERT INTO deadlines (table_id, at) VALUES ($1, $2)
    ON CONFLICT (table_id) DO UPDATE SET at = excluded.at";

/// Deletes the deadline of table `$1`.
pub(crate) const DELETE: &str = "DELETE FROM deadlines WHERE table_id = $1";

/// Deletes a table's deadline.
pub(crate) async fn delete(connection: &mut AnyConnection, table: &TableId) -> Result<()> {
    sqlx::query(DELETE).bind(table.as_str()).execute(connection).await?;
    Ok(())
}
