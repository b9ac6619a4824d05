//! Messages that are carried out once, however often and at whichever node they arrive: each is noted in the transaction
//! that carries it out.

use sqlx::Row;

use crate::store::{Store, Write};
use crate::{Millis, Result, StoreError, TableId, TokenHash};

/// A message that is to be carried out once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asked {
    /// A hash of who asks and of the message's number: no other message to the same table has it.
    pub key: TokenHash,
    /// A hash of the message: its number stands for no other one.
    pub content: TokenHash,
    /// The version with which it is answered.
    pub version: u32,
}

/// What became of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Once<T> {
    /// It was carried out now.
    Now(T),
    /// It was carried out before, and answered with this version.
    Before(u32),
}

impl Store {
    /// The version with which a message was answered, if it was carried out before. [`StoreError::Reused`] if another message
    /// with its number was.
    pub async fn answered(&self, table: &TableId, asked: Asked) -> Result<Option<u32>> {
        let query = sqlx::query(FIND).bind(table.as_str()).bind(asked.key.to_hex());
        version(query.fetch_optional(self.readers()).await?, asked)
    }

    /// Forgets the messages that were carried out before this time: nobody asks for them again.
    pub async fn drop_answers(&self, before: Millis) -> Result<u64> {
        self.forget_older("DELETE FROM answers WHERE at < $1", before).await
    }

    /// Begins to carry out something at a table that nobody else writes to meanwhile; once, if it is a message that may come
    /// again.
    pub(crate) async fn write_once(&self, table: &TableId, asked: Option<Asked>) -> Result<Once<Write>> {
        let mut write = self.write().await?;
        write.lock_table(table).await?;
        let Some(asked) = asked else { return Ok(Once::Now(write)) };
        let find = sqlx::query(FIND).bind(table.as_str()).bind(asked.key.to_hex());
        if let Some(version) = version(find.fetch_optional(&mut *write.transaction).await?, asked)? {
            return Ok(Once::Before(version));
        }
        sqlx::query("INSERT INTO answers (table_id, asked, version, at, content) VALUES ($1, $2, $3, $4, $5)")
            .bind(table.as_str())
            .bind(asked.key.to_hex())
            .bind(i64::from(asked.version))
            .bind(write.now.0)
            .bind(asked.content.to_hex())
            .execute(&mut *write.transaction)
            .await?;
        Ok(Once::Now(write))
    }
}

const FIND: &str = "SELECT version, content FROM answers WHERE table_id = $1 AND asked = $2";

/// Answers of earlier versions have no content; they count as answers to whatever comes with their number.
fn version(row: Option<sqlx::any::AnyRow>, asked: Asked) -> Result<Option<u32>> {
    let Some(row) = row else { return Ok(None) };
    let content: Option<String> = row.try_get(1)?;
    if content.is_some_and(|content| content != asked.content.to_hex()) {
        return Err(StoreError::Reused);
    }
    Ok(Some(row.try_get::<i64, _>(0)? as u32))
}
