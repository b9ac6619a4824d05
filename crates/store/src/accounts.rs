//! Accounts: a name and the hash of a password.

use sqlx::Row;
use sqlx::any::AnyRow;

use crate::rows;
use crate::store::Store;
use crate::{AccountId, Millis, Result, StoreError, limits};

/// An account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// Its number.
    pub id: AccountId,
    /// Its name, in the case in which it was registered.
    pub name: String,
    /// Whether a program plays for it.
    pub bot: bool,
    /// When it was created.
    pub created: Millis,
}

/// An account with its password hash. Without `Debug`, so that no log shows the hash.
#[derive(Clone)]
pub struct Credentials {
    /// The account.
    pub account: Account,
    /// The argon2id hash, as the server wrote it.
    pub password_hash: String,
}

impl Store {
    /// Creates an account. [`StoreError::Taken`] if another account has the name in any case.
    pub async fn create_account(&self, name: &str, password_hash: &str) -> Result<Account> {
        limits::NAME.check(name)?;
        limits::PASSWORD_HASH.check(password_hash)?;
        let mut write = self.write().await?;
        let created = write.now;
        let sql = "INSERT INTO accounts (name, folded, password, bot, created) VALUES ($1, $2, $3, 0, $4) RETURNING id";
        let id = sqlx::query_scalar(sql)
            .bind(name)
            .bind(name.to_lowercase())
            .bind(password_hash)
            .bind(created.0)
            .fetch_one(&mut *write.transaction)
            .await
            .map_err(|error| StoreError::from(error).or_taken("name"))?;
        write.commit().await?;
        Ok(Account { id: AccountId(id), name: name.to_owned(), bot: false, created })
    }

    /// An account by its number.
    pub async fn account(&self, id: AccountId) -> Result<Account> {
        let sql = "SELECT id, name, bot, created FROM accounts WHERE id = $1";
        let row = sqlx::query(sql).bind(id.0).fetch_optional(self.readers()).await?;
        account(&row.ok_or(StoreError::NotFound("account"))?)
    }

    /// An account by its name, in any case.
    pub async fn account_named(&self, name: &str) -> Result<Account> {
        let sql = "SELECT id, name, bot, created FROM accounts WHERE folded = $1";
        let row = sqlx::query(sql).bind(folded(name)?).fetch_optional(self.readers()).await?;
        account(&row.ok_or(StoreError::NotFound("account"))?)
    }

    /// The password hash of an account, by its name in any case.
    pub async fn credentials(&self, name: &str) -> Result<Credentials> {
        let sql = "SELECT id, name, bot, created, password FROM accounts WHERE folded = $1";
        let row = sqlx::query(sql).bind(folded(name)?).fetch_optional(self.readers()).await?;
        let row = row.ok_or(StoreError::NotFound("account"))?;
        Ok(Credentials { account: account(&row)?, password_hash: row.try_get("password")? })
    }

    /// Replaces an account's password and revokes all its sessions.
    pub async fn set_password(&self, id: AccountId, password_hash: &str) -> Result<()> {
        limits::PASSWORD_HASH.check(password_hash)?;
        let mut write = self.write().await?;
        let set = sqlx::query("UPDATE accounts SET password = $2 WHERE id = $1")
            .bind(id.0)
            .bind(password_hash)
            .execute(&mut *write.transaction)
            .await?;
        sqlx::query("DELETE FROM sessions WHERE account = $1").bind(id.0).execute(&mut *write.transaction).await?;
        write.commit().await?;
        if set.rows_affected() == 1 { Ok(()) } else { Err(StoreError::NotFound("account")) }
    }

    /// Marks an account as one that a program plays for.
    pub async fn make_bot(&self, id: AccountId) -> Result<()> {
        let mut write = self.write().await?;
        let made = sqlx::query("UPDATE accounts SET bot = 1 WHERE id = $1")
            .bind(id.0)
            .execute(&mut *write.transaction)
            .await?;
        write.commit().await?;
        if made.rows_affected() == 1 { Ok(()) } else { Err(StoreError::NotFound("account")) }
    }
}

/// The key of a name. A name that breaks the limits belongs to no account, so the database is not asked.
fn folded(name: &str) -> Result<String> {
    limits::NAME.check(name).map_err(|_| StoreError::NotFound("account"))?;
    Ok(name.to_lowercase())
}

fn account(row: &AnyRow) -> Result<Account> {
    Ok(Account {
        id: AccountId(row.try_get("id")?),
        name: row.try_get("name")?,
        bot: rows::flag(row, "bot")?,
        created: Millis(row.try_get("created")?),
    })
}
