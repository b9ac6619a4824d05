//! Puzzles: the ratings of puzzles and of their solvers, and the first result of each account in each puzzle.

use sqlx::{AnyConnection, Row};

use crate::ratings::rating;
use crate::store::Store;
use crate::{AccountId, Rating, Result, StoreError, limits};

/// The result of an account in a puzzle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PuzzleResult {
    /// Whether it was solved.
    pub solved: bool,
    /// The solver's rating before it.
    pub before: f64,
    /// The solver's rating after it.
    pub after: f64,
}

/// A result of an account in a puzzle, with the ratings that follow from it.
#[derive(Clone, PartialEq, Debug)]
pub struct NewPuzzleResult {
    /// The account.
    pub account: AccountId,
    /// The puzzle's id.
    pub puzzle: String,
    /// The game's id.
    pub game: String,
    /// Whether it was solved.
    pub solved: bool,
    /// The solver's rating before it.
    pub before: f64,
    /// The ratings after it, if it is rated.
    pub ratings: Option<PuzzleRatings>,
}

/// Both ratings after a result: `games` is one more than before.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PuzzleRatings {
    /// The solver's.
    pub solver: Rating,
    /// The puzzle's.
    pub puzzle: Rating,
}

impl Store {
    /// The rating of a puzzle; `None` before its first result.
    pub async fn puzzle_rating(&self, puzzle: &str) -> Result<Option<Rating>> {
        let sql = "SELECT value, deviation, volatility, games FROM puzzle_ratings WHERE puzzle = $1";
        let row = sqlx::query(sql).bind(puzzle).fetch_optional(self.readers()).await?;
        row.as_ref().map(rating).transpose()
    }

    /// The rating of an account in the puzzles of a game; `None` before its first result.
    pub async fn puzzle_solver(&self, account: AccountId, game: &str) -> Result<Option<Rating>> {
        let sql = "SELECT value, deviation, volatility, games FROM puzzle_solvers WHERE account = $1 AND game = $2";
        let row = sqlx::query(sql).bind(account.0).bind(game).fetch_optional(self.readers()).await?;
        row.as_ref().map(rating).transpose()
    }

    /// The result of an account in a puzzle.
    pub async fn puzzle_result(&self, account: AccountId, puzzle: &str) -> Result<Option<PuzzleResult>> {
        let sql = "SELECT solved, before, after FROM puzzle_results WHERE account = $1 AND puzzle = $2";
        let row = sqlx::query(sql).bind(account.0).bind(puzzle).fetch_optional(self.readers()).await?;
        let result = |row: sqlx::any::AnyRow| {
            let solved = row.try_get::<i64, _>("solved")? == 1;
            Ok(PuzzleResult { solved, before: row.try_get("before")?, after: row.try_get("after")? })
        };
        row.map(result).transpose()
    }

    /// The puzzles of a game in which an account has a result, at most `most`, the newest first.
    pub async fn puzzles_done(&self, account: AccountId, game: &str, most: u32) -> Result<Vec<String>> {
        let sql =
            "SELECT puzzle FROM puzzle_results WHERE account = $1 AND game = $2 ORDER BY at DESC, puzzle LIMIT $3";
        let query = sqlx::query(sql).bind(account.0).bind(game).bind(i64::from(most));
        query.fetch_all(self.readers()).await?.iter().map(|row| Ok(row.try_get(0)?)).collect()
    }

    /// Writes a result and the ratings, all or none. Returns whether it was written now: an account's first result in a
    /// puzzle stands. [`StoreError::Conflict`] if one of the ratings has changed meanwhile.
    pub async fn add_puzzle_result(&self, new: &NewPuzzleResult) -> Result<bool> {
        limits::GAME.check(&new.game)?;
        limits::PUZZLE.check(&new.puzzle)?;
        let mut write = self.write().await?;
        let sql = "INSERT INTO puzzle_results (account, puzzle, game, solved, before, after, at)
                   VALUES ($1, $2, $3, $4, $5, $6, $7)
                   ON CONFLICT DO NOTHING";
        let noted = sqlx::query(sql)
            .bind(new.account.0)
            .bind(&new.puzzle)
            .bind(&new.game)
            .bind(i64::from(new.solved))
            .bind(new.before)
            .bind(new.ratings.map_or(new.before, |after| after.solver.value))
            .bind(write.now.0)
            .execute(&mut *write.transaction)
            .await
            .map_err(|error| StoreError::from(error).or_missing("account"))?;
        let first = noted.rows_affected() == 1;
        if let Some(after) = new.ratings.filter(|_| first) {
            write_solver(&mut write.transaction, new, after.solver).await?;
            write_puzzle(&mut write.transaction, new, after.puzzle).await?;
        }
        write.commit().await?;
        Ok(first)
    }
}

// Each update applies only to the rating that the new one was computed from.

async fn write_solver(connection: &mut AnyConnection, new: &NewPuzzleResult, after: Rating) -> Result<()> {
    let sql = "INSERT INTO puzzle_solvers (account, game, value, deviation, volatility, games)
               VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (account, game) DO UPDATE
               SET value = $3, deviation = $4, volatility = $5, games = $6 WHERE puzzle_solvers.games = $6 - 1";
    let Rating { value, deviation, volatility, games } = after;
    let query = sqlx::query(sql).bind(new.account.0).bind(&new.game).bind(value).bind(deviation).bind(volatility);
    written(query.bind(i64::from(games)).execute(connection).await?.rows_affected())
}

async fn write_puzzle(connection: &mut AnyConnection, new: &NewPuzzleResult, after: Rating) -> Result<()> {
    let sql = "INSERT INTO puzzle_ratings (puzzle, value, deviation, volatility, games)
               VALUES ($1, $2, $3, $4, $5) ON CONFLICT (puzzle) DO UPDATE
               SET value = $2, deviation = $3, volatility = $4, games = $5 WHERE puzzle_ratings.games = $5 - 1";
    let Rating { value, deviation, volatility, games } = after;
    let query = sqlx::query(sql).bind(&new.puzzle).bind(value).bind(deviation).bind(volatility);
    written(query.bind(i64::from(games)).execute(connection).await?.rows_affected())
}

fn written(rows: u64) -> Result<()> {
    if rows == 1 { Ok(()) } else { Err(StoreError::Conflict) }
}
