//! Idempotency keys of requests that name no version: chat messages and steps of alliances. The transaction that
//! carries out a request also stores its key, so a repeated request is carried out once, at whichever node it arrives.

use sqlx::Row;

use crate::store::{Store, Write};
use crate::{Millis, Result, StoreError, TableId, TokenHash};

/// The idempotency key of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IdempotencyKey {
    /// A hash of the client and of the request's number. No other request to the same table has it.
    pub key: TokenHash,
    /// A hash of the request's content: a number may not be used for another content.
    pub content: TokenHash,
    /// The version in the answer.
    pub version: u32,
}

/// The outcome of a request that may be a repetition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Idempotent<T> {
    /// The store carried it out now.
    Done(T),
    /// The store carried it out before, and this was the version in its answer.
    Replayed(u32),
}

impl Store {
    /// The version in the answer to an earlier request with this key. [`StoreError::Reused`] if that request had
    /// another content, [`StoreError::Conflict`] if it was refused.
    pub async fn idempotent_answer(&self, table: &TableId, key: IdempotencyKey) -> Result<Option<u32>> {
        let query = sqlx::query(FIND).bind(table.as_str()).bind(key.key.to_hex());
        version(query.fetch_optional(self.readers()).await?, key)
    }

    /// Deletes the keys stored before this time.
    pub async fn drop_idempotency_keys(&self, before: Millis) -> Result<u64> {
        self.delete_older("DELETE FROM idempotency_keys WHERE at < $1", before).await
    }

    /// Begins a transaction that has locked the table. With a key, it stores the key, or returns the earlier answer.
    pub(crate) async fn begin_idempotent(
        &self,
        table: &TableId,
        key: Option<IdempotencyKey>,
    ) -> Result<Idempotent<Write>> {
        let mut write = self.write().await?;
        write.lock_table(table).await?;
        let Some(key) = key else { return Ok(Idempotent::Done(write)) };
        Ok(match store_key(&mut write, table, key, i64::from(key.version)).await? {
            Some(version) => Idempotent::Replayed(version),
            None => Idempotent::Done(write),
        })
    }

    /// Stores that a request is refused. An earlier attempt that is still under way, at a node that is cut off, then fails
    /// with [`StoreError::Conflict`]. Returns the version in the answer if that attempt was first.
    pub async fn refuse_idempotent(&self, table: &TableId, key: IdempotencyKey) -> Result<Option<u32>> {
        let mut write = self.write().await?;
        write.lock_table(table).await?;
        match store_key(&mut write, table, key, REFUSED).await {
            Ok(None) => write.commit().await.map(|()| None),
            Err(StoreError::Conflict) => Ok(None),
            answered => answered,
        }
    }
}

/// In place of a version: the request was refused.
const REFUSED: i64 = -1;

/// Stores a key in a transaction that has locked the table, or returns the earlier answer.
async fn store_key(write: &mut Write, table: &TableId, key: IdempotencyKey, answer: i64) -> Result<Option<u32>> {
    let find = sqlx::query(FIND).bind(table.as_str()).bind(key.key.to_hex());
    if let Some(version) = version(find.fetch_optional(&mut *write.transaction).await?, key)? {
        return Ok(Some(version));
    }
    sqlx::query(
        "INSERT INTO idempotency_keys (table_id, key_hash, version, at, content_hash) VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(table.as_str())
    .bind(key.key.to_hex())
    .bind(answer)
    .bind(write.now.0)
    .bind(key.content.to_hex())
    .execute(&mut *write.transaction)
    .await?;
    Ok(None)
}

const FIND: &str = "SELECT version, content_hash FROM idempotency_keys WHERE table_id = $1 AND key_hash = $2";

/// Keys of earlier versions have no content hash. They match every content.
fn version(row: Option<sqlx::any::AnyRow>, key: IdempotencyKey) -> Result<Option<u32>> {
    let Some(row) = row else { return Ok(None) };
    let content: Option<String> = row.try_get(1)?;
    if content.is_some_and(|content| content != key.content.to_hex()) {
        return Err(StoreError::Reused);
    }
    match row.try_get(0)? {
        REFUSED => Err(StoreError::Conflict),
        version => Ok(Some(version as u32)),
    }
}
