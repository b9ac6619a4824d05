//! Who wants another game: whichever node a wish is made at, and whether or not anybody holds the table meanwhile.

use sqlx::Row;
use sqlx::any::AnyRow;

use crate::store::Store;
use crate::{Result, TableId, limits};

/// The seats that want another game, in no particular order, and what each adds to that game's dice.
pub type Wishes = Vec<(String, Option<String>)>;

/// A wish that is only said again stays what it was: others know its nonce already.
const WANT: &str = "INSERT INTO wishes (table_id, seat, wants, nonce, changes) VALUES ($1, $2, 1, $3, 1)
    ON CONFLICT (table_id, seat) DO UPDATE SET wants = 1, nonce = $3, changes = wishes.changes + 1 WHERE wishes.wants = 0";
/// A seat that has a wish withdraws it. From a seat that has none this declines the others' offer: their wishes end, and the
/// seats that offered see that.
const WITHDRAW: &str = "UPDATE wishes SET wants = 0, nonce = NULL, changes = changes + 1
    WHERE table_id = $1 AND wants = 1 AND (seat = $2 OR NOT EXISTS (
        SELECT 1 FROM wishes own WHERE own.table_id = $1 AND own.seat = $2 AND own.wants = 1))";
const WANTED: &str = "SELECT seat, nonce FROM wishes WHERE table_id = $1 AND wants = 1 ORDER BY seat";

impl Store {
    /// A seat wants another game and adds this to its dice; all who want one now. Of several who say so at the same time one is
    /// told of all the others.
    pub async fn want_rematch(&self, table: &TableId, seat: &str, nonce: Option<&str>) -> Result<Wishes> {
        limits::SEAT.check(seat)?;
        nonce.map_or(Ok(()), |nonce| limits::NONCE.check(nonce))?;
        self.wish(table, sqlx::query(WANT).bind(table.as_str()).bind(seat).bind(nonce)).await
    }

    /// A seat no longer wants another game, or declines the one that others offer; all who still want one.
    pub async fn withdraw_rematch(&self, table: &TableId, seat: &str) -> Result<Wishes> {
        self.wish(table, sqlx::query(WITHDRAW).bind(table.as_str()).bind(seat)).await
    }

    /// Who wants another game.
    pub async fn rematch_wishes(&self, table: &TableId) -> Result<Wishes> {
        wanted(&sqlx::query(WANTED).bind(table.as_str()).fetch_all(self.readers()).await?)
    }

    async fn wish(
        &self,
        table: &TableId,
        change: sqlx::query::Query<'_, sqlx::Any, sqlx::any::AnyArguments>,
    ) -> Result<Wishes> {
        let mut write = self.write().await?;
        write.lock_table(table).await?;
        change.execute(&mut *write.transaction).await?;
        let wishes = sqlx::query(WANTED).bind(table.as_str()).fetch_all(&mut *write.transaction).await?;
        write.commit().await?;
        wanted(&wishes)
    }
}

fn wanted(rows: &[AnyRow]) -> Result<Wishes> {
    rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
}
