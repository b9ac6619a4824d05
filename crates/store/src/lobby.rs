//! The lobby: public tables, listed fairly by where they were made, and the leases of those that wait. A table whose lease
//! nobody renews is unattended: its maker has gone.

use menagerie_wire::table::Stage;
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::rows::{self, select_tables};
use crate::store::{Store, Write};
use crate::tables::{NewTable, Table};
use crate::{Millis, Result, StoreError, TableId, limits};

/// Where a table is made, and how long it may wait there. Kept as long as the table waits or is played at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The address of its maker.
    pub address: String,
    /// How many milliseconds it waits before a node first renews its lease; nothing for a table without a lease.
    pub lease: Option<i64>,
    /// The most public tables of this address that wait at the same time.
    pub most_waiting: usize,
}

/// A part of the lobby.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Listing {
    /// How many tables to leave out.
    pub skip: u32,
    /// How many to list at most, up to 200.
    pub limit: u32,
}

/// A table and where it was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableFrom {
    /// The address of its maker.
    pub address: String,
    /// The table.
    pub table: TableId,
    /// The game with its options.
    pub game: String,
    /// Whether it waits or is played at.
    pub stage: Stage,
    /// Whether it is in the lobby.
    pub public: bool,
    /// When it was made.
    pub created: Millis,
}

impl Store {
    /// Public tables at this stage, the makers' addresses in turn: first the newest table of each address, then the second of
    /// each. The newest 1,000 tables take part.
    pub async fn lobby(&self, stage: Stage, listing: Listing) -> Result<Vec<Table>> {
        let sql = select_tables!(
            "SELECT n.*, ROW_NUMBER() OVER
                 (PARTITION BY COALESCE(o.address, n.id) ORDER BY n.created DESC, n.id DESC) AS round
             FROM (SELECT * FROM tables WHERE stage = $1 AND public = 1 ORDER BY created DESC, id DESC LIMIT 1000) n
             LEFT JOIN origins o ON o.table_id = n.id
             ORDER BY round, n.created DESC, n.id DESC LIMIT $2 OFFSET $3",
            "t.round, t.created DESC, t.id DESC"
        );
        let limit = i64::from(listing.limit.clamp(1, limits::PAGE));
        let query = sqlx::query(sql).bind(rows::stage_text(stage)).bind(limit).bind(i64::from(listing.skip));
        rows::tables(&query.fetch_all(self.readers()).await?)
    }

    /// Somebody is at these tables that wait: each may wait at least this many milliseconds from now on. Tables without a
    /// lease stay without one.
    pub async fn keep_waiting(&self, tables: &[TableId], millis: i64) -> Result<()> {
        if tables.is_empty() {
            return Ok(());
        }
        let mut write = self.write().await?;
        let ids: Vec<&str> = tables.iter().map(TableId::as_str).collect();
        let query = sqlx::query(self.dialect().keep_waiting()).bind(rows::json(&ids)?).bind(write.now.0 + millis);
        query.execute(&mut *write.transaction).await?;
        write.commit().await
    }

    /// Some tables that wait and whose lease has run out: nobody is there.
    pub async fn unattended(&self, most: u32) -> Result<Vec<TableId>> {
        let sql = "SELECT o.table_id AS id FROM origins o JOIN tables t ON t.id = o.table_id
                   WHERE o.until <= $1 AND t.stage = 'waiting' ORDER BY o.until, o.table_id LIMIT $2";
        let now = self.now().await?;
        rows::ids(&sqlx::query(sql).bind(now.0).bind(i64::from(most)).fetch_all(self.readers()).await?)
    }

    /// The tables that wait or are played at, of this address or of all; addresses with many tables first, then the newest.
    pub async fn tables_by_address(&self, address: Option<&str>, most: u32) -> Result<Vec<TableFrom>> {
        let sql = "SELECT o.address, t.id, t.game, t.stage, t.public, t.created,
                       COUNT(*) OVER (PARTITION BY o.address) AS tables
                   FROM origins o JOIN tables t ON t.id = o.table_id
                   WHERE t.stage IN ('waiting', 'playing') AND (CAST($1 AS TEXT) IS NULL OR o.address = $1)
                   ORDER BY tables DESC, o.address, t.created DESC, t.id LIMIT $2";
        let query = sqlx::query(sql).bind(address).bind(i64::from(most));
        query.fetch_all(self.readers()).await?.iter().map(table_from).collect()
    }

    /// Forgets where tables were made whose match is over, that are closed, or that were made before this time.
    pub async fn forget_origins(&self, made_before: Millis) -> Result<u64> {
        let sql = "DELETE FROM origins WHERE table_id IN
                   (SELECT id FROM tables WHERE stage IN ('over', 'closed') OR created < $1)";
        self.forget_older(sql, made_before).await
    }
}

/// Part of the transaction that makes a table.
pub(crate) async fn note_origin(write: &mut Write, new: &NewTable, origin: &Origin) -> Result<()> {
    limits::SUBJECT.check(&origin.address)?;
    let waits = new.stage == Stage::Waiting && new.settings.public;
    if waits {
        check_number(write, origin).await?;
    }
    sqlx::query("INSERT INTO origins (table_id, address, until) VALUES ($1, $2, $3)")
        .bind(new.id.as_str())
        .bind(origin.address.as_str())
        .bind(origin.lease.filter(|_| waits).map(|millis| write.now.0 + millis))
        .execute(&mut *write.transaction)
        .await?;
    Ok(())
}

async fn check_number(write: &mut Write, origin: &Origin) -> Result<()> {
    let sql = "SELECT COUNT(*) FROM origins o JOIN tables t ON t.id = o.table_id
               WHERE o.address = $1 AND t.stage = 'waiting' AND t.public = 1";
    let query = sqlx::query_scalar::<_, i64>(sql).bind(origin.address.as_str());
    let waiting = query.fetch_one(&mut *write.transaction).await? as usize;
    let what = "tables of your address in the lobby (cancel one, or make a private table)";
    if waiting < origin.most_waiting { Ok(()) } else { Err(StoreError::Quota { what, limit: origin.most_waiting }) }
}

fn table_from(row: &AnyRow) -> Result<TableFrom> {
    Ok(TableFrom {
        address: row.try_get("address")?,
        table: rows::id(row.try_get("id")?)?,
        game: row.try_get("game")?,
        stage: rows::stage(row.try_get("stage")?)?,
        public: row.try_get::<i64, _>("public")? != 0,
        created: Millis(row.try_get("created")?),
    })
}
