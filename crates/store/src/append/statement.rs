//! A group of appends as one prepared statement, for a database server: it reads where the logs end, inserts the events that
//! fit, sets deadlines and stores results. One statement is one round trip and one transaction, and a node that freezes
//! holds no lock.

use std::collections::{HashMap, HashSet};
use std::io;
use std::time::{Duration, Instant};

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions, Connection, Row};
use tokio::time::{sleep, timeout};

use super::{Append, Appended};
use crate::{Histogram, Millis, Result, StoreError, rows};

/// A request fails after this time if the server is away, while its client still waits.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// The pause between two attempts to connect.
const CONNECT_PAUSE: Duration = Duration::from_millis(50);
/// A statement without an answer after this time counts as lost with its connection: the server's machine may be gone
/// without a word. Longer than `statement_timeout`, with which the server gives up by itself.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);

/// The plan must not depend on how large the tables were when the statement was first run: it looks up one index entry for
/// each table, in the order of the parameters, however large the database is. A group waits only briefly for a lock that a
/// transaction of another node holds on one of its tables; then the other tables are written without it.
const SETTINGS: &str = "SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET enable_hashjoin = off;
     SET enable_mergejoin = off; SET jit = off; SET lock_timeout = '300ms'; SET statement_timeout = '4s'";

/// The database's clock, in milliseconds since 1970.
macro_rules! now {
    () => {
        "CAST(floor(extract(epoch FROM statement_timestamp()) * 1000) AS BIGINT)"
    };
}

/// The parameters, as lists with one entry per event: table, expected number, number, text, author. Each event stands
/// beside the last one that its author knew, if the log has it.
macro_rules! known {
    ($parameters:literal, $columns:literal) => {
        concat!(
            "FROM unnest(CAST($1 AS TEXT[]), CAST($2 AS BIGINT[]), CAST($3 AS BIGINT[]), CAST($4 AS TEXT[]),
                 CAST($5 AS TEXT[])",
            $parameters,
            ") w(id, expected, seq, text, by",
            $columns,
            ") JOIN events e ON e.table_id = w.id AND e.seq = w.expected"
        )
    };
}

/// The usual statement: every match has begun, no match ends, and no deadline changes. An event is inserted if the log has
/// the one before it. If the log has more, the insertion violates the key. The answer has a row for each inserted event.
const APPEND: &str = concat!(
    "INSERT INTO events (table_id, seq, text, by, at)
     SELECT w.id, w.seq, w.text, w.by, GREATEST(e.at, ",
    now!(),
    ") ",
    known!("", ""),
    " RETURNING table_id, at"
);

/// The same, and sets deadlines. The deadline stands at the first event of an append.
const APPEND_WITH_DEADLINES: &str = concat!(
    "WITH known AS (
         SELECT w.*, GREATEST(e.at, ",
    now!(),
    ") AS at ",
    known!(", CAST($6 AS BIGINT[])", ", deadline"),
    "), timed AS (
         INSERT INTO deadlines (table_id, at) SELECT id, at + deadline FROM known WHERE deadline IS NOT NULL
         ON CONFLICT (table_id) DO UPDATE SET at = excluded.at
     )
     INSERT INTO events (table_id, seq, text, by, at) SELECT id, seq, text, by, at FROM known RETURNING table_id, at"
);

/// For groups in which a match begins or ends. The results stand at the first event of an append.
const APPEND_BEGIN_OR_END: &str = concat!(
    "WITH ends AS (
         SELECT w.*, GREATEST(COALESCE(l.at, 0), ",
    now!(),
    ") AS at
         FROM unnest(CAST($1 AS TEXT[]), CAST($2 AS BIGINT[]), CAST($3 AS BIGINT[]), CAST($4 AS TEXT[]),
             CAST($5 AS TEXT[]), CAST($6 AS BIGINT[]), CAST($7 AS TEXT[]))
             w(id, expected, seq, text, by, deadline, result)
         LEFT JOIN LATERAL (SELECT seq, at FROM events WHERE table_id = w.id ORDER BY seq DESC LIMIT 1) l ON true
         WHERE expected = COALESCE(l.seq, (SELECT 0 FROM tables t WHERE t.id = w.id))
     ), timed AS (
         INSERT INTO deadlines (table_id, at) SELECT id, at + deadline FROM ends WHERE deadline IS NOT NULL
         ON CONFLICT (table_id) DO UPDATE SET at = excluded.at
     ), over AS (
         UPDATE tables t SET stage = 'over', result = f.result, revision = revision + 1 FROM ends f
         WHERE t.id = f.id AND f.result IS NOT NULL RETURNING t.id, t.updated, t.rated
     ), queued AS (
         INSERT INTO rating_queue (table_id, at) SELECT id, updated FROM over WHERE rated = 1 ON CONFLICT DO NOTHING
     ), untimed AS (
         DELETE FROM deadlines d USING ends f WHERE d.table_id = f.id AND f.result IS NOT NULL
     )
     INSERT INTO events (table_id, seq, text, by, at) SELECT id, seq, text, by, at FROM ends RETURNING table_id, at"
);

/// Whether one statement can write the group: it has each table once, and no append is empty.
pub(super) fn fits(appends: &[Append]) -> bool {
    let mut tables = HashSet::with_capacity(appends.len());
    appends.iter().all(|append| !append.events.is_empty() && tables.insert(append.table.as_str()))
}

/// The connection for appends to a database server. It has no other use, so that appends wait for nothing else.
pub(crate) struct Server {
    options: PgConnectOptions,
    connection: Option<PgConnection>,
}

impl Server {
    /// The server at this address. The connection is made with the first group.
    pub(crate) fn at(url: &str) -> Result<Self> {
        Ok(Self { options: url.parse::<PgConnectOptions>()?.disable_statement_logging(), connection: None })
    }

    /// Writes a group that [`fits`]. After a lost connection it tries once more on a new one: an append that was written
    /// although its answer was lost is a conflict then, and its table reads the log.
    pub(super) async fn write(&mut self, appends: &[Append], commits: &Histogram) -> Result<Vec<Result<Appended>>> {
        let was_connected = self.connection.is_some();
        match self.try_write(appends, commits).await {
            Err(error) if was_connected && error.is_connection_lost() => self.try_write(appends, commits).await,
            written => written,
        }
    }

    async fn try_write(&mut self, appends: &[Append], commits: &Histogram) -> Result<Vec<Result<Appended>>> {
        let group = Group::of(appends)?;
        // A connection whose statement was not completed, because it failed or its caller went away, is not used again.
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => connect(&self.options).await?,
        };
        let begun = Instant::now();
        let written = timeout(ANSWER_TIMEOUT, group.write(&mut connection)).await.unwrap_or_else(|_| Err(no_answer()));
        commits.observe(begun.elapsed());
        let results = match written {
            Ok(inserted) => results(&mut connection, appends, &inserted).await,
            Err(error) => Err(error),
        };
        if results.as_ref().err().is_none_or(leaves_connection_usable) {
            self.connection = Some(connection);
        }
        results
    }

    /// Closes the connection.
    pub(super) async fn close(&mut self) {
        if let Some(connection) = self.connection.take() {
            let _ = connection.close().await;
        }
    }
}

/// Whether the statement failed because of what other nodes did, and the connection is as good as before.
fn leaves_connection_usable(error: &StoreError) -> bool {
    error.is_unique_violation() || matches!(error, StoreError::Busy)
}

/// The error of a statement that was not answered. What became of it is unknown.
fn no_answer() -> StoreError {
    sqlx::Error::Io(io::ErrorKind::TimedOut.into()).into()
}

/// Connects. A server that restarts is away for a moment, so it tries again for a while.
async fn connect(options: &PgConnectOptions) -> Result<PgConnection> {
    let begun = Instant::now();
    loop {
        match timeout(CONNECT_TIMEOUT, try_connect(options)).await {
            Ok(Err(_)) if begun.elapsed() < CONNECT_TIMEOUT => sleep(CONNECT_PAUSE).await,
            Ok(connected) => return Ok(connected?),
            Err(_) => return Err(sqlx::Error::PoolTimedOut.into()),
        }
    }
}

async fn try_connect(options: &PgConnectOptions) -> sqlx::Result<PgConnection> {
    let mut connection = options.connect().await?;
    sqlx::raw_sql(SETTINGS).execute(&mut connection).await?;
    Ok(connection)
}

/// The parameters of the statement: lists with one entry per event.
#[derive(Default)]
struct Group<'a> {
    tables: Vec<&'a str>,
    expected: Vec<i64>,
    numbers: Vec<i64>,
    texts: Vec<&'a str>,
    authors: Vec<&'a str>,
    deadlines: Vec<Option<i64>>,
    results: Vec<Option<String>>,
}

/// The inserted events, in the order of the parameters: the table and the time of each.
type Inserted = Vec<(String, i64)>;

impl<'a> Group<'a> {
    fn of(appends: &'a [Append]) -> Result<Self> {
        let mut group = Self::default();
        let mut ordered: Vec<&Append> = appends.iter().collect();
        // All nodes insert in the same order, so that they cannot deadlock.
        ordered.sort_unstable_by_key(|append| append.table.as_str());
        for append in ordered {
            group.push(append)?;
        }
        Ok(group)
    }

    fn push(&mut self, append: &'a Append) -> Result<()> {
        // The pattern names every field, so that a new field cannot be forgotten here.
        let Append { table, expected, events, result, deadline } = append;
        let (mut deadline, mut result) = (*deadline, result.as_ref().map(rows::json).transpose()?);
        for (number, event) in (i64::from(*expected) + 1..).zip(events) {
            self.tables.push(table.as_str());
            self.expected.push(i64::from(*expected));
            self.numbers.push(number);
            self.texts.push(&event.text);
            self.authors.push(&event.by);
            self.deadlines.push(deadline.take());
            self.results.push(result.take());
        }
        Ok(())
    }

    async fn write(&self, connection: &mut PgConnection) -> Result<Inserted> {
        let begins_or_ends = self.results.iter().any(Option::is_some) || self.expected.contains(&0);
        let has_deadlines = self.deadlines.iter().any(Option::is_some);
        let statement = match (begins_or_ends, has_deadlines) {
            (true, _) => APPEND_BEGIN_OR_END,
            (false, true) => APPEND_WITH_DEADLINES,
            (false, false) => APPEND,
        };
        let mut query = sqlx::query(statement).bind(&self.tables).bind(&self.expected).bind(&self.numbers);
        query = query.bind(&self.texts).bind(&self.authors);
        if begins_or_ends || has_deadlines {
            query = query.bind(&self.deadlines);
        }
        if begins_or_ends {
            query = query.bind(&self.results);
        }
        let rows = query.fetch_all(connection).await?;
        rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
    }
}

/// What became of each append. One whose events are not among the inserted ones did not fit the end of its log, or has no
/// table.
async fn results(
    connection: &mut PgConnection,
    appends: &[Append],
    inserted: &Inserted,
) -> Result<Vec<Result<Appended>>> {
    let times: HashMap<&str, i64> = inserted.iter().map(|(table, at)| (table.as_str(), *at)).collect();
    let mut results = Vec::with_capacity(appends.len());
    for append in appends {
        let table = append.table.as_str();
        results.push(match times.get(table) {
            Some(&at) => Ok(Appended { seq: append.expected + append.events.len() as u32, at: Millis(at) }),
            None if append.expected > 0 || exists(connection, table).await? => Err(StoreError::Conflict),
            None => Err(StoreError::NotFound("table")),
        });
    }
    Ok(results)
}

async fn exists(connection: &mut PgConnection, table: &str) -> Result<bool> {
    let found = sqlx::query("SELECT 1 FROM tables WHERE id = $1").bind(table).fetch_optional(connection).await?;
    Ok(found.is_some())
}

#[cfg(test)]
mod tests {
    use super::super::tests::append;
    use super::*;

    #[test]
    fn one_statement_writes_groups_that_have_each_table_once() {
        assert!(fits(&[append(1, 4, &["a"]), append(2, 0, &["b"])]));
        assert!(!fits(&[append(1, 4, &["a"]), append(1, 5, &["b"])]));
        assert!(!fits(&[append(1, 4, &[])]));
    }

    #[test]
    fn all_nodes_write_tables_in_the_same_order_and_each_append_has_one_deadline() {
        let appends = [append(2, 4, &["c", "d"]), Append { deadline: Some(9), ..append(1, 0, &["a", "b"]) }];
        let group = Group::of(&appends).unwrap();
        assert_eq!(group.tables, ["1000000000", "1000000000", "2000000000", "2000000000"]);
        assert_eq!((&group.numbers, &group.texts), (&vec![1, 2, 5, 6], &vec!["a", "b", "c", "d"]));
        assert_eq!(group.deadlines, [Some(9), None, None, None]);
    }
}
