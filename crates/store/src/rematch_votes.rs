//! Rematch votes: the seats that want another game. The store keeps them, so a vote counts at every node, whether or not any
//! node holds the table in memory.

use sqlx::Row;
use sqlx::any::AnyRow;

use crate::store::Store;
use crate::{Result, TableId, limits};

/// The seats that want another game, by name, each with its nonce for that game's dice.
pub type RematchVotes = Vec<(String, Option<String>)>;

/// A repeated vote keeps its nonce: the other seats have seen it.
const VOTE: &str = "INSERT INTO rematch_votes (table_id, seat, active, nonce, changes) VALUES ($1, $2, 1, $3, 1)
    ON CONFLICT (table_id, seat) DO UPDATE SET active = 1, nonce = $3, changes = rematch_votes.changes + 1
    WHERE rematch_votes.active = 0";
/// A seat with a vote withdraws it. A seat without one declines: that ends the votes of the others.
const WITHDRAW: &str = "UPDATE rematch_votes SET active = 0, nonce = NULL, changes = changes + 1
    WHERE table_id = $1 AND active = 1 AND (seat = $2 OR NOT EXISTS (
        SELECT 1 FROM rematch_votes own WHERE own.table_id = $1 AND own.seat = $2 AND own.active = 1))";
const FIND: &str = "SELECT seat, nonce FROM rematch_votes WHERE table_id = $1 AND active = 1 ORDER BY seat";

impl Store {
    /// Adds a seat's vote, with its nonce for the next game's dice. Returns all votes: of several seats that vote at the
    /// same time, the last one sees the votes of all.
    pub async fn vote_for_rematch(&self, table: &TableId, seat: &str, nonce: Option<&str>) -> Result<RematchVotes> {
        limits::SEAT.check(seat)?;
        nonce.map_or(Ok(()), |nonce| limits::NONCE.check(nonce))?;
        self.change_votes(table, sqlx::query(VOTE).bind(table.as_str()).bind(seat).bind(nonce)).await
    }

    /// Withdraws a seat's vote, or declines the offer of the others. Returns the votes that are left.
    pub async fn withdraw_rematch_vote(&self, table: &TableId, seat: &str) -> Result<RematchVotes> {
        self.change_votes(table, sqlx::query(WITHDRAW).bind(table.as_str()).bind(seat)).await
    }

    /// The votes at a table.
    pub async fn rematch_votes(&self, table: &TableId) -> Result<RematchVotes> {
        read_votes(&sqlx::query(FIND).bind(table.as_str()).fetch_all(self.readers()).await?)
    }

    async fn change_votes(
        &self,
        table: &TableId,
        change: sqlx::query::Query<'_, sqlx::Any, sqlx::any::AnyArguments>,
    ) -> Result<RematchVotes> {
        let mut write = self.write().await?;
        write.lock_table(table).await?;
        change.execute(&mut *write.transaction).await?;
        let votes = sqlx::query(FIND).bind(table.as_str()).fetch_all(&mut *write.transaction).await?;
        write.commit().await?;
        read_votes(&votes)
    }
}

fn read_votes(rows: &[AnyRow]) -> Result<RematchVotes> {
    rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
}
