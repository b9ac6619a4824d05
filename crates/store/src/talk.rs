//! Words between people at a table: what was said, and the log of alliances.

use menagerie_wire::Room;
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::rows;
use crate::store::{Store, Write};
use crate::{Asked, Millis, Once, Result, StoreError, TableId, limits};

/// So many circles of listeners has a table at most: the players, the spectators, and each two of four seats.
pub const CIRCLES: u8 = 8;

/// Something that is to be said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewSaid {
    /// Among whose words it is numbered, from 1 to [`CIRCLES`]: a number tells nobody how much others talk.
    pub circle: u8,
    /// Who says it: a seat, or nothing for a spectator.
    pub seat: Option<String>,
    /// The name they gave.
    pub name: String,
    /// Who hears it.
    pub room: Room,
    /// What.
    pub text: String,
}

/// Something that was said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    /// Its number: no other words at this table have it, and it grows within its circle.
    pub id: u32,
    /// Who said it.
    pub seat: Option<String>,
    /// The name they gave.
    pub name: String,
    /// Who heard it.
    pub room: Room,
    /// What.
    pub text: String,
    /// When.
    pub at: Millis,
}

/// A step of an alliance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewAlliance {
    /// The seat that did it.
    pub by: String,
    /// The seat it did it with.
    pub partner: String,
    /// `offered`, `made`, `refused`, `broken`.
    pub what: String,
    /// Whether everybody sees it, or only the two.
    pub open: bool,
}

/// An entry of the alliance log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alliance {
    /// Its number at this table, from 1.
    pub id: u32,
    /// What happened.
    pub step: NewAlliance,
    /// When.
    pub at: Millis,
}

/// On what terms something is said or agreed on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Terms {
    /// The message that says so, if it may come again: then it is carried out once.
    pub once: Option<Asked>,
    /// How much a seat may say and agree on, at all nodes together; nothing for as much as it likes.
    pub pace: Option<Pace>,
}

/// So many words and steps of alliances in so many milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// So many.
    pub most: usize,
    /// In so many milliseconds.
    pub millis: i64,
}

impl Store {
    /// Keeps what was said. [`StoreError::TooFast`] if the seat has said too much lately.
    pub async fn say(&self, table: &TableId, new: NewSaid, terms: Terms) -> Result<Once<Said>> {
        check_said(&new)?;
        match self.write_on(terms, table, new.seat.as_deref()).await? {
            Once::Now(write) => Ok(Once::Now(keep_said(write, table, new).await?)),
            Once::Before(version) => Ok(Once::Before(version)),
        }
    }

    /// The last so many things said in each circle of a table that no operator has removed, in order.
    pub async fn talk(&self, table: &TableId, limit: u32) -> Result<Vec<Said>> {
        let sql = "SELECT id, seat, name, room, text, at FROM
                   (SELECT id, seat, name, room, text, at,
                    ROW_NUMBER() OVER (PARTITION BY id % CAST($3 AS BIGINT) ORDER BY id DESC) AS place
                    FROM talk WHERE table_id = $1 AND removed = 0) AS numbered
                   WHERE place <= $2 ORDER BY at, id";
        let query = sqlx::query(sql).bind(table.as_str()).bind(i64::from(limit)).bind(i64::from(CIRCLES));
        query.fetch_all(self.readers()).await?.iter().map(said).collect()
    }

    /// Removes a message: nobody hears it any more, and its number is not used again.
    pub async fn remove_said(&self, table: &TableId, id: u32) -> Result<()> {
        let mut write = self.write().await?;
        let removed = sqlx::query("UPDATE talk SET removed = 1 WHERE table_id = $1 AND id = $2")
            .bind(table.as_str())
            .bind(i64::from(id))
            .execute(&mut *write.transaction)
            .await?;
        write.commit().await?;
        if removed.rows_affected() == 1 { Ok(()) } else { Err(StoreError::NotFound("message")) }
    }

    /// Keeps a step of an alliance. [`StoreError::TooFast`] as for words.
    pub async fn ally(&self, table: &TableId, step: NewAlliance, terms: Terms) -> Result<Once<Alliance>> {
        check_step(&step)?;
        match self.write_on(terms, table, Some(&step.by)).await? {
            Once::Now(write) => Ok(Once::Now(keep_step(write, table, step).await?)),
            Once::Before(version) => Ok(Once::Before(version)),
        }
    }

    /// The alliance log of a table, in order.
    pub async fn alliances(&self, table: &TableId) -> Result<Vec<Alliance>> {
        let sql = "SELECT id, by, partner, what, shown, at FROM alliances WHERE table_id = $1 ORDER BY id";
        let rows = sqlx::query(sql).bind(table.as_str()).fetch_all(self.readers()).await?;
        rows.iter().map(alliance).collect()
    }

    /// Begins to keep what a seat, or somebody without one, says or agrees on.
    async fn write_on(&self, terms: Terms, table: &TableId, seat: Option<&str>) -> Result<Once<Write>> {
        let mut begun = self.write_once(table, terms.once).await?;
        if let (Once::Now(write), Some(pace), Some(seat)) = (&mut begun, terms.pace, seat) {
            check_pace(write, table, seat, pace).await?;
        }
        Ok(begun)
    }
}

/// Whether a seat has not said too much lately, at whichever node. What was removed was said all the same.
async fn check_pace(write: &mut Write, table: &TableId, seat: &str, pace: Pace) -> Result<()> {
    let sql = "SELECT (SELECT COUNT(*) FROM talk WHERE table_id = $1 AND seat = $2 AND at > $3)
               + (SELECT COUNT(*) FROM alliances WHERE table_id = $1 AND by = $2 AND at > $3)";
    let query = sqlx::query_scalar(sql).bind(table.as_str()).bind(seat).bind(write.now.0 - pace.millis);
    let lately: i64 = query.fetch_one(&mut *write.transaction).await?;
    if lately < pace.most as i64 { Ok(()) } else { Err(StoreError::TooFast) }
}

fn check_said(new: &NewSaid) -> Result<()> {
    new.seat.as_deref().map_or(Ok(()), |seat| limits::SEAT.check(seat))?;
    limits::NAME.check(&new.name)?;
    limits::SAID.check(&new.text)?;
    if let Room::Seat { seat } = &new.room { limits::SEAT.check(seat) } else { Ok(()) }
}

/// The rest of a transaction that has locked the table.
async fn keep_said(mut write: Write, table: &TableId, new: NewSaid) -> Result<Said> {
    let sql = "INSERT INTO talk (table_id, id, seat, name, room, text, at, removed)
               SELECT $1, COALESCE(MAX(id), CAST($7 AS BIGINT) - CAST($8 AS BIGINT)) + CAST($8 AS BIGINT), $2, $3, $4, $5, $6, 0
               FROM talk WHERE table_id = $1 AND (id - CAST($7 AS BIGINT)) % CAST($8 AS BIGINT) = 0 RETURNING id";
    let NewSaid { circle, seat, name, room, text } = new;
    let at = write.now;
    let id: i64 = sqlx::query_scalar(sql)
        .bind(table.as_str())
        .bind(seat.as_deref())
        .bind(name.as_str())
        .bind(rows::json(&room)?)
        .bind(text.as_str())
        .bind(at.0)
        .bind(i64::from(circle))
        .bind(i64::from(CIRCLES))
        .fetch_one(&mut *write.transaction)
        .await?;
    write.commit().await?;
    Ok(Said { id: id as u32, seat, name, room, text, at })
}

fn check_step(step: &NewAlliance) -> Result<()> {
    [&step.by, &step.partner, &step.what].into_iter().try_for_each(|text| limits::SEAT.check(text))
}

/// The rest of a transaction that has locked the table.
async fn keep_step(mut write: Write, table: &TableId, step: NewAlliance) -> Result<Alliance> {
    let sql = "INSERT INTO alliances (table_id, id, by, partner, what, shown, at)
               SELECT $1, COALESCE(MAX(id), 0) + 1, $2, $3, $4, $5, $6 FROM alliances WHERE table_id = $1 RETURNING id";
    let at = write.now;
    let id: i64 = sqlx::query_scalar(sql)
        .bind(table.as_str())
        .bind(step.by.as_str())
        .bind(step.partner.as_str())
        .bind(step.what.as_str())
        .bind(i64::from(step.open))
        .bind(at.0)
        .fetch_one(&mut *write.transaction)
        .await?;
    write.commit().await?;
    Ok(Alliance { id: id as u32, step, at })
}

fn said(row: &AnyRow) -> Result<Said> {
    Ok(Said {
        id: row.try_get::<i64, _>("id")? as u32,
        seat: row.try_get("seat")?,
        name: row.try_get("name")?,
        room: rows::from_json(row.try_get("room")?)?,
        text: row.try_get("text")?,
        at: Millis(row.try_get("at")?),
    })
}

fn alliance(row: &AnyRow) -> Result<Alliance> {
    Ok(Alliance {
        id: row.try_get::<i64, _>("id")? as u32,
        step: NewAlliance {
            by: row.try_get("by")?,
            partner: row.try_get("partner")?,
            what: row.try_get("what")?,
            open: rows::flag(row, "shown")?,
        },
        at: Millis(row.try_get("at")?),
    })
}
