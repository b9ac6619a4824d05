//! Group commit: one task takes all appends that are waiting, whatever their tables, and writes them in one transaction.
//! While the disk works, the next group gathers: the busier the server, the larger the groups.

use std::collections::HashMap;

use menagerie_wire::Ended;
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, Row};
use tokio::sync::{mpsc, oneshot};

use crate::dialect::Dialect;
use crate::store::{Store, Write, begin};
use crate::{Millis, Result, StoreError, TableId, limits};

/// An event to be appended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewEvent {
    /// The event's text.
    pub text: String,
    /// Who did it: a seat's name, `chance`, or whatever the server calls itself.
    pub by: String,
}

/// An event of a table's log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// Its number at this table, from 1.
    pub seq: u32,
    /// The event's text.
    pub text: String,
    /// Who did it.
    pub by: String,
    /// When.
    pub at: Millis,
}

/// What became of an append.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Appended {
    /// The number of the last event in the log now.
    pub seq: u32,
    /// The time of the appended events; never earlier than that of the events before them.
    pub at: Millis,
}

/// Events for one table, and the result if they end its match.
pub(crate) struct Append {
    table: TableId,
    expected: u32,
    events: Vec<NewEvent>,
    result: Option<Ended>,
}

/// What the writing task is asked.
pub(crate) enum Job {
    Append(Append, oneshot::Sender<Result<Appended>>),
    Close(oneshot::Sender<()>),
}

/// Appends written together.
const GROUP: usize = 512;
/// Rows of one statement: far below the number of parameters that any database takes.
const ROWS: usize = 500;

impl Store {
    /// Appends events to a table's log after event number `expected` (0 for an empty log), all of them or none. Returns once
    /// they are on the disk. [`StoreError::Conflict`] if the log has another length.
    pub async fn append(&self, table: &TableId, expected: u32, events: &[NewEvent]) -> Result<Appended> {
        self.append_job(Append { table: table.clone(), expected, events: events.to_vec(), result: None }).await
    }

    /// Appends the events that end a match, and with them its result; the table's stage becomes
    /// [`Over`](menagerie_wire::table::Stage::Over).
    pub async fn append_end(
        &self,
        table: &TableId,
        expected: u32,
        events: &[NewEvent],
        result: Ended,
    ) -> Result<Appended> {
        let result = Some(result);
        self.append_job(Append { table: table.clone(), expected, events: events.to_vec(), result }).await
    }

    async fn append_job(&self, append: Append) -> Result<Appended> {
        append.check()?;
        let (answer, answered) = oneshot::channel();
        self.appends().send(Job::Append(append, answer)).await.map_err(|_| StoreError::Closed)?;
        answered.await.map_err(|_| StoreError::Closed)?
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

/// The task: it ends when the store is closed or nobody holds it any more.
pub(crate) async fn write_together(dialect: Dialect, writer: AnyPool, mut jobs: mpsc::Receiver<Job>) {
    let mut group = Vec::with_capacity(GROUP);
    while jobs.recv_many(&mut group, GROUP).await > 0 {
        let mut appends = Vec::with_capacity(group.len());
        for job in group.drain(..) {
            match job {
                Job::Append(append, answer) => appends.push((append, answer)),
                Job::Close(done) => {
                    jobs.close();
                    let _ = done.send(());
                }
            }
        }
        write_group(dialect, &writer, appends).await;
    }
}

async fn write_group(dialect: Dialect, writer: &AnyPool, group: Vec<(Append, oneshot::Sender<Result<Appended>>)>) {
    let (appends, answers): (Vec<_>, Vec<_>) = group.into_iter().unzip();
    let results = match try_group(dialect, writer, &appends).await {
        Ok(results) => results,
        Err(error) => vec![Err(error); appends.len()],
    };
    for (answer, result) in answers.into_iter().zip(results) {
        // Whoever asked may have gone meanwhile; the event stands all the same.
        let _ = answer.send(result);
    }
}

/// One transaction: look where the logs end, decide each append, write those that fit.
async fn try_group(dialect: Dialect, writer: &AnyPool, appends: &[Append]) -> Result<Vec<Result<Appended>>> {
    if appends.is_empty() {
        return Ok(Vec::new());
    }
    let Write { mut transaction, now } = begin(dialect, writer).await?;
    let mut ends = log_ends(&mut transaction, appends).await?;
    let results: Vec<_> = appends.iter().map(|append| decide(append, &mut ends, now)).collect();
    insert_events(&mut transaction, appends, &results).await?;
    for (append, result) in appends.iter().zip(&results) {
        if let (Ok(_), Some(end)) = (result, &append.result) {
            crate::tables::end_table(&mut transaction, &append.table, end, now).await?;
        }
    }
    transaction.commit().await?;
    Ok(results)
}

/// Where each table's log ends. A table that does not exist is not in the map.
async fn log_ends<'a>(connection: &mut AnyConnection, appends: &'a [Append]) -> Result<HashMap<&'a str, Appended>> {
    let mut ends = HashMap::with_capacity(appends.len());
    for chunk in appends.chunks(ROWS) {
        let sql = format!(
            "SELECT id, (SELECT MAX(seq) FROM events WHERE table_id = id), \
             (SELECT at FROM events WHERE table_id = id ORDER BY seq DESC LIMIT 1) FROM tables WHERE id IN ({})",
            markers(chunk.len(), 1)
        );
        let query =
            chunk.iter().fold(sqlx::query(AssertSqlSafe(sql)), |query, append| query.bind(append.table.as_str()));
        let rows = query.fetch_all(&mut *connection).await?;
        let mut found: HashMap<String, Appended> = HashMap::with_capacity(rows.len());
        for row in &rows {
            let seq = row.try_get::<Option<i64>, _>(1)?.unwrap_or(0) as u32;
            let at = Millis(row.try_get::<Option<i64>, _>(2)?.unwrap_or(0));
            found.insert(row.try_get(0)?, Appended { seq, at });
        }
        ends.extend(chunk.iter().filter_map(|append| {
            let table = append.table.as_str();
            found.get(table).map(|end| (table, *end))
        }));
    }
    Ok(ends)
}

/// Whether an append fits where its log ends now, counting the appends of the group before it.
fn decide(append: &Append, ends: &mut HashMap<&str, Appended>, now: Millis) -> Result<Appended> {
    let end = ends.get_mut(append.table.as_str()).ok_or(StoreError::NotFound("table"))?;
    if end.seq != append.expected {
        return Err(StoreError::Conflict);
    }
    // The database's clock may be set back; a table's time does not run backwards.
    *end = Appended { seq: end.seq + append.events.len() as u32, at: now.max(end.at) };
    Ok(*end)
}

async fn insert_events(connection: &mut AnyConnection, appends: &[Append], results: &[Result<Appended>]) -> Result<()> {
    let fitting = appends.iter().zip(results).filter_map(|(append, result)| Some((append, result.as_ref().ok()?.at)));
    let rows: Vec<_> = fitting
        .flat_map(|(append, at)| {
            (append.expected + 1..).zip(&append.events).map(move |(seq, event)| (append.table.as_str(), seq, event, at))
        })
        .collect();
    for chunk in rows.chunks(ROWS) {
        let tuples = (0..chunk.len()).map(|row| format!("({})", markers(5, 5 * row + 1)));
        let values = tuples.collect::<Vec<_>>().join(", ");
        let sql = format!("INSERT INTO events (table_id, seq, text, by, at) VALUES {values}");
        let query = chunk.iter().fold(sqlx::query(AssertSqlSafe(sql)), |query, (table, seq, event, at)| {
            query.bind(*table).bind(i64::from(*seq)).bind(event.text.as_str()).bind(event.by.as_str()).bind(at.0)
        });
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

/// `$3, $4, $5`: so many parameters, from this number on.
fn markers(count: usize, first: usize) -> String {
    (first..first + count).map(|number| format!("${number}")).collect::<Vec<_>>().join(", ")
}
