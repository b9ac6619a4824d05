//! Looking for an opponent, at whichever node: a seek is a table that waits, with a lease that its node renews as long as
//! whoever seeks is connected.

use crate::store::Store;
use crate::{AccountId, Millis, Result, TableId, TokenHash, limits, rows};

/// What somebody looks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seek {
    /// Who.
    pub account: AccountId,
    /// A hash of what both must want alike.
    pub terms: TokenHash,
    /// The place that is wanted, in order of play; nothing if any will do. Whoever waits without a wish sits already.
    pub place: Option<u8>,
}

/// How long a seek waits: as long as its node says so, every so many milliseconds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lease {
    /// The node.
    pub node: String,
    /// From each word of the node on; nothing for a seek that needs nobody to be connected.
    pub millis: Option<i64>,
}

/// The oldest seek that fits. A table whose match has begun is sought no more, whoever forgot to say so.
const FIND: &str = "SELECT s.table_id AS id FROM seeks s JOIN tables t ON t.id = s.table_id
    WHERE s.terms = $1 AND s.account <> $2 AND t.stage = 'waiting' AND (s.until IS NULL OR s.until > $4)
    AND (CAST($3 AS BIGINT) IS NULL OR s.place <> CAST($3 AS BIGINT)) ORDER BY s.at, s.table_id LIMIT 1";

impl Store {
    /// The table of the oldest seek of another account that fits.
    pub async fn find_seek(&self, seek: &Seek) -> Result<Option<TableId>> {
        let now = self.now().await?;
        let found = find(seek, now).fetch_optional(self.readers()).await?;
        Ok(rows::ids(found.as_slice())?.pop())
    }

    /// Lets a seek wait at its own table. If somebody else who fits waits by now, it does not, and is told that one's table:
    /// of two who come at the same time, the second always finds the first.
    pub async fn wait_for(&self, table: &TableId, seek: &Seek, lease: &Lease) -> Result<Option<TableId>> {
        limits::SEAT.check(&lease.node)?;
        let mut write = self.write().await?;
        if let Some(lock) = self.dialect().lock_seeks() {
            sqlx::query(lock).execute(&mut *write.transaction).await?;
        }
        let found = find(seek, write.now).fetch_optional(&mut *write.transaction).await?;
        if let Some(other) = rows::ids(found.as_slice())?.pop() {
            return Ok(Some(other));
        }
        let sql =
            "INSERT INTO seeks (table_id, account, terms, place, node, until, at) VALUES ($1, $2, $3, $4, $5, $6, $7)";
        sqlx::query(sql)
            .bind(table.as_str())
            .bind(seek.account.0)
            .bind(seek.terms.to_hex())
            .bind(seek.place.map(i64::from))
            .bind(lease.node.as_str())
            .bind(lease.millis.map(|millis| write.now.0 + millis))
            .bind(write.now.0)
            .execute(&mut *write.transaction)
            .await?;
        write.commit().await?;
        Ok(None)
    }

    /// A node renews the leases of its seeks that have not run out; the tables of those that still wait.
    pub async fn keep_seeks(&self, node: &str, millis: i64) -> Result<Vec<TableId>> {
        let sql = "UPDATE seeks SET until = $2 WHERE node = $1 AND until > $3
                   AND table_id IN (SELECT id FROM tables WHERE stage = 'waiting') RETURNING table_id AS id";
        let mut write = self.write().await?;
        let query = sqlx::query(sql).bind(node).bind(write.now.0 + millis).bind(write.now.0);
        let kept = query.fetch_all(&mut *write.transaction).await?;
        write.commit().await?;
        rows::ids(&kept)
    }

    /// A node ends, and with it all its seeks that have a lease.
    pub async fn end_seeks(&self, node: &str) -> Result<()> {
        let mut write = self.write().await?;
        let query = sqlx::query("UPDATE seeks SET until = $2 WHERE node = $1 AND until > $2").bind(node);
        query.bind(write.now.0).execute(&mut *write.transaction).await?;
        write.commit().await
    }

    /// The tables of some seeks whose lease has run out: nobody is connected to them any more.
    pub async fn lapsed_seeks(&self, most: u32) -> Result<Vec<TableId>> {
        let now = self.now().await?;
        let sql = "SELECT table_id AS id FROM seeks WHERE until <= $1 ORDER BY until, table_id LIMIT $2";
        rows::ids(&sqlx::query(sql).bind(now.0).bind(i64::from(most)).fetch_all(self.readers()).await?)
    }

    /// Nobody is sought for a table or invited to it any more.
    pub async fn forget_invitations(&self, table: &TableId) -> Result<()> {
        let mut write = self.write().await?;
        for sql in ["DELETE FROM challenges WHERE table_id = $1", "DELETE FROM seeks WHERE table_id = $1"] {
            sqlx::query(sql).bind(table.as_str()).execute(&mut *write.transaction).await?;
        }
        write.commit().await
    }

    /// Forgets the seeks without a lease that were made before this time.
    pub async fn drop_seeks(&self, before: Millis) -> Result<u64> {
        self.forget_older("DELETE FROM seeks WHERE until IS NULL AND at < $1", before).await
    }
}

fn find(seek: &Seek, now: Millis) -> sqlx::query::Query<'static, sqlx::Any, sqlx::any::AnyArguments> {
    let query = sqlx::query(FIND).bind(seek.terms.to_hex()).bind(seek.account.0);
    query.bind(seek.place.map(i64::from)).bind(now.0)
}
