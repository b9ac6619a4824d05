//! Secrets drawn for tables that are still to be made. Their hashes are told before the makers add to the dice, and each is
//! used once.

use sqlx::Row;

use crate::ids::{from_hex, to_hex};
use crate::store::Store;
use crate::{DiceSecret, Millis, Result, StoreError, TokenHash, limits};

impl Store {
    /// Keeps a secret for the holder of a token, for so many milliseconds, and says until when.
    /// [`StoreError::Quota`] if this asker has `most` that are neither used nor expired.
    pub async fn commit(
        &self,
        token: TokenHash,
        secret: DiceSecret,
        asker: &str,
        life: i64,
        most: usize,
    ) -> Result<Millis> {
        limits::SUBJECT.check(asker)?;
        let mut write = self.write().await?;
        let sql = "SELECT COUNT(*) FROM commitments WHERE asker = $1 AND until > $2";
        let query = sqlx::query_scalar::<_, i64>(sql).bind(asker).bind(write.now.0);
        let waiting = query.fetch_one(&mut *write.transaction).await?;
        limits::quota("commitments that wait to be used", waiting, most)?;
        let until = Millis(write.now.0.saturating_add(life));
        let sql = "INSERT INTO commitments (token, secret, asker, until) VALUES ($1, $2, $3, $4)";
        let query = sqlx::query(sql).bind(token.to_hex()).bind(to_hex(&secret.0)).bind(asker).bind(until.0);
        let inserted = query.execute(&mut *write.transaction).await;
        inserted.map_err(|error| StoreError::from(error).or_taken("commitment"))?;
        write.commit().await?;
        Ok(until)
    }

    /// Uses a secret up. Of two who show its token one gets it; nobody does once it has expired.
    pub async fn use_commitment(&self, token: TokenHash) -> Result<DiceSecret> {
        let mut write = self.write().await?;
        let sql = "DELETE FROM commitments WHERE token = $1 AND until > $2 RETURNING secret";
        let query = sqlx::query(sql).bind(token.to_hex()).bind(write.now.0);
        let row = query.fetch_optional(&mut *write.transaction).await?.ok_or(StoreError::NotFound("commitment"))?;
        let secret = from_hex(row.try_get(0)?).ok_or_else(|| StoreError::damaged("a commitment"))?;
        write.commit().await?;
        Ok(DiceSecret(secret))
    }

    /// Forgets the secrets that had expired before this time.
    pub async fn drop_commitments(&self, before: Millis) -> Result<u64> {
        self.forget_older("DELETE FROM commitments WHERE until < $1", before).await
    }
}
