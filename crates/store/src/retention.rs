//! Retention: closes and deletes tables where nobody plays. It never deletes a match that is over, a rated one, one of
//! an account, or one with a rematch or a report.

use sqlx::Row;

use crate::store::{Store, Write};
use crate::{Millis, Result, TableId, rows};

/// The most tables in one transaction, so that other writers are not held up.
const AT_ONCE: i64 = 200;

/// The rows that belong to a table. They are deleted before the table.
const PARTS: [&str; 10] = [
    "DELETE FROM seats WHERE table_id = $1",
    "DELETE FROM events WHERE table_id = $1",
    "DELETE FROM chat_messages WHERE table_id = $1",
    "DELETE FROM alliance_steps WHERE table_id = $1",
    "DELETE FROM mutes WHERE table_id = $1",
    "DELETE FROM challenges WHERE table_id = $1",
    "DELETE FROM idempotency_keys WHERE table_id = $1",
    "DELETE FROM seeks WHERE table_id = $1",
    "DELETE FROM rematch_votes WHERE table_id = $1",
    "DELETE FROM deadlines WHERE table_id = $1",
];

impl Store {
    /// Closes the waiting tables that were last changed before this time and have no running lease.
    pub async fn close_waiting(&self, before: Millis) -> Result<Vec<TableId>> {
        let mut write = self.write().await?;
        let sql = "UPDATE tables SET stage = 'closed', revision = revision + 1, updated = $2
                   WHERE stage = 'waiting' AND updated < $1
                   AND id NOT IN (SELECT table_id FROM table_origins WHERE lease_until > $2) RETURNING id";
        let query = sqlx::query(sql).bind(before.0).bind(write.now.0);
        let closed = rows::ids(&query.fetch_all(&mut *write.transaction).await?)?;
        write.commit().await?;
        Ok(closed)
    }

    /// Closes up to 200 abandoned matches: unrated, without a clock, without an account, and without an event since
    /// this time.
    pub async fn close_abandoned(&self, before: Millis) -> Result<Vec<TableId>> {
        let mut write = self.write().await?;
        let sql =
            "SELECT t.id FROM tables t WHERE t.stage = 'playing' AND t.updated < $1 AND t.clocked = 0 AND t.rated = 0
                   AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.table_id = t.id AND s.account IS NOT NULL)
                   AND COALESCE((SELECT e.at FROM events e WHERE e.table_id = t.id ORDER BY e.seq DESC LIMIT 1), 0) < $1
                   ORDER BY t.created, t.id LIMIT $2";
        let query = sqlx::query(sql).bind(before.0).bind(AT_ONCE);
        let closed = rows::ids(&query.fetch_all(&mut *write.transaction).await?)?;
        for table in &closed {
            let sql = "UPDATE tables SET stage = 'closed', revision = revision + 1, updated = $2 WHERE id = $1";
            sqlx::query(sql).bind(table.as_str()).bind(write.now.0).execute(&mut *write.transaction).await?;
            crate::deadlines::delete(&mut write.transaction, table).await?;
        }
        write.commit().await?;
        Ok(closed)
    }

    /// Deletes up to 200 tables that were closed before this time without a result, with all their rows. Returns their
    /// number. A table of an account, a rated one, one with a rematch and one with a report stays.
    pub async fn delete_closed(&self, before: Millis) -> Result<u64> {
        let mut write = self.write().await?;
        let sql = "SELECT t.id FROM tables t WHERE t.stage = 'closed' AND t.updated < $1 AND t.result IS NULL
                   AND t.rated = 0 AND t.rematch_of IS NULL
                   AND NOT EXISTS (SELECT 1 FROM tables r WHERE r.rematch_of = t.id)
                   AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.table_id = t.id AND s.account IS NOT NULL)
                   AND NOT EXISTS (SELECT 1 FROM reports c WHERE c.table_id = t.id)
                   ORDER BY t.created, t.id LIMIT $2";
        let query = sqlx::query(sql).bind(before.0).bind(AT_ONCE);
        let found = query.fetch_all(&mut *write.transaction).await?;
        for row in &found {
            delete(&mut write, row.try_get(0)?).await?;
        }
        write.commit().await?;
        Ok(found.len() as u64)
    }
}

async fn delete(write: &mut Write, table: &str) -> Result<()> {
    for part in PARTS {
        sqlx::query(part).bind(table).execute(&mut *write.transaction).await?;
    }
    sqlx::query("DELETE FROM tables WHERE id = $1").bind(table).execute(&mut *write.transaction).await?;
    Ok(())
}
