//! Group commit: one task takes all appends that wait, of any tables, and writes them in one transaction. While the
//! disk syncs, the next group gathers: the busier the server, the larger the groups.

mod appender;
mod direct;
mod log_sync;
#[cfg(feature = "postgres")]
mod statement;
mod transaction;

use sqlx::Row;
use tokio::sync::oneshot;

use crate::store::Store;
use crate::table_types::MatchResult;
use crate::{Millis, Result, StoreError, TableId, limits};

pub(crate) use appender::Appender;
pub(crate) use direct::Direct;
#[cfg(feature = "postgres")]
pub(crate) use statement::Server;

/// An event to be appended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewEvent {
    /// The event's text.
    pub text: String,
    /// The author: a seat's name, `chance`, or the server's own name.
    pub by: String,
}

/// An event of a table's log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// Its number at this table, from 1.
    pub seq: u32,
    /// The event's text.
    pub text: String,
    /// The author.
    pub by: String,
    /// When.
    pub at: Millis,
}

/// Where the log ends after an append.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Appended {
    /// The number of the last event in the log.
    pub seq: u32,
    /// The time of the appended events. It is never earlier than that of the events before them.
    pub at: Millis,
}

/// Events for one table, and the result if they end its match.
pub(crate) struct Append {
    table: TableId,
    expected: u32,
    events: Vec<NewEvent>,
    result: Option<MatchResult>,
    /// The table's deadline, in milliseconds after these events.
    deadline: Option<i64>,
}

/// A message to the writing task.
pub(crate) enum Job {
    Append(Append, oneshot::Sender<Result<Appended>>),
    Close(oneshot::Sender<()>),
}

impl Store {
    /// Appends events to a table's log after event number `expected` (0 for an empty log), all of them or none. Returns
    /// after the disk sync. [`StoreError::Conflict`] if the log has another length.
    pub async fn append(&self, table: &TableId, expected: u32, events: &[NewEvent]) -> Result<Appended> {
        self.append_with_deadline(table, expected, events, None).await
    }

    /// The same, and sets the table's deadline to `deadline` milliseconds after these events ([`Store::take_due`]).
    pub async fn append_with_deadline(
        &self,
        table: &TableId,
        expected: u32,
        events: impl Into<Vec<NewEvent>>,
        deadline: Option<i64>,
    ) -> Result<Appended> {
        self.append_job(Append { table: table.clone(), expected, events: events.into(), result: None, deadline }).await
    }

    /// Appends the last events of a match and stores its result. The table's stage becomes
    /// [`Stage::Over`](crate::Stage::Over).
    pub async fn append_end(
        &self,
        table: &TableId,
        expected: u32,
        events: impl Into<Vec<NewEvent>>,
        result: MatchResult,
    ) -> Result<Appended> {
        let (events, result) = (events.into(), Some(result));
        self.append_job(Append { table: table.clone(), expected, events, result, deadline: None }).await
    }

    async fn append_job(&self, append: Append) -> Result<Appended> {
        append.check()?;
        let (answer, answered) = oneshot::channel();
        self.appends().send(Job::Append(append, answer)).await.map_err(|_| StoreError::Closed)?;
        let appended = answered.await.map_err(|_| StoreError::Closed)?;
        self.write_health().appended(&appended);
        appended
    }

    /// A table's events from this number on, in order.
    pub async fn events(&self, table: &TableId, from: u32) -> Result<Vec<Event>> {
        let rows = sqlx::query("SELECT seq, text, by, at FROM events WHERE table_id = $1 AND seq >= $2 ORDER BY seq")
            .bind(table.as_str())
            .bind(i64::from(from))
            .fetch_all(self.readers())
            .await?;
        rows.iter()
            .map(|row| {
                Ok(Event {
                    seq: row.try_get::<i64, _>(0)? as u32,
                    text: row.try_get(1)?,
                    by: row.try_get(2)?,
                    at: Millis(row.try_get(3)?),
                })
            })
            .collect()
    }
}

impl Append {
    fn check(&self) -> Result<()> {
        limits::at_most("events at once", self.events.len(), limits::EVENTS_AT_ONCE)?;
        for event in &self.events {
            limits::EVENT.check(&event.text)?;
            limits::SEAT.check(&event.by)?;
        }
        self.result.as_ref().map_or(Ok(()), crate::tables::check_result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn append(table: u64, expected: u32, texts: &[&str]) -> Append {
        let event = |text: &&str| NewEvent { text: (*text).to_owned(), by: "red".to_owned() };
        let events = texts.iter().map(event).collect();
        Append { table: TableId::from_random(table), expected, events, result: None, deadline: None }
    }
}
