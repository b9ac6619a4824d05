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
    /// another content.
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
        let find = sqlx::query(FIND).bind(table.as_str()).bind(key.key.to_hex());
        if let Some(version) = version(find.fetch_optional(&mut *write.transaction).await?, key)? {
            return Ok(Idempotent::Replayed(version));
        }
        sqlx::query(
            "INSERT INTO idempotency_keys (table_id, key_hash, version, at, content_hash) VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(table.as_str())
        .bind(key.key.to_hex())
        .bind(i64::from(key.version))
        .bind(write.now.0)
        .bind(key.content.to_hex())
        .execute(&mut *write.transaction)
        .await?;
        Ok(Idempotent::Done(write))
    }
}

const FIND: &str = "SELECT version, content_hash FROM idempotency_keys WHERE table_id = $1 AND key_hash = $2";

/// Keys of earlier versions have no content hash. They match every content.
fn version(row: Option<sqlx::any::AnyRow>, key: IdempotencyKey) -> Result<Option<u32>> {
    let Some(row) = row else { return Ok(None) };
    let content: Option<String> = row.try_get(1)?;
    if content.is_some_and(|content| content != key.content.to_hex()) {
        return Err(StoreError::Reused);
    }
    Ok(Some(row.try_get::<i64, _>(0)? as u32))
}
