//! Chat messages at a table, and the log of alliances. A rate limit covers both, and idempotency keys make each request
//! count once.

use serde::{Deserialize, Serialize};
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::rows;
use crate::store::{Store, Write};
use crate::{IdempotencyKey, Idempotent, Millis, Result, StoreError, TableId, limits};

/// The most audiences of a table: the players, the spectators, and each pair of four seats.
pub const AUDIENCES: u8 = 8;

/// Who reads a chat message. Existing databases hold this as JSON, so the form never changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Channel {
    /// The seats.
    Players,
    /// The spectators. The seats read it when the match is over.
    Spectators,
    /// One other seat, in games with alliances.
    Seat {
        /// Its name.
        seat: String,
    },
}

/// A chat message to add.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewChatMessage {
    /// The audience that numbers it, from 1 to [`AUDIENCES`]. Each audience numbers its own messages, so a number tells
    /// nothing about the others.
    pub audience: u8,
    /// The seat of the sender; `None` for a spectator.
    pub seat: Option<String>,
    /// The sender's name.
    pub name: String,
    /// Who reads it.
    pub channel: Channel,
    /// The text.
    pub text: String,
}

/// A chat message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChatMessage {
    /// Its number, unique at this table. It grows within its audience.
    pub id: u32,
    /// The seat of the sender; `None` for a spectator.
    pub seat: Option<String>,
    /// The sender's name.
    pub name: String,
    /// Who reads it.
    pub channel: Channel,
    /// The text.
    pub text: String,
    /// When it was sent.
    pub at: Millis,
}

/// A step of an alliance to add.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewAllianceStep {
    /// The seat that took the step.
    pub by: String,
    /// The other seat.
    pub partner: String,
    /// `offered`, `made`, `refused`, `broken`.
    pub what: String,
    /// Whether all seats see it, or only the two.
    pub open: bool,
}

/// An entry of the alliance log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AllianceStep {
    /// Its number at this table, from 1.
    pub id: u32,
    /// The step.
    pub step: NewAllianceStep,
    /// When it was taken.
    pub at: Millis,
}

/// How a chat message or a step of an alliance is added.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ChatOptions {
    /// The idempotency key of the request. With a key, a repeated request is replayed instead of carried out.
    pub idempotency: Option<IdempotencyKey>,
    /// The rate limit of a seat across all nodes; `None` for no limit.
    pub rate: Option<ChatRate>,
}

/// A rate limit for chat messages and steps of alliances together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChatRate {
    /// The most messages and steps.
    pub most: usize,
    /// The length of the window in milliseconds.
    pub millis: i64,
}

impl Store {
    /// Adds a chat message. [`StoreError::TooFast`] if the seat has reached its rate limit.
    pub async fn add_chat_message(
        &self,
        table: &TableId,
        new: NewChatMessage,
        options: ChatOptions,
    ) -> Result<Idempotent<ChatMessage>> {
        check_message(&new)?;
        match self.begin_chat_write(options, table, new.seat.as_deref()).await? {
            Idempotent::Done(write) => Ok(Idempotent::Done(insert_message(write, table, new).await?)),
            Idempotent::Replayed(version) => Ok(Idempotent::Replayed(version)),
        }
    }

    /// The newest `limit` messages of each audience, oldest first, without removed ones.
    pub async fn chat_messages(&self, table: &TableId, limit: u32) -> Result<Vec<ChatMessage>> {
        let sql = "SELECT id, seat, name, channel, text, at FROM
                   (SELECT id, seat, name, channel, text, at,
                    ROW_NUMBER() OVER (PARTITION BY id % CAST($3 AS BIGINT) ORDER BY id DESC) AS place
                    FROM chat_messages WHERE table_id = $1 AND removed = 0) AS numbered
                   WHERE place <= $2 ORDER BY at, id";
        let query = sqlx::query(sql).bind(table.as_str()).bind(i64::from(limit)).bind(i64::from(AUDIENCES));
        query.fetch_all(self.readers()).await?.iter().map(message).collect()
    }

    /// Removes a message from the chat. Its number is not used again.
    pub async fn remove_chat_message(&self, table: &TableId, id: u32) -> Result<()> {
        let mut write = self.write().await?;
        let removed = sqlx::query("UPDATE chat_messages SET removed = 1 WHERE table_id = $1 AND id = $2")
            .bind(table.as_str())
            .bind(i64::from(id))
            .execute(&mut *write.transaction)
            .await?;
        write.commit().await?;
        if removed.rows_affected() == 1 { Ok(()) } else { Err(StoreError::NotFound("message")) }
    }

    /// Adds a step of an alliance. [`StoreError::TooFast`] if the seat has reached its rate limit.
    pub async fn add_alliance_step(
        &self,
        table: &TableId,
        step: NewAllianceStep,
        options: ChatOptions,
    ) -> Result<Idempotent<AllianceStep>> {
        check_step(&step)?;
        match self.begin_chat_write(options, table, Some(&step.by)).await? {
            Idempotent::Done(write) => Ok(Idempotent::Done(insert_step(write, table, step).await?)),
            Idempotent::Replayed(version) => Ok(Idempotent::Replayed(version)),
        }
    }

    /// The alliance log of a table, in order.
    pub async fn alliance_steps(&self, table: &TableId) -> Result<Vec<AllianceStep>> {
        let sql = "SELECT id, by, partner, what, open, at FROM alliance_steps WHERE table_id = $1 ORDER BY id";
        let rows = sqlx::query(sql).bind(table.as_str()).fetch_all(self.readers()).await?;
        rows.iter().map(alliance).collect()
    }

    /// Begins a write that counts against the rate limit of a seat. Spectators have none here.
    async fn begin_chat_write(
        &self,
        options: ChatOptions,
        table: &TableId,
        seat: Option<&str>,
    ) -> Result<Idempotent<Write>> {
        let mut begun = self.begin_idempotent(table, options.idempotency).await?;
        if let (Idempotent::Done(write), Some(rate), Some(seat)) = (&mut begun, options.rate, seat) {
            check_rate(write, table, seat, rate).await?;
        }
        Ok(begun)
    }
}

/// Checks the rate limit of a seat across all nodes. Removed messages count too.
async fn check_rate(write: &mut Write, table: &TableId, seat: &str, rate: ChatRate) -> Result<()> {
    let sql = "SELECT (SELECT COUNT(*) FROM chat_messages WHERE table_id = $1 AND seat = $2 AND at > $3)
               + (SELECT COUNT(*) FROM alliance_steps WHERE table_id = $1 AND by = $2 AND at > $3)";
    let query = sqlx::query_scalar(sql).bind(table.as_str()).bind(seat).bind(write.now.0 - rate.millis);
    let lately: i64 = query.fetch_one(&mut *write.transaction).await?;
    if lately < rate.most as i64 { Ok(()) } else { Err(StoreError::TooFast) }
}

fn check_message(new: &NewChatMessage) -> Result<()> {
    new.seat.as_deref().map_or(Ok(()), |seat| limits::SEAT.check(seat))?;
    limits::NAME.check(&new.name)?;
    limits::CHAT_MESSAGE.check(&new.text)?;
    if let Channel::Seat { seat } = &new.channel { limits::SEAT.check(seat) } else { Ok(()) }
}

/// Inserts a message and commits. The transaction has locked the table.
async fn insert_message(mut write: Write, table: &TableId, new: NewChatMessage) -> Result<ChatMessage> {
    let sql = "INSERT INTO chat_messages (table_id, id, seat, name, channel, text, at, removed)
               SELECT $1, COALESCE(MAX(id), CAST($7 AS BIGINT) - CAST($8 AS BIGINT)) + CAST($8 AS BIGINT), $2, $3, $4, $5, $6, 0
               FROM chat_messages WHERE table_id = $1 AND (id - CAST($7 AS BIGINT)) % CAST($8 AS BIGINT) = 0 RETURNING id";
    let NewChatMessage { audience, seat, name, channel, text } = new;
    let at = write.now;
    let id: i64 = sqlx::query_scalar(sql)
        .bind(table.as_str())
        .bind(seat.as_deref())
        .bind(name.as_str())
        .bind(rows::json(&channel)?)
        .bind(text.as_str())
        .bind(at.0)
        .bind(i64::from(audience))
        .bind(i64::from(AUDIENCES))
        .fetch_one(&mut *write.transaction)
        .await?;
    write.commit().await?;
    Ok(ChatMessage { id: id as u32, seat, name, channel, text, at })
}

fn check_step(step: &NewAllianceStep) -> Result<()> {
    [&step.by, &step.partner, &step.what].into_iter().try_for_each(|text| limits::SEAT.check(text))
}

/// Inserts a step and commits. The transaction has locked the table.
async fn insert_step(mut write: Write, table: &TableId, step: NewAllianceStep) -> Result<AllianceStep> {
    let sql = "INSERT INTO alliance_steps (table_id, id, by, partner, what, open, at)
               SELECT $1, COALESCE(MAX(id), 0) + 1, $2, $3, $4, $5, $6 FROM alliance_steps WHERE table_id = $1 RETURNING id";
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
    Ok(AllianceStep { id: id as u32, step, at })
}

fn message(row: &AnyRow) -> Result<ChatMessage> {
    Ok(ChatMessage {
        id: row.try_get::<i64, _>("id")? as u32,
        seat: row.try_get("seat")?,
        name: row.try_get("name")?,
        channel: rows::from_json(row.try_get("channel")?)?,
        text: row.try_get("text")?,
        at: Millis(row.try_get("at")?),
    })
}

fn alliance(row: &AnyRow) -> Result<AllianceStep> {
    Ok(AllianceStep {
        id: row.try_get::<i64, _>("id")? as u32,
        step: NewAllianceStep {
            by: row.try_get("by")?,
            partner: row.try_get("partner")?,
            what: row.try_get("what")?,
            open: rows::flag(row, "open")?,
        },
        at: Millis(row.try_get("at")?),
    })
}
