//! Commitments: dice secrets drawn before their tables are made. The server publishes a secret's hash before the
//! creator adds a nonce, and each secret is used once.

use sqlx::Row;

use crate::ids::{from_hex, to_hex};
use crate::store::Store;
use crate::{DiceSecret, Millis, Result, StoreError, TokenHash, limits};

impl Store {
    /// Stores a secret for the holder of a token, for `life` milliseconds, and returns when it expires.
    /// [`StoreError::Quota`] if this requester has `most` secrets that are neither used nor expired.
    pub async fn add_commitment(
        &self,
        token: TokenHash,
        secret: DiceSecret,
        requester: &str,
        life: i64,
        most: usize,
    ) -> Result<Millis> {
        limits::SUBJECT.check(requester)?;
        let mut write = self.write().await?;
        let sql = "SELECT COUNT(*) FROM commitments WHERE requester = $1 AND until > $2";
        let query = sqlx::query_scalar::<_, i64>(sql).bind(requester).bind(write.now.0);
        let waiting = query.fetch_one(&mut *write.transaction).await?;
        limits::quota("commitments that wait to be used", waiting, most)?;
        let until = Millis(write.now.0.saturating_add(life));
        let sql = "INSERT INTO commitments (token, secret, requester, until) VALUES ($1, $2, $3, $4)";
        let query = sqlx::query(sql).bind(token.to_hex()).bind(to_hex(&secret.0)).bind(requester).bind(until.0);
        let inserted = query.execute(&mut *write.transaction).await;
        inserted.map_err(|error| StoreError::from(error).or_taken("commitment"))?;
        write.commit().await?;
        Ok(until)
    }

    /// Takes a secret and deletes it. Of two requests with the same token, one gets it. `NotFound` once it has expired.
    pub async fn use_commitment(&self, token: TokenHash) -> Result<DiceSecret> {
        let mut write = self.write().await?;
        let sql = "DELETE FROM commitments WHERE token = $1 AND until > $2 RETURNING secret";
        let query = sqlx::query(sql).bind(token.to_hex()).bind(write.now.0);
        let row = query.fetch_optional(&mut *write.transaction).await?.ok_or(StoreError::NotFound("commitment"))?;
        let secret = from_hex(row.try_get(0)?).ok_or_else(|| StoreError::damaged("a commitment"))?;
        write.commit().await?;
        Ok(DiceSecret(secret))
    }

    /// Deletes the secrets that expired before this time.
    pub async fn drop_commitments(&self, before: Millis) -> Result<u64> {
        self.delete_older("DELETE FROM commitments WHERE until < $1", before).await
    }
}
