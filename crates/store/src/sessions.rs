//! Sessions of players and API tokens of programs. The store keeps only their hashes; both can be revoked.

use sqlx::Row;
use sqlx::any::AnyRow;

use crate::rows;
use crate::store::{Store, Write};
use crate::{AccountId, Millis, Result, StoreError, TokenHash, limits};

/// A session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    /// Its number.
    pub id: i64,
    /// The account.
    pub account: AccountId,
    /// What the owner knows it by: the browser's name.
    pub label: String,
    /// When it was opened.
    pub created: Millis,
    /// When it was last used, to the minute.
    pub used: Millis,
}

/// An API token, with which a program plays for an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ApiToken {
    /// Its number.
    pub id: i64,
    /// The account.
    pub account: AccountId,
    /// What the owner knows it by.
    pub label: String,
    /// Its scopes: `board:play`.
    pub scopes: Vec<String>,
    /// When it was created.
    pub created: Millis,
    /// When it was last used, to the minute.
    pub used: Millis,
}

/// The last use is written at most this often, in milliseconds, so that most reads write nothing.
const USED_EVERY: i64 = 60_000;

impl Store {
    /// Opens a session for the holder of the token with this hash.
    pub async fn open_session(&self, account: AccountId, token: TokenHash, label: &str) -> Result<Session> {
        limits::LABEL.check(label)?;
        let sql =
            "INSERT INTO sessions (account, token, label, created, used) VALUES ($1, $2, $3, $4, $4) RETURNING id";
        let mut write = self.write().await?;
        let now = write.now;
        let id = sqlx::query_scalar(sql)
            .bind(account.0)
            .bind(token.to_hex())
            .bind(label)
            .bind(now.0)
            .fetch_one(&mut *write.transaction)
            .await
            .map_err(|error| StoreError::from(error).or_taken("token").or_missing("account"))?;
        write.commit().await?;
        Ok(Session { id, account, label: label.to_owned(), created: now, used: now })
    }

    /// The session of a token; `None` if it was revoked. This counts as a use.
    pub async fn session(&self, token: &TokenHash) -> Result<Option<Session>> {
        let sql = "SELECT id, account, label, created, used FROM sessions WHERE token = $1";
        let row = sqlx::query(sql).bind(token.to_hex()).fetch_optional(self.readers()).await?;
        let Some(mut session) = row.as_ref().map(session).transpose()? else { return Ok(None) };
        session.used = self.touch("UPDATE sessions SET used = $2 WHERE id = $1", session.id, session.used).await?;
        Ok(Some(session))
    }

    /// The sessions of an account, newest first.
    pub async fn sessions(&self, account: AccountId) -> Result<Vec<Session>> {
        let sql = "SELECT id, account, label, created, used FROM sessions WHERE account = $1 ORDER BY id DESC";
        let rows = sqlx::query(sql).bind(account.0).fetch_all(self.readers()).await?;
        rows.iter().map(session).collect()
    }

    /// Revokes one session of an account.
    pub async fn revoke_session(&self, account: AccountId, id: i64) -> Result<()> {
        let revoked = self.revoke("DELETE FROM sessions WHERE account = $1 AND id = $2", account, id).await?;
        if revoked == 1 { Ok(()) } else { Err(StoreError::NotFound("session")) }
    }

    /// Revokes all sessions of an account except one, the caller's own.
    pub async fn revoke_other_sessions(&self, account: AccountId, but: i64) -> Result<u64> {
        self.revoke("DELETE FROM sessions WHERE account = $1 AND id <> $2", account, but).await
    }

    /// Deletes the sessions that were last used before this time.
    pub async fn drop_sessions(&self, unused_since: Millis) -> Result<u64> {
        self.delete_older("DELETE FROM sessions WHERE used < $1", unused_since).await
    }

    /// Creates an API token. [`StoreError::Quota`] if the account has 50.
    pub async fn create_api_token(
        &self,
        account: AccountId,
        token: TokenHash,
        label: &str,
        scopes: &[String],
    ) -> Result<ApiToken> {
        limits::LABEL.check(label)?;
        limits::at_most("scopes", scopes.len(), limits::SCOPES)?;
        scopes.iter().try_for_each(|scope| limits::SCOPE.check(scope))?;
        let sql = "INSERT INTO api_tokens (account, token, label, scopes, created, used)
                   VALUES ($1, $2, $3, $4, $5, $5) RETURNING id";
        let mut write = self.write().await?;
        check_number(&mut write, account).await?;
        let now = write.now;
        let id = sqlx::query_scalar(sql)
            .bind(account.0)
            .bind(token.to_hex())
            .bind(label)
            .bind(rows::json(&scopes)?)
            .bind(now.0)
            .fetch_one(&mut *write.transaction)
            .await
            .map_err(|error| StoreError::from(error).or_taken("token").or_missing("account"))?;
        write.commit().await?;
        Ok(ApiToken { id, account, label: label.to_owned(), scopes: scopes.to_vec(), created: now, used: now })
    }

    /// The API token with this hash; `None` if it was revoked. This counts as a use.
    pub async fn api_token(&self, token: &TokenHash) -> Result<Option<ApiToken>> {
        let sql = "SELECT id, account, label, scopes, created, used FROM api_tokens WHERE token = $1";
        let row = sqlx::query(sql).bind(token.to_hex()).fetch_optional(self.readers()).await?;
        let Some(mut token) = row.as_ref().map(api_token).transpose()? else { return Ok(None) };
        token.used = self.touch("UPDATE api_tokens SET used = $2 WHERE id = $1", token.id, token.used).await?;
        Ok(Some(token))
    }

    /// The API tokens of an account, newest first.
    pub async fn api_tokens(&self, account: AccountId) -> Result<Vec<ApiToken>> {
        let sql =
            "SELECT id, account, label, scopes, created, used FROM api_tokens WHERE account = $1 ORDER BY id DESC";
        let rows = sqlx::query(sql).bind(account.0).fetch_all(self.readers()).await?;
        rows.iter().map(api_token).collect()
    }

    /// Revokes an API token.
    pub async fn revoke_api_token(&self, account: AccountId, id: i64) -> Result<()> {
        let revoked = self.revoke("DELETE FROM api_tokens WHERE account = $1 AND id = $2", account, id).await?;
        if revoked == 1 { Ok(()) } else { Err(StoreError::NotFound("token")) }
    }

    async fn revoke(&self, sql: &'static str, account: AccountId, id: i64) -> Result<u64> {
        let mut write = self.write().await?;
        let revoked = sqlx::query(sql).bind(account.0).bind(id).execute(&mut *write.transaction).await?;
        write.commit().await?;
        Ok(revoked.rows_affected())
    }

    /// Writes the time of the last use, unless it was written in the last minute.
    async fn touch(&self, sql: &'static str, id: i64, used: Millis) -> Result<Millis> {
        let now = self.now().await?;
        if now.0 - used.0 < USED_EVERY {
            return Ok(used);
        }
        match self.write_used(sql, id, now).await {
            Ok(()) => Ok(now),
            // A session stays valid when the database cannot be written.
            Err(StoreError::Full | StoreError::ReadOnly | StoreError::Busy) => Ok(used),
            Err(error) => Err(error),
        }
    }

    async fn write_used(&self, sql: &'static str, id: i64, now: Millis) -> Result<()> {
        let mut write = self.write().await?;
        sqlx::query(sql).bind(id).bind(now.0).execute(&mut *write.transaction).await?;
        write.commit().await
    }
}

fn session(row: &AnyRow) -> Result<Session> {
    Ok(Session {
        id: row.try_get("id")?,
        account: AccountId(row.try_get("account")?),
        label: row.try_get("label")?,
        created: Millis(row.try_get("created")?),
        used: Millis(row.try_get("used")?),
    })
}

async fn check_number(write: &mut Write, account: AccountId) -> Result<()> {
    let query = sqlx::query_scalar::<_, i64>("SELECT COUNT(*) FROM api_tokens WHERE account = $1").bind(account.0);
    let made = query.fetch_one(&mut *write.transaction).await?;
    limits::quota("tokens of one account (revoke those that you do not use)", made, limits::API_TOKENS)
}

fn api_token(row: &AnyRow) -> Result<ApiToken> {
    Ok(ApiToken {
        id: row.try_get("id")?,
        account: AccountId(row.try_get("account")?),
        label: row.try_get("label")?,
        scopes: rows::from_json(row.try_get("scopes")?)?,
        created: Millis(row.try_get("created")?),
        used: Millis(row.try_get("used")?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sessions are dropped by their last use, so a session in use must not look unused.
    #[tokio::test]
    async fn the_last_use_of_a_session_is_written_again_after_a_minute() {
        let (store, token) = (Store::memory().await.unwrap(), TokenHash::of("secret"));
        let ann = store.create_account("Ann", "hash").await.unwrap();
        let Session { id, used, .. } = store.open_session(ann.id, token, "").await.unwrap();
        let a_minute_ago = Millis(used.0 - USED_EVERY);
        store.write_used("UPDATE sessions SET used = $2 WHERE id = $1", id, a_minute_ago).await.unwrap();
        let written = store.session(&token).await.unwrap().unwrap().used;
        assert!(written >= used, "{written:?}");
        assert_eq!(store.sessions(ann.id).await.unwrap()[0].used, written);
    }
}
