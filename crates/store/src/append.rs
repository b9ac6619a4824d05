//! Group commit: one task takes all appends that wait, of any tables, and writes them in one transaction. While the
//! disk syncs, the next group gathers: the busier the server, the larger the groups.

mod direct;
mod statement;

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::slice;
use std::sync::Arc;
use std::time::Instant;

use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection, AnyPool, Connection, Row};
use tokio::sync::{mpsc, oneshot};
use tokio::task::yield_now;

use crate::checkpoint::Checkpoints;
use crate::dialect::Dialect;
use crate::store::Store;
use crate::table_types::MatchResult;
use crate::{Histogram, Millis, Result, StoreError, TableId, limits, rows};

pub(crate) use direct::Direct;

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

/// The most appends in one group.
const MAX_GROUP: usize = 512;
/// How often the task yields to gather more appends before it sends a group to a database server.
const GATHER_ROUNDS: usize = 8;
/// The most groups in a row before the task gives the connection to other writers.
const MAX_GROUPS_IN_A_ROW: usize = 16;

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

/// The writing task.
pub(crate) struct Appender {
    dialect: Dialect,
    writer: AnyPool,
    direct: Option<Direct>,
    checkpoints: Option<Checkpoints>,
    /// How long each commit took: the disk's `fsync`, or the round trip to a database server.
    commits: Arc<Histogram>,
    /// The connection in use. The task keeps it while appends wait: giving it back and taking it again would cost two
    /// more round trips.
    held: Option<PoolConnection<Any>>,
}

impl Appender {
    /// A task that writes through this pool.
    pub(crate) fn new(dialect: Dialect, writer: AnyPool) -> Self {
        Self { dialect, writer, direct: None, checkpoints: None, commits: Arc::default(), held: None }
    }

    /// A task that writes to an `SQLite` file.
    pub(crate) fn to_file(writer: AnyPool, direct: Direct, checkpoints: Checkpoints) -> Self {
        Self { direct: Some(direct), checkpoints: Some(checkpoints), ..Self::new(Dialect::Sqlite, writer) }
    }

    /// How long each commit takes.
    pub(crate) fn commits(&self) -> Arc<Histogram> {
        Arc::clone(&self.commits)
    }

    /// Writes appends until the store is closed or its last handle is dropped.
    pub(crate) async fn run(mut self, mut jobs: mpsc::Receiver<Job>) {
        let (mut group, mut in_a_row, mut closed) = (Vec::with_capacity(MAX_GROUP), 0, None);
        while jobs.recv_many(&mut group, MAX_GROUP).await > 0 {
            if self.direct.is_none() {
                gather(&mut group, &mut jobs).await;
            }
            let mut appends = Vec::with_capacity(group.len());
            for job in group.drain(..) {
                match job {
                    Job::Append(append, answer) => appends.push((append, answer)),
                    Job::Close(done) => {
                        jobs.close();
                        closed = Some(done);
                    }
                }
            }
            self.write_group(appends).await;
            in_a_row += 1;
            if jobs.is_empty() || in_a_row == MAX_GROUPS_IN_A_ROW {
                self.held = None;
                in_a_row = 0;
            }
        }
        // The files must be free when `close` returns.
        drop(self);
        let _ = closed.map(|done| done.send(()));
    }

    async fn write_group(&mut self, group: Vec<(Append, oneshot::Sender<Result<Appended>>)>) {
        let (appends, answers): (Vec<_>, Vec<_>) = group.into_iter().unzip();
        let results = self.results(&appends).await;
        if let Some(checkpoints) = &self.checkpoints {
            checkpoints.written();
        }
        for (answer, result) in answers.into_iter().zip(results) {
            // The caller may have gone. The event stands nevertheless.
            let _ = answer.send(result);
        }
    }

    async fn results(&mut self, appends: &[Append]) -> Vec<Result<Appended>> {
        let held = match self.held.take() {
            Some(held) => Ok(held),
            None => self.writer.acquire().await,
        };
        let connection = match held {
            Ok(held) => self.held.insert(held),
            Err(error) => return vec![Err(StoreError::from(error)); appends.len()],
        };
        if let Some(results) = self.direct.as_mut().and_then(|direct| direct.write(appends, &self.commits)) {
            return results;
        }
        match try_group(self.dialect, connection, appends, &self.commits).await {
            Ok(results) => results,
            // Another node was first with one of them. The others must not fail for it.
            Err(error) if error.is_unique_violation() => {
                one_by_one(self.dialect, connection, appends, &self.commits).await
            }
            Err(error) => {
                // `SQLite` ends a transaction by itself when the disk is full or fails. The driver still counts it and
                // would begin no other on this connection.
                if let Some(held) = self.held.take() {
                    let _ = held.close().await;
                }
                vec![Err(error); appends.len()]
            }
        }
    }
}

/// Yields a few times, so that callers that are about to append join the group: a larger group costs hardly more per
/// round trip. Stops as soon as a yield brings no new append.
async fn gather(group: &mut Vec<Job>, jobs: &mut mpsc::Receiver<Job>) {
    for _ in 0..GATHER_ROUNDS {
        let before = group.len();
        yield_now().await;
        while let (true, Ok(job)) = (group.len() < MAX_GROUP, jobs.try_recv()) {
            group.push(job);
        }
        if group.len() == before {
            return;
        }
    }
}

/// Writes each append in its own transaction: the log's key decides between two nodes.
async fn one_by_one(
    dialect: Dialect,
    connection: &mut AnyConnection,
    appends: &[Append],
    commits: &Histogram,
) -> Vec<Result<Appended>> {
    let mut results = Vec::with_capacity(appends.len());
    for append in appends {
        let alone = try_group(dialect, connection, slice::from_ref(append), commits).await;
        let alone = alone.map_err(StoreError::or_conflict);
        results.push(alone.and_then(|mut results| results.pop().unwrap_or(Err(StoreError::Conflict))));
    }
    results
}

/// Writes a group in one transaction: read where the logs end, decide each append, insert the events that fit.
async fn try_group(
    dialect: Dialect,
    connection: &mut AnyConnection,
    appends: &[Append],
    commits: &Histogram,
) -> Result<Vec<Result<Appended>>> {
    if appends.is_empty() {
        return Ok(Vec::new());
    }
    if let Some(text) = dialect.append_group().filter(|_| statement::fits(appends)) {
        return statement::write(text, connection, appends, commits).await;
    }
    let mut transaction = connection.begin_with(dialect.begin()).await?;
    let (now, mut ends) = log_ends(dialect, &mut transaction, appends).await?;
    let results: Vec<_> = appends.iter().map(|append| decide(append, &mut ends, now)).collect();
    insert_events(dialect, &mut transaction, appends, &results).await?;
    set_deadlines(dialect, &mut transaction, appends, &results).await?;
    for (append, result) in appends.iter().zip(&results) {
        if let (Ok(_), Some(end)) = (result, &append.result) {
            crate::tables::end_table(&mut transaction, &append.table, end).await?;
        }
    }
    let begun = Instant::now();
    transaction.commit().await?;
    commits.observe(begun.elapsed());
    Ok(results)
}

/// The time, and where each table's log ends. The map has no entry for a table that does not exist.
async fn log_ends(
    dialect: Dialect,
    connection: &mut AnyConnection,
    appends: &[Append],
) -> Result<(Millis, HashMap<String, Appended>)> {
    let tables: Vec<_> = appends.iter().map(|append| append.table.as_str()).collect();
    let row = sqlx::query(dialect.log_ends()).bind(rows::json(&tables)?).fetch_one(connection).await?;
    let ends: Vec<(String, u32, i64)> = rows::from_json(row.try_get(1)?)?;
    let ends = ends.into_iter().map(|(table, seq, at)| (table, Appended { seq, at: Millis(at) })).collect();
    Ok((Millis(row.try_get(0)?), ends))
}

/// Whether an append fits the end of its log, counting the appends before it in the group.
fn decide<T: Borrow<str> + Eq + Hash>(
    append: &Append,
    ends: &mut HashMap<T, Appended>,
    now: Millis,
) -> Result<Appended> {
    let end = ends.get_mut(append.table.as_str()).ok_or(StoreError::NotFound("table"))?;
    if end.seq != append.expected {
        return Err(StoreError::Conflict);
    }
    // The database's clock may be set back. A table's time never goes back.
    *end = Appended { seq: end.seq + append.events.len() as u32, at: now.max(end.at) };
    Ok(*end)
}

async fn insert_events(
    dialect: Dialect,
    connection: &mut AnyConnection,
    appends: &[Append],
    results: &[Result<Appended>],
) -> Result<()> {
    let fitting = appends.iter().zip(results).filter_map(|(append, result)| Some((append, result.as_ref().ok()?.at)));
    let mut events: Vec<_> = fitting
        .flat_map(|(append, at)| {
            let numbered = (append.expected + 1..).zip(&append.events);
            numbered.map(move |(seq, event)| (append.table.as_str(), seq, &event.text, &event.by, at.0))
        })
        .collect();
    // All nodes insert in the same order, so that they cannot deadlock.
    events.sort_unstable_by_key(|(table, seq, ..)| (*table, *seq));
    sqlx::query(dialect.insert_events()).bind(rows::json(&events)?).execute(connection).await?;
    Ok(())
}

async fn set_deadlines(
    dialect: Dialect,
    connection: &mut AnyConnection,
    appends: &[Append],
    results: &[Result<Appended>],
) -> Result<()> {
    let fitting = appends.iter().zip(results).filter_map(|(append, result)| Some((append, result.as_ref().ok()?.at)));
    let deadlines: Vec<_> =
        fitting.filter_map(|(append, at)| Some((append.table.as_str(), at.0 + append.deadline?))).collect();
    crate::deadlines::set(dialect, connection, &deadlines).await
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn append(table: u64, expected: u32, texts: &[&str]) -> Append {
        let event = |text: &&str| NewEvent { text: (*text).to_owned(), by: "red".to_owned() };
        let events = texts.iter().map(event).collect();
        Append { table: TableId::from_random(table), expected, events, result: None, deadline: None }
    }

    fn logs(lengths: &[(&str, u32)]) -> HashMap<String, Appended> {
        let end = |(table, seq): &(&str, u32)| ((*table).to_owned(), Appended { seq: *seq, at: Millis(100) });
        lengths.iter().map(end).collect()
    }

    #[test]
    fn a_group_decides_in_order_and_refuses_only_those_that_are_late() {
        let group = [
            append(1, 4, &["a", "b"]),
            append(1, 4, &["late"]),
            append(2, 0, &["other table"]),
            append(1, 6, &["knows of a and b"]),
            append(3, 0, &["no such table"]),
        ];
        let mut ends = logs(&[("1000000000", 4), ("2000000000", 0)]);
        let results: Vec<_> = group.iter().map(|append| decide(append, &mut ends, Millis(50))).collect();
        let told: Vec<_> = results.iter().map(|result| result.as_ref().map(|appended| appended.seq)).collect();
        assert!(matches!(
            told[..],
            [Ok(6), Err(StoreError::Conflict), Ok(1), Ok(7), Err(StoreError::NotFound("table"))]
        ));
        assert_eq!(results[0].as_ref().unwrap().at, Millis(100), "the log is later than the clock");
    }
}
