//! Ratings, by the server's rating keys: a game, or a game with its number of seats. The store does not interpret the
//! numbers.

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use crate::store::Store;
use crate::{AccountId, Millis, Result, StoreError, TableId, limits, rows};

/// The rating of an account under a key.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Glicko-2's rating, or Weng-Lin's mu.
    pub value: f64,
    /// Glicko-2's deviation, or Weng-Lin's sigma.
    pub deviation: f64,
    /// Glicko-2's volatility; 0 for Weng-Lin.
    pub volatility: f64,
    /// The number of rated games.
    pub games: u32,
}

/// The rating of an account after a match. `games` tells which rating it was computed from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NewRating {
    /// The account.
    pub account: AccountId,
    /// The rating after this match: `games` is one more than before.
    pub rating: Rating,
}

impl Store {
    /// The rating of an account under a key; `None` before its first rated match.
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

    /// Writes the ratings after a table's match, all or none, once per table. Returns whether they were written now: a
    /// table that was rated before changes nothing. [`StoreError::Conflict`] if one of the accounts has finished
    /// another rated game meanwhile.
    pub async fn rate(&self, table: &TableId, key: &str, ratings: &[NewRating]) -> Result<bool> {
        limits::GAME.check(key)?;
        let mut write = self.write().await?;
        let now = write.now;
        dequeue_rating(&mut write.transaction, table).await?;
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

    /// The tables whose rated match is over and not yet rated, oldest first. The node that ended a match may have died
    /// before it rated it.
    pub async fn rating_queue(&self, most: u32) -> Result<Vec<TableId>> {
        let sql = "SELECT table_id AS id FROM rating_queue ORDER BY at, table_id LIMIT $1";
        rows::ids(&sqlx::query(sql).bind(i64::from(most)).fetch_all(self.readers()).await?)
    }

    /// Removes a table from the queue without rating it: its match does not count.
    pub async fn leave_rating_queue(&self, table: &TableId) -> Result<()> {
        let mut write = self.write().await?;
        dequeue_rating(&mut write.transaction, table).await?;
        write.commit().await
    }
}

/// Queues the match of table `$1` for rating, if it is rated.
pub(crate) const ENQUEUE_RATING: &str = "
    INSERT INTO rating_queue (table_id, at) SELECT id, updated FROM tables WHERE id = $1 AND rated = 1
    ON CONFLICT DO NOTHING";

/// Queues a match in the transaction that ends it.
pub(crate) async fn enqueue_rating(connection: &mut AnyConnection, table: &TableId) -> Result<()> {
    sqlx::query(ENQUEUE_RATING).bind(table.as_str()).execute(connection).await?;
    Ok(())
}

async fn dequeue_rating(connection: &mut AnyConnection, table: &TableId) -> Result<()> {
    sqlx::query("DELETE FROM rating_queue WHERE table_id = $1").bind(table.as_str()).execute(connection).await?;
    Ok(())
}

async fn write_rating(connection: &mut AnyConnection, key: &str, new: &NewRating, now: Millis) -> Result<()> {
    let NewRating { account, rating } = new;
    // The update applies only to the rating that the new one was computed from.
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

pub(crate) fn rating(row: &AnyRow) -> Result<Rating> {
    Ok(Rating {
        value: row.try_get("value")?,
        deviation: row.try_get("deviation")?,
        volatility: row.try_get("volatility")?,
        games: row.try_get::<i64, _>("games")? as u32,
    })
}
