//! Lessons: the stars of an account by level, and anonymous counters by level.

use sqlx::Row;

use crate::store::Store;
use crate::{AccountId, Result, StoreError, limits};

/// The stars of an account in a level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LessonStars {
    /// The game's id.
    pub game: String,
    /// The level's id.
    pub level: String,
    /// The stars.
    pub stars: u8,
}

/// How often something happened in a level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LessonCount {
    /// The game's id.
    pub game: String,
    /// The level's id.
    pub level: String,
    /// What happened: `started`, `solved` and so on.
    pub event: String,
    /// How often.
    pub count: u64,
}

impl Store {
    /// The stars of an account, by game and level.
    pub async fn lesson_stars(&self, account: AccountId) -> Result<Vec<LessonStars>> {
        let sql = "SELECT game, level, stars FROM lesson_stars WHERE account = $1 ORDER BY game, level";
        let rows = sqlx::query(sql).bind(account.0).fetch_all(self.readers()).await?;
        let stars = |row: &sqlx::any::AnyRow| {
            let stars = row.try_get::<i64, _>("stars")? as u8;
            Ok(LessonStars { game: row.try_get("game")?, level: row.try_get("level")?, stars })
        };
        rows.iter().map(stars).collect()
    }

    /// Merges stars into those of an account: of each level the larger number stays.
    pub async fn merge_lesson_stars(&self, account: AccountId, all: &[LessonStars]) -> Result<()> {
        limits::at_most("levels", all.len(), limits::LEVELS)?;
        let mut write = self.write().await?;
        for one in all {
            limits::GAME.check(&one.game)?;
            limits::LEVEL.check(&one.level)?;
            let sql = "INSERT INTO lesson_stars (account, game, level, stars, at) VALUES ($1, $2, $3, $4, $5)
                       ON CONFLICT (account, game, level) DO UPDATE SET stars = excluded.stars, at = excluded.at
                       WHERE lesson_stars.stars < excluded.stars";
            sqlx::query(sql)
                .bind(account.0)
                .bind(&one.game)
                .bind(&one.level)
                .bind(i64::from(one.stars))
                .bind(write.now.0)
                .execute(&mut *write.transaction)
                .await
                .map_err(|error| StoreError::from(error).or_missing("account"))?;
        }
        write.commit().await
    }

    /// Adds to the counters of levels.
    pub async fn add_lesson_counts(&self, counts: &[LessonCount]) -> Result<()> {
        if counts.is_empty() {
            return Ok(());
        }
        let mut write = self.write().await?;
        for one in counts {
            limits::GAME.check(&one.game)?;
            limits::LEVEL.check(&one.level)?;
            limits::LEVEL.check(&one.event)?;
            let sql = "INSERT INTO lesson_counts (game, level, event, count) VALUES ($1, $2, $3, $4)
                       ON CONFLICT (game, level, event) DO UPDATE SET count = lesson_counts.count + excluded.count";
            sqlx::query(sql)
                .bind(&one.game)
                .bind(&one.level)
                .bind(&one.event)
                .bind(one.count as i64)
                .execute(&mut *write.transaction)
                .await?;
        }
        write.commit().await
    }

    /// The counters of all levels.
    pub async fn lesson_counts(&self) -> Result<Vec<LessonCount>> {
        let sql = "SELECT game, level, event, count FROM lesson_counts ORDER BY game, level, event";
        let rows = sqlx::query(sql).fetch_all(self.readers()).await?;
        let count = |row: &sqlx::any::AnyRow| {
            let count = row.try_get::<i64, _>("count")? as u64;
            let (game, level) = (row.try_get("game")?, row.try_get("level")?);
            Ok(LessonCount { game, level, event: row.try_get("event")?, count })
        };
        rows.iter().map(count).collect()
    }
}
