//! Challenges: invitations of one account by another to a table, until they are answered.

use sqlx::Row;
use sqlx::any::AnyRow;

use crate::store::Store;
use crate::{AccountId, Millis, Result, StoreError, TableId, limits};

/// A challenge that waits for an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Challenge {
    /// The table of the match.
    pub table: TableId,
    /// The account that challenges.
    pub from: AccountId,
    /// The account that is challenged.
    pub to: AccountId,
    /// The challenge as the server shows it to both accounts, as JSON.
    pub body: String,
}

/// The most challenges in one list.
const LISTED: i64 = 50;

impl Store {
    /// Adds a challenge. Unanswered challenges are deleted with [`Store::drop_challenges`].
    pub async fn add_challenge(&self, challenge: &Challenge) -> Result<()> {
        limits::CHALLENGE.check(&challenge.body)?;
        let mut write = self.write().await?;
        let sql = "INSERT INTO challenges (table_id, challenger, challenged, body, at) VALUES ($1, $2, $3, $4, $5)";
        let query = sqlx::query(sql).bind(challenge.table.as_str()).bind(challenge.from.0).bind(challenge.to.0);
        let query = query.bind(challenge.body.as_str()).bind(write.now.0);
        let inserted = query.execute(&mut *write.transaction).await;
        inserted.map_err(|error| StoreError::from(error).or_taken("challenge").or_missing("table or account"))?;
        write.commit().await
    }

    /// The challenges to an account, oldest first.
    pub async fn challenges_to(&self, account: AccountId) -> Result<Vec<Challenge>> {
        let sql = "SELECT table_id, challenger, challenged, body FROM challenges WHERE challenged = $1
                   ORDER BY at, table_id LIMIT $2";
        let rows = sqlx::query(sql).bind(account.0).bind(LISTED).fetch_all(self.readers()).await?;
        rows.iter().map(read).collect()
    }

    /// The challenges that an account has made, oldest first.
    pub async fn challenges_from(&self, account: AccountId) -> Result<Vec<Challenge>> {
        let sql = "SELECT table_id, challenger, challenged, body FROM challenges WHERE challenger = $1
                   ORDER BY at, table_id LIMIT $2";
        let rows = sqlx::query(sql).bind(account.0).bind(LISTED).fetch_all(self.readers()).await?;
        rows.iter().map(read).collect()
    }

    /// The challenge of a table, if it still waits.
    pub async fn challenge_of_table(&self, table: &TableId) -> Result<Option<Challenge>> {
        let sql = "SELECT table_id, challenger, challenged, body FROM challenges WHERE table_id = $1";
        let row = sqlx::query(sql).bind(table.as_str()).fetch_optional(self.readers()).await?;
        row.as_ref().map(read).transpose()
    }

    /// Deletes a challenge because it is answered. Returns whether it still waited: of two answers at the same time,
    /// one gets `true`.
    pub async fn answer_challenge(&self, table: &TableId) -> Result<bool> {
        let mut write = self.write().await?;
        let query = sqlx::query("DELETE FROM challenges WHERE table_id = $1").bind(table.as_str());
        let waited = query.execute(&mut *write.transaction).await?.rows_affected() == 1;
        write.commit().await?;
        Ok(waited)
    }

    /// Deletes the challenges made before this time.
    pub async fn drop_challenges(&self, before: Millis) -> Result<u64> {
        self.delete_older("DELETE FROM challenges WHERE at < $1", before).await
    }
}

fn read(row: &AnyRow) -> Result<Challenge> {
    Ok(Challenge {
        table: row.try_get::<String, _>(0)?.parse()?,
        from: AccountId(row.try_get(1)?),
        to: AccountId(row.try_get(2)?),
        body: row.try_get(3)?,
    })
}
