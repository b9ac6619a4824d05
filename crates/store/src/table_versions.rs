//! Version counters of tables: a node compares them to find out what it missed.

use sqlx::Row;
use sqlx::any::AnyRow;

use crate::store::Store;
use crate::{Result, TableId, rows};

/// Version counters of a table. If they are equal, nothing about the table has changed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TableVersions {
    /// The number of the last event in its log.
    pub seq: u32,
    /// The revision of its row.
    pub revision: i64,
    /// Grows with each chat message, and with each removal.
    pub chat: i64,
    /// The number of steps of alliances.
    pub alliances: i64,
    /// Grows with each rematch vote, and with each withdrawal.
    pub rematch_votes: i64,
    /// The table of the rematch.
    pub rematch: Option<String>,
}

impl Store {
    /// The version counters of these tables. Unknown tables are left out.
    pub async fn table_versions(&self, tables: &[TableId]) -> Result<Vec<(TableId, TableVersions)>> {
        let found =
            sqlx::query(self.dialect().table_versions()).bind(rows::json(&tables)?).fetch_all(self.readers()).await?;
        let versions = |row: &AnyRow| {
            let versions = TableVersions {
                seq: row.try_get::<i64, _>(1)? as u32,
                revision: row.try_get(2)?,
                chat: row.try_get(3)?,
                alliances: row.try_get(4)?,
                rematch_votes: row.try_get(5)?,
                rematch: row.try_get(6)?,
            };
            Ok((row.try_get::<String, _>(0)?.parse()?, versions))
        };
        found.iter().map(versions).collect()
    }
}
