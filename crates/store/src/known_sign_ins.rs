//! Known sign-ins: addresses from which an account has signed in before, as hashes. Attempts from there have a rate
//! limit of their own.

use crate::store::Store;
use crate::{AccountId, Millis, Result, StoreError, TokenHash};

/// The most addresses of one account; the newest are kept.
const KEPT: i64 = 20;

impl Store {
    /// Records that an account has signed in from an address.
    pub async fn record_sign_in(&self, account: AccountId, address: TokenHash) -> Result<()> {
        let mut write = self.write().await?;
        let sql = "INSERT INTO known_sign_ins (account, address_hash, at) VALUES ($1, $2, $3)
                   ON CONFLICT (account, address_hash) DO UPDATE SET at = excluded.at";
        sqlx::query(sql)
            .bind(account.0)
            .bind(address.to_hex())
            .bind(write.now.0)
            .execute(&mut *write.transaction)
            .await
            .map_err(|error| StoreError::from(error).or_missing("account"))?;
        let sql = "DELETE FROM known_sign_ins WHERE account = $1 AND address_hash NOT IN
                   (SELECT address_hash FROM known_sign_ins WHERE account = $1 ORDER BY at DESC, address_hash LIMIT $2)";
        sqlx::query(sql).bind(account.0).bind(KEPT).execute(&mut *write.transaction).await?;
        write.commit().await
    }

    /// Whether an account has signed in from this address before.
    pub async fn is_known_sign_in(&self, account: AccountId, address: TokenHash) -> Result<bool> {
        let sql = "SELECT account FROM known_sign_ins WHERE account = $1 AND address_hash = $2";
        let query = sqlx::query(sql).bind(account.0).bind(address.to_hex());
        Ok(query.fetch_optional(self.readers()).await?.is_some())
    }

    /// Deletes the addresses without a sign-in since this time.
    pub async fn drop_known_sign_ins(&self, before: Millis) -> Result<u64> {
        self.delete_older("DELETE FROM known_sign_ins WHERE at < $1", before).await
    }
}
