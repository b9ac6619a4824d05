//! The lobby: public tables, listed in turn by creator address, and the leases of those that wait. Nodes renew a lease
//! while a player at the table is connected. A table whose lease has expired is unattended.

use sqlx::Row;
use sqlx::any::AnyRow;

use crate::rows::{self, select_tables};
use crate::store::{Store, Write};
use crate::tables::{NewTable, Table};
use crate::{Millis, Result, Stage, StoreError, TableId, limits};

/// The address that a table is made from, and its lease. Kept while the table waits or is played at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableOrigin {
    /// The address of the creator.
    pub address: String,
    /// The first lease in milliseconds; `None` for a table without a lease.
    pub lease: Option<i64>,
    /// The most public tables of this address that may wait at the same time.
    pub max_waiting: usize,
}

/// A page of the lobby.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LobbyPage {
    /// How many tables to skip.
    pub offset: u32,
    /// The most tables on the page, up to 200.
    pub limit: u32,
}

/// A table with the address it was made from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableWithAddress {
    /// The address of the creator.
    pub address: String,
    /// The table.
    pub table: TableId,
    /// The game with its options.
    pub game: String,
    /// Waiting or playing.
    pub stage: Stage,
    /// Whether it is in the lobby.
    pub public: bool,
    /// When it was created.
    pub created: Millis,
}

impl Store {
    /// Public tables at this stage, by creator address in turn: first the newest table of each address, then the second
    /// of each. Only the newest 1,000 tables take part.
    pub async fn lobby(&self, stage: Stage, listing: LobbyPage) -> Result<Vec<Table>> {
        let sql = select_tables!(
            "SELECT n.*, ROW_NUMBER() OVER
                 (PARTITION BY COALESCE(o.address, n.id) ORDER BY n.created DESC, n.id DESC) AS round
             FROM (SELECT * FROM tables WHERE stage = $1 AND public = 1 ORDER BY created DESC, id DESC LIMIT 1000) n
             LEFT JOIN table_origins o ON o.table_id = n.id
             ORDER BY round, n.created DESC, n.id DESC LIMIT $2 OFFSET $3",
            "t.round, t.created DESC, t.id DESC"
        );
        let limit = i64::from(listing.limit.clamp(1, limits::PAGE));
        let query = sqlx::query(sql).bind(stage.as_str()).bind(limit).bind(i64::from(listing.offset));
        rows::tables(&query.fetch_all(self.readers()).await?)
    }

    /// Extends the leases of these waiting tables to at least `millis` milliseconds from now. Tables without a lease
    /// stay without one.
    pub async fn renew_lobby_leases(&self, tables: &[TableId], millis: i64) -> Result<()> {
        if tables.is_empty() {
            return Ok(());
        }
        let mut write = self.write().await?;
        let ids: Vec<&str> = tables.iter().map(TableId::as_str).collect();
        let query = sqlx::query(self.dialect().renew_lobby_leases()).bind(rows::json(&ids)?).bind(write.now.0 + millis);
        query.execute(&mut *write.transaction).await?;
        write.commit().await
    }

    /// Waiting tables whose lease has expired.
    pub async fn expired_lobby_tables(&self, most: u32) -> Result<Vec<TableId>> {
        let sql = "SELECT o.table_id AS id FROM table_origins o JOIN tables t ON t.id = o.table_id
                   WHERE o.lease_until <= $1 AND t.stage = 'waiting' ORDER BY o.lease_until, o.table_id LIMIT $2";
        let now = self.now().await?;
        rows::ids(&sqlx::query(sql).bind(now.0).bind(i64::from(most)).fetch_all(self.readers()).await?)
    }

    /// The tables that wait or are played at, of one address or of all. Addresses with the most tables come first, then
    /// the newest tables.
    pub async fn tables_by_address(&self, address: Option<&str>, most: u32) -> Result<Vec<TableWithAddress>> {
        let sql = "SELECT o.address, t.id, t.game, t.stage, t.public, t.created,
                       COUNT(*) OVER (PARTITION BY o.address) AS tables
                   FROM table_origins o JOIN tables t ON t.id = o.table_id
                   WHERE t.stage IN ('waiting', 'playing') AND (CAST($1 AS TEXT) IS NULL OR o.address = $1)
                   ORDER BY tables DESC, o.address, t.created DESC, t.id LIMIT $2";
        let query = sqlx::query(sql).bind(address).bind(i64::from(most));
        query.fetch_all(self.readers()).await?.iter().map(table_from).collect()
    }

    /// Deletes the addresses of tables that are over or closed, or that were made before this time.
    pub async fn drop_table_origins(&self, made_before: Millis) -> Result<u64> {
        let sql = "DELETE FROM table_origins WHERE table_id IN
                   (SELECT id FROM tables WHERE stage IN ('over', 'closed') OR created < $1)";
        self.delete_older(sql, made_before).await
    }
}

/// Stores a table's address and lease in the transaction that makes the table.
pub(crate) async fn insert_origin(write: &mut Write, new: &NewTable, origin: &TableOrigin) -> Result<()> {
    limits::SUBJECT.check(&origin.address)?;
    let waits = new.stage == Stage::Waiting && new.settings.public;
    if waits {
        check_number(write, origin).await?;
    }
    sqlx::query("INSERT INTO table_origins (table_id, address, lease_until) VALUES ($1, $2, $3)")
        .bind(new.id.as_str())
        .bind(origin.address.as_str())
        .bind(origin.lease.filter(|_| waits).map(|millis| write.now.0 + millis))
        .execute(&mut *write.transaction)
        .await?;
    Ok(())
}

async fn check_number(write: &mut Write, origin: &TableOrigin) -> Result<()> {
    let sql = "SELECT COUNT(*) FROM table_origins o JOIN tables t ON t.id = o.table_id
               WHERE o.address = $1 AND t.stage = 'waiting' AND t.public = 1";
    let query = sqlx::query_scalar::<_, i64>(sql).bind(origin.address.as_str());
    let waiting = query.fetch_one(&mut *write.transaction).await? as usize;
    let what = "tables of your address in the lobby (cancel one, or make a private table)";
    if waiting < origin.max_waiting { Ok(()) } else { Err(StoreError::Quota { what, limit: origin.max_waiting }) }
}

fn table_from(row: &AnyRow) -> Result<TableWithAddress> {
    Ok(TableWithAddress {
        address: row.try_get("address")?,
        table: rows::id(row.try_get("id")?)?,
        game: row.try_get("game")?,
        stage: Stage::parse(row.try_get("stage")?)?,
        public: row.try_get::<i64, _>("public")? != 0,
        created: Millis(row.try_get("created")?),
    })
}
