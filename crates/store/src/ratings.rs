//! Ratings, by the server's keys: a game, or a game with its number of seats. The store keeps the numbers; what they mean
//! is the server's business.

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use crate::store::Store;
use crate::{AccountId, Millis, Result, StoreError, TableId, limits, rows};

/// How strong an account is under a key.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Glicko-2's rating, or Weng-Lin's mu.
    pub value: f64,
    /// Glicko-2's deviation, or Weng-Lin's sigma.
    pub deviation: f64,
    /// Glicko-2's volatility; 0 where there is none.
    pub volatility: f64,
    /// How many games have gone into it.
    pub games: u32,
}

/// The rating of an account after a match; its `games` says which rating it was computed from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NewRating {
    /// Whose.
    pub account: AccountId,
    /// The rating with this match in it: `games` is one more than before.
    pub rating: Rating,
}

impl Store {
    /// The rating of an account under a key, if it has played a match that counts there.
    pub async fn rating(&self, account: AccountId, key: &str) -> Result<Option<Rating>> {
        let sql = "SELECT value, deviation, volatility, games FROM ratings WHERE account = $1 AND game = $2";
        let row = sqlx::query(sql).bind(account.0).bind(key).fetch_optional(self.readers()).await?;
        row.as_ref().map(rating).transpose()
    }

    /// All ratings of an account, by key.
    pub async fn ratings(&self, account: AccountId) -> Result<Vec<(String, Rating)>> {
        let sql = "SELECT game, value, deviation, volatility, games FROM ratings WHERE account = $1 ORDER BY game";
        let rows = sqlx::query(sql).bind(account.0).fetch_all(self.readers()).await?;
        rows.iter().map(|row| Ok((row.try_get("game")?, rating(row)?))).collect()
    }

    /// Writes the ratings that follow from a table's result, all or none, once per table; whether it was done now: nothing is
    /// written for a table that was rated before. When one of the accounts has played another rated game meanwhile,
    /// [`StoreError::Conflict`].
    pub async fn rate(&self, table: &TableId, key: &str, ratings: &[NewRating]) -> Result<bool> {
        limits::GAME.check(key)?;
        let mut write = self.write().await?;
        let now = write.now;
        forget_unrated(&mut write.transaction, table).await?;
        let noted = sqlx::query("INSERT INTO rated_tables (table_id, at) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(table.as_str())
            .bind(now.0)
            .execute(&mut *write.transaction)
            .await
            .map_err(|error| StoreError::from(error).or_missing("table"))?;
        let first = noted.rows_affected() == 1;
        for new in ratings.iter().filter(|_| first) {
            write_rating(&mut write.transaction, key, new, now).await?;
        }
        write.commit().await?;
        Ok(first)
    }

    /// The tables whose rated match is over and was not rated, the longest first: whoever ended it may have died.
    pub async fn unrated(&self, most: u32) -> Result<Vec<TableId>> {
        let sql = "SELECT table_id AS id FROM unrated ORDER BY at, table_id LIMIT $1";
        rows::ids(&sqlx::query(sql).bind(i64::from(most)).fetch_all(self.readers()).await?)
    }

    /// A table's match is not one that counts after all: it need not be rated.
    pub async fn leave_unrated(&self, table: &TableId) -> Result<()> {
        let mut write = self.write().await?;
        forget_unrated(&mut write.transaction, table).await?;
        write.commit().await
    }
}

/// The match of table `$1` has ended: if it was for ratings, somebody has to see to them.
pub(crate) const NOTE_UNRATED: &str = "
    INSERT INTO unrated (table_id, at) SELECT id, updated FROM tables WHERE id = $1 AND rated = 1
    ON CONFLICT DO NOTHING";

/// Part of the transaction that ends a match.
pub(crate) async fn note_unrated(connection: &mut AnyConnection, table: &TableId) -> Result<()> {
    sqlx::query(NOTE_UNRATED).bind(table.as_str()).execute(connection).await?;
    Ok(())
}

async fn forget_unrated(connection: &mut AnyConnection, table: &TableId) -> Result<()> {
    sqlx::query("DELETE FROM unrated WHERE table_id = $1").bind(table.as_str()).execute(connection).await?;
    Ok(())
}

async fn write_rating(connection: &mut AnyConnection, key: &str, new: &NewRating, now: Millis) -> Result<()> {
    let NewRating { account, rating } = new;
    // The update holds only for the rating that the new one was computed from.
    let sql = "INSERT INTO ratings (account, game, value, deviation, volatility, games, at)
               VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (account, game) DO UPDATE
               SET value = $3, deviation = $4, volatility = $5, games = $6, at = $7 WHERE ratings.games = $6 - 1";
    let written = sqlx::query(sql)
        .bind(account.0)
        .bind(key)
        .bind(rating.value)
        .bind(rating.deviation)
        .bind(rating.volatility)
        .bind(i64::from(rating.games))
        .bind(now.0)
        .execute(connection)
        .await
        .map_err(|error| StoreError::from(error).or_missing("account"))?;
    if written.rows_affected() == 1 { Ok(()) } else { Err(StoreError::Conflict) }
}

fn rating(row: &AnyRow) -> Result<Rating> {
    Ok(Rating {
        value: row.try_get("value")?,
        deviation: row.try_get("deviation")?,
        volatility: row.try_get("volatility")?,
        games: row.try_get::<i64, _>("games")? as u32,
    })
}
