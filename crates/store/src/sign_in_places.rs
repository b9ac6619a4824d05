//! Where an account signed in before, as hashes.

use crate::store::Store;
use crate::{AccountId, Millis, Result, StoreError, TokenHash};

/// The places of one account that are kept: the newest.
const KEPT: i64 = 20;

impl Store {
    /// An account has signed in from a place.
    pub async fn note_sign_in(&self, account: AccountId, place: TokenHash) -> Result<()> {
        let mut write = self.write().await?;
        let sql = "INSERT INTO sign_in_places (account, place, at) VALUES ($1, $2, $3)
                   ON CONFLICT (account, place) DO UPDATE SET at = excluded.at";
        sqlx::query(sql)
            .bind(account.0)
            .bind(place.to_hex())
            .bind(write.now.0)
            .execute(&mut *write.transaction)
            .await
            .map_err(|error| StoreError::from(error).or_missing("account"))?;
        let sql = "DELETE FROM sign_in_places WHERE account = $1 AND place NOT IN
                   (SELECT place FROM sign_in_places WHERE account = $1 ORDER BY at DESC, place LIMIT $2)";
        sqlx::query(sql).bind(account.0).bind(KEPT).execute(&mut *write.transaction).await?;
        write.commit().await
    }

    /// Whether an account has signed in from a place before.
    pub async fn has_signed_in(&self, account: AccountId, place: TokenHash) -> Result<bool> {
        let sql = "SELECT account FROM sign_in_places WHERE account = $1 AND place = $2";
        let query = sqlx::query(sql).bind(account.0).bind(place.to_hex());
        Ok(query.fetch_optional(self.readers()).await?.is_some())
    }

    /// Forgets the places from which nobody has signed in since this time.
    pub async fn drop_sign_in_places(&self, before: Millis) -> Result<u64> {
        self.forget_older("DELETE FROM sign_in_places WHERE at < $1", before).await
    }
}
