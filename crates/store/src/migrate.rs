//! Schema migrations. A released migration never changes; a schema change is a new migration.

use sqlx::{AnyPool, AssertSqlSafe, Connection, Row};

use crate::dialect::Dialect;
use crate::{Result, StoreError};

/// The first n migrations lead to version n of the schema.
const MIGRATIONS: &[&str] = &[
    include_str!("../migrations/0001_tables.sql"),
    include_str!("../migrations/0002_talk.sql"),
    include_str!("../migrations/0003_accounts.sql"),
    include_str!("../migrations/0004_cluster.sql"),
    include_str!("../migrations/0005_unrated.sql"),
    include_str!("../migrations/0006_commitments.sql"),
    include_str!("../migrations/0007_once.sql"),
    include_str!("../migrations/0008_reports.sql"),
    include_str!("../migrations/0009_wishes.sql"),
    include_str!("../migrations/0010_thinking.sql"),
    include_str!("../migrations/0012_lobby.sql"),
    include_str!("../migrations/0013_sign_in_places.sql"),
    include_str!("../migrations/0014_ratings_by_seats.sql"),
    include_str!("../migrations/0015_conventional_names.sql"),
    include_str!("../migrations/0016_lessons.sql"),
    include_str!("../migrations/0017_puzzles.sql"),
    include_str!("../migrations/0018_studies.sql"),
];

/// Lists the migrations that a database has.
const CREATE_SCHEMA_STEPS: &str =
    "CREATE TABLE IF NOT EXISTS schema_steps (version INTEGER NOT NULL PRIMARY KEY, at INTEGER NOT NULL)";

/// The schema version this program writes.
pub(crate) const NEWEST: i64 = MIGRATIONS.len() as i64;

/// Migrates the database to the newest version, in one transaction. Of two programs that start at the same time, one
/// waits for the other.
pub(crate) async fn migrate(writer: &AnyPool, dialect: Dialect) -> Result<()> {
    let mut connection = writer.acquire().await?;
    let mut transaction = connection.begin_with(dialect.begin()).await?;
    if let Some(lock) = dialect.lock_schema() {
        sqlx::query(lock).execute(&mut *transaction).await?;
    }
    sqlx::raw_sql(AssertSqlSafe(dialect.schema(CREATE_SCHEMA_STEPS))).execute(&mut *transaction).await?;
    let row = sqlx::query("SELECT COALESCE(MAX(version), 0) FROM schema_steps").fetch_one(&mut *transaction).await?;
    let found = checked(row.try_get(0)?)?;
    for (version, migration) in (1..).zip(MIGRATIONS).skip(found as usize) {
        sqlx::raw_sql(AssertSqlSafe(dialect.schema(migration))).execute(&mut *transaction).await?;
        let now: i64 = sqlx::query_scalar(dialect.now()).fetch_one(&mut *transaction).await?;
        sqlx::query("INSERT INTO schema_steps (version, at) VALUES ($1, $2)")
            .bind(version)
            .bind(now)
            .execute(&mut *transaction)
            .await?;
    }
    Ok(transaction.commit().await?)
}

/// Checks that a database opened for reading only has the newest version: it cannot be migrated.
pub(crate) async fn check(reader: &AnyPool) -> Result<()> {
    let found = sqlx::query_scalar("SELECT COALESCE(MAX(version), 0) FROM schema_steps").fetch_one(reader).await?;
    match checked(found)? {
        NEWEST => Ok(()),
        older => {
            Err(StoreError::damaged(format!("it has schema version {older} and must first be opened for writing")))
        }
    }
}

/// The version found, unless it is newer than this program.
pub(crate) fn checked(found: i64) -> Result<i64> {
    if found > NEWEST { Err(StoreError::TooNew { found, known: NEWEST }) } else { Ok(found) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The migrations before this one renamed tables and columns. Nothing older is upgraded one node at a time.
    const RENAMED: usize = 14;

    /// `docs/host/cluster.md`: while nodes are upgraded one after another, the older ones work on the new schema.
    #[test]
    fn a_migration_takes_nothing_away_from_the_version_before() {
        for (index, migration) in MIGRATIONS.iter().enumerate().skip(RENAMED) {
            let code = migration.lines().map(|line| line.split("--").next().unwrap_or_default());
            let code = code.collect::<Vec<_>>().join("\n").to_uppercase();
            for statement in code.split(';').map(str::trim).filter(|statement| !statement.is_empty()) {
                let adds = ["CREATE TABLE", "CREATE INDEX", "CREATE UNIQUE INDEX"].iter();
                let is_column = statement.starts_with("ALTER TABLE") && statement.contains(" ADD COLUMN ");
                // An older program inserts rows without the new column.
                let is_optional = !statement.contains("NOT NULL") || statement.contains("DEFAULT");
                let is_new = adds.into_iter().any(|begin| statement.starts_with(begin)) || is_column && is_optional;
                assert!(is_new, "migration {}: {statement}", index + 1);
            }
        }
    }
}
