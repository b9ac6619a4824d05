//! Seeks: accounts that look for an opponent. A seek is a waiting table with a lease, which its node renews while the
//! account is connected. All nodes see all seeks.

use crate::store::Store;
use crate::{AccountId, Millis, Result, TableId, TokenHash, limits, rows};

/// What an account looks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seek {
    /// The account.
    pub account: AccountId,
    /// A hash of the terms that both accounts must share.
    pub terms: TokenHash,
    /// The wanted seat, as an index in order of play; `None` for any. A waiting seek without a wanted seat has one
    /// already.
    pub place: Option<u8>,
}

/// The lease of a seek.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeekLease {
    /// The node that renews it.
    pub node: String,
    /// Its length in milliseconds; `None` for a seek that waits without a connection.
    pub millis: Option<i64>,
}

/// The oldest seek that fits. A table whose match has begun does not count, even if its seek was not deleted.
const FIND: &str = "SELECT s.table_id AS id FROM seeks s JOIN tables t ON t.id = s.table_id
    WHERE s.terms = $1 AND s.account <> $2 AND t.stage = 'waiting' AND (s.lease_until IS NULL OR s.lease_until > $4)
    AND (CAST($3 AS BIGINT) IS NULL OR s.place <> CAST($3 AS BIGINT)) ORDER BY s.at, s.table_id LIMIT 1";

impl Store {
    /// The table of the oldest fitting seek of another account.
    pub async fn find_seek(&self, seek: &Seek) -> Result<Option<TableId>> {
        let now = self.now().await?;
        let found = find(seek, now).fetch_optional(self.readers()).await?;
        Ok(rows::ids(found.as_slice())?.pop())
    }

    /// Adds a seek at its own table, unless a fitting seek of another account waits: then returns that table. Of two
    /// seeks at the same time, the second finds the first.
    pub async fn add_seek(&self, table: &TableId, seek: &Seek, lease: &SeekLease) -> Result<Option<TableId>> {
        limits::SEAT.check(&lease.node)?;
        let mut write = self.write().await?;
        if let Some(lock) = self.dialect().lock_seeks() {
            sqlx::query(lock).execute(&mut *write.transaction).await?;
        }
        let found = find(seek, write.now).fetch_optional(&mut *write.transaction).await?;
        if let Some(other) = rows::ids(found.as_slice())?.pop() {
            return Ok(Some(other));
        }
        let sql = "INSERT INTO seeks (table_id, account, terms, place, node, lease_until, at) VALUES ($1, $2, $3, $4, $5, $6, $7)";
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

    /// Renews the leases of a node's seeks. Returns the tables of those that still wait.
    pub async fn renew_seeks(&self, node: &str, millis: i64) -> Result<Vec<TableId>> {
        let sql = "UPDATE seeks SET lease_until = $2 WHERE node = $1 AND lease_until > $3
                   AND table_id IN (SELECT id FROM tables WHERE stage = 'waiting') RETURNING table_id AS id";
        let mut write = self.write().await?;
        let query = sqlx::query(sql).bind(node).bind(write.now.0 + millis).bind(write.now.0);
        let kept = query.fetch_all(&mut *write.transaction).await?;
        write.commit().await?;
        rows::ids(&kept)
    }

    /// Expires all seeks of a node that have a lease: the node shuts down.
    pub async fn expire_seeks(&self, node: &str) -> Result<()> {
        let mut write = self.write().await?;
        let query = sqlx::query("UPDATE seeks SET lease_until = $2 WHERE node = $1 AND lease_until > $2").bind(node);
        query.bind(write.now.0).execute(&mut *write.transaction).await?;
        write.commit().await
    }

    /// The tables of seeks whose lease has expired.
    pub async fn expired_seeks(&self, most: u32) -> Result<Vec<TableId>> {
        let now = self.now().await?;
        let sql = "SELECT table_id AS id FROM seeks WHERE lease_until <= $1 ORDER BY lease_until, table_id LIMIT $2";
        rows::ids(&sqlx::query(sql).bind(now.0).bind(i64::from(most)).fetch_all(self.readers()).await?)
    }

    /// Deletes the seek and the challenge of a table.
    pub async fn delete_invitations(&self, table: &TableId) -> Result<()> {
        let mut write = self.write().await?;
        for sql in ["DELETE FROM challenges WHERE table_id = $1", "DELETE FROM seeks WHERE table_id = $1"] {
            sqlx::query(sql).bind(table.as_str()).execute(&mut *write.transaction).await?;
        }
        write.commit().await
    }

    /// Deletes the seeks without a lease that were added before this time.
    pub async fn drop_seeks(&self, before: Millis) -> Result<u64> {
        self.delete_older("DELETE FROM seeks WHERE lease_until IS NULL AND at < $1", before).await
    }
}

fn find(seek: &Seek, now: Millis) -> sqlx::query::Query<'static, sqlx::Any, sqlx::any::AnyArguments> {
    let query = sqlx::query(FIND).bind(seek.terms.to_hex()).bind(seek.account.0);
    query.bind(seek.place.map(i64::from)).bind(now.0)
}
