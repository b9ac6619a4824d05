//! Deadlines: when a table must be opened although nobody came, because a flag falls or a computer player has to move. So
//! neither a restart nor a node's death stops them, and no start has to read all tables.

use std::collections::BTreeMap;

use sqlx::{AnyConnection, Row};

use crate::dialect::Dialect;
use crate::store::Store;
use crate::{Millis, Result, TableId, rows};

/// Where a table stands: equal standings mean that nothing has happened.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// The number of the last event in its log.
    pub seq: u32,
    /// The revision of its row.
    pub revision: i64,
    /// Grows with everything that is said, and everything that is removed.
    pub talk: i64,
    /// The number of steps of alliances.
    pub alliances: i64,
    /// Grows with every wish for another game that is made or withdrawn.
    pub wishes: i64,
    /// The table of the next game.
    pub rematch: Option<String>,
}

impl Store {
    /// Where these tables stand; those that do not exist are left out.
    pub async fn standings(&self, tables: &[TableId]) -> Result<Vec<(TableId, Standing)>> {
        let found =
            sqlx::query(self.dialect().standings()).bind(rows::json(&tables)?).fetch_all(self.readers()).await?;
        let standing = |row: &sqlx::any::AnyRow| {
            let standing = Standing {
                seq: row.try_get::<i64, _>(1)? as u32,
                revision: row.try_get(2)?,
                talk: row.try_get(3)?,
                alliances: row.try_get(4)?,
                wishes: row.try_get(5)?,
                rematch: row.try_get(6)?,
            };
            Ok((row.try_get::<String, _>(0)?.parse()?, standing))
        };
        found.iter().map(standing).collect()
    }

    /// Somebody is to look at a table at this time, or no longer needs to.
    pub async fn wake_at(&self, table: &TableId, at: Option<Millis>) -> Result<()> {
        let mut write = self.write().await?;
        match at {
            Some(at) => set(self.dialect(), &mut write.transaction, &[(table.as_str(), at.0)]).await?,
            None => forget(&mut write.transaction, table).await?,
        }
        write.commit().await
    }

    /// The tables that are due. Each is given to one asker, and to another if it is still due after `again`
    /// milliseconds: the first may have died.
    pub async fn take_due(&self, again: i64, most: u32) -> Result<Vec<TableId>> {
        // Mostly nothing is due, and to find that out nobody who writes has to wait.
        let due = sqlx::query("SELECT 1 FROM wakes WHERE at <= $1 LIMIT 1").bind(self.now().await?.0);
        if due.fetch_optional(self.readers()).await?.is_none() {
            return Ok(Vec::new());
        }
        let mut write = self.write().await?;
        let query = sqlx::query(self.dialect().take_due()).bind(write.now.0).bind(write.now.0 + again);
        let taken = query.bind(i64::from(most)).fetch_all(&mut *write.transaction).await?;
        let ids = rows::ids(&taken)?;
        write.commit().await?;
        Ok(ids)
    }
}

/// Part of the transaction that appends. The last of several wakes of one table counts.
pub(crate) async fn set(dialect: Dialect, connection: &mut AnyConnection, wakes: &[(&str, i64)]) -> Result<()> {
    let wakes: BTreeMap<_, _> = wakes.iter().copied().collect();
    if !wakes.is_empty() {
        let wakes: Vec<_> = wakes.into_iter().collect();
        sqlx::query(dialect.set_wakes()).bind(rows::json(&wakes)?).execute(connection).await?;
    }
    Ok(())
}

/// Table `$1` is due at `$2`.
pub(crate) const SET: &str = "INSERT INTO wakes (table_id, at) VALUES ($1, $2)
    ON CONFLICT (table_id) DO UPDATE SET at = excluded.at";

/// Nothing is due at table `$1` any more.
pub(crate) const FORGET: &str = "DELETE FROM wakes WHERE table_id = $1";

/// Nothing is due at a table any more.
pub(crate) async fn forget(connection: &mut AnyConnection, table: &TableId) -> Result<()> {
    sqlx::query(FORGET).bind(table.as_str()).execute(connection).await?;
    Ok(())
}
