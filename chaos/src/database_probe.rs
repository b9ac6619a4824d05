//! Reads tables of the database that the store offers no call for.

use sqlx::any::AnyConnectOptions;
use sqlx::{AnyConnection, ConnectOptions, Row};

/// A connection that only reads.
pub(crate) struct DatabaseProbe {
    connection: AnyConnection,
    is_sqlite: bool,
}

impl DatabaseProbe {
    /// Connects to the database of this URL.
    pub(crate) async fn open(url: &str) -> Result<Self, sqlx::Error> {
        sqlx::any::install_default_drivers();
        let connection = url.parse::<AnyConnectOptions>()?.connect().await?;
        Ok(Self { connection, is_sqlite: url.starts_with("sqlite:") })
    }

    /// The tables whose match was rated, in the order of their rating. The clock of `SQLite` is that of the node, which
    /// jumps; there the order is that of insertion.
    pub(crate) async fn rated_tables(&mut self) -> Result<Vec<String>, sqlx::Error> {
        let sql = if self.is_sqlite {
            "SELECT table_id FROM rated_tables ORDER BY rowid"
        } else {
            "SELECT table_id FROM rated_tables ORDER BY at"
        };
        let rows = sqlx::query(sql).fetch_all(&mut self.connection).await?;
        rows.iter().map(|row| row.try_get(0)).collect()
    }

    /// The version of the schema: the number of its last migration.
    pub(crate) async fn schema_version(&mut self) -> Result<i64, sqlx::Error> {
        // PostgreSQL's INTEGER has 32 bits, SQLite's has 64.
        let sql = "SELECT CAST(MAX(version) AS BIGINT) FROM schema_steps";
        sqlx::query(sql).fetch_one(&mut self.connection).await?.try_get(0)
    }

    /// The number of finished matches that wait for their rating.
    pub(crate) async fn rating_queue(&mut self) -> Result<i64, sqlx::Error> {
        sqlx::query("SELECT COUNT(*) FROM rating_queue").fetch_one(&mut self.connection).await?.try_get(0)
    }
}
