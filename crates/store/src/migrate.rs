//! The schema, step by step. A step that has been released is never changed; a change is a new step.

use sqlx::{AnyPool, AssertSqlSafe, Connection, Row};

use crate::dialect::Dialect;
use crate::{Result, StoreError};

/// Version n of the schema is reached by the first n steps.
const STEPS: &[&str] = &[
    include_str!("../migrations/0001_tables.sql"),
    include_str!("../migrations/0002_talk.sql"),
    include_str!("../migrations/0003_accounts.sql"),
    include_str!("../migrations/0004_cluster.sql"),
    include_str!("../migrations/0005_unrated.sql"),
    include_str!("../migrations/0006_commitments.sql"),
    include_str!("../migrations/0007_once.sql"),
    include_str!("../migrations/0008_reports.sql"),
    include_str!("../migrations/0009_wishes.sql"),
    include_str!("../migrations/0014_ratings_by_seats.sql"),
];

/// Which steps a database has behind it.
const STEPS_DONE: &str =
    "CREATE TABLE IF NOT EXISTS schema_steps (version INTEGER NOT NULL PRIMARY KEY, at INTEGER NOT NULL)";

/// The schema version this program writes.
pub(crate) const KNOWN: i64 = STEPS.len() as i64;

/// Brings the database to the newest version: all steps or none. Two programs may start at once; one waits for the other.
pub(crate) async fn migrate(writer: &AnyPool, dialect: Dialect) -> Result<()> {
    let mut connection = writer.acquire().await?;
    let mut transaction = connection.begin_with(dialect.begin()).await?;
    if let Some(lock) = dialect.lock_schema() {
        sqlx::query(lock).execute(&mut *transaction).await?;
    }
    sqlx::raw_sql(AssertSqlSafe(dialect.schema(STEPS_DONE))).execute(&mut *transaction).await?;
    let row = sqlx::query("SELECT COALESCE(MAX(version), 0) FROM schema_steps").fetch_one(&mut *transaction).await?;
    let found = checked(row.try_get(0)?)?;
    for (version, step) in (1..).zip(STEPS).skip(found as usize) {
        sqlx::raw_sql(AssertSqlSafe(dialect.schema(step))).execute(&mut *transaction).await?;
        let now: i64 = sqlx::query_scalar(dialect.now()).fetch_one(&mut *transaction).await?;
        sqlx::query("INSERT INTO schema_steps (version, at) VALUES ($1, $2)")
            .bind(version)
            .bind(now)
            .execute(&mut *transaction)
            .await?;
    }
    Ok(transaction.commit().await?)
}

/// Whether a database that cannot be migrated, being opened for reading only, has the version that we read.
pub(crate) async fn check(reader: &AnyPool) -> Result<()> {
    let found = sqlx::query_scalar("SELECT COALESCE(MAX(version), 0) FROM schema_steps").fetch_one(reader).await?;
    match checked(found)? {
        KNOWN => Ok(()),
        older => {
            Err(StoreError::damaged(format!("it has schema version {older} and must first be opened for writing")))
        }
    }
}

fn checked(found: i64) -> Result<i64> {
    if found > KNOWN { Err(StoreError::TooNew { found, known: KNOWN }) } else { Ok(found) }
}
