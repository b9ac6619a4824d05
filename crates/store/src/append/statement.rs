//! A group of appends as one prepared statement, for a database server: it reads where the logs end, inserts the events that
//! fit, sets deadlines and stores results. One statement is one round trip and one transaction, and a node that freezes
//! holds no lock.

use std::collections::HashSet;
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

/// The plan must not depend on how large the tables were when the statement was first run: it looks up one index entry for
/// each table, however large the database is.
const SETTINGS: &str = "SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET jit = off";

/// The parameters are lists with one entry per event: table, expected number, number, text, author, deadline. The deadline
/// stands at the first event of an append. The answer has, for each event, where the log ended before, and its time. Events
/// were inserted where the log ended as expected.
macro_rules! append {
    ($parameters:literal, $columns:literal, $end:literal) => {
        concat!(
            "WITH ends AS (
                 SELECT w.*, COALESCE(l.seq, (SELECT 0 FROM tables t WHERE t.id = w.id)) AS last,
                     GREATEST(COALESCE(l.at, 0),
                         CAST(floor(extract(epoch FROM statement_timestamp()) * 1000) AS BIGINT)) AS at
                 FROM unnest(CAST($1 AS TEXT[]), CAST($2 AS BIGINT[]), CAST($3 AS BIGINT[]), CAST($4 AS TEXT[]),
                     CAST($5 AS TEXT[]), CAST($6 AS BIGINT[])",
            $parameters,
            ") WITH ORDINALITY
                     w(id, expected, seq, text, by, deadline",
            $columns,
            ", n) LEFT JOIN LATERAL
                     (SELECT seq, at FROM events WHERE table_id = w.id ORDER BY seq DESC LIMIT 1) l ON true
             ), inserted AS (
                 INSERT INTO events (table_id, seq, text, by, at)
                 SELECT id, seq, text, by, at FROM ends WHERE last = expected
             ), timed AS (
                 INSERT INTO deadlines (table_id, at)
                 SELECT id, at + deadline FROM ends WHERE last = expected AND deadline IS NOT NULL
                 ON CONFLICT (table_id) DO UPDATE SET at = excluded.at
             )",
            $end,
            " SELECT array_agg(last ORDER BY n), array_agg(at ORDER BY n) FROM ends"
        )
    };
}

/// For groups in which no match ends.
const APPEND: &str = append!("", "", "");

/// For groups in which a match ends. The results stand at the first event of an append.
const APPEND_AND_END: &str = append!(
    ", CAST($7 AS TEXT[])",
    ", result",
    ", over AS (
         UPDATE tables t SET stage = 'over', result = f.result, revision = revision + 1 FROM ends f
         WHERE t.id = f.id AND f.last = f.expected AND f.result IS NOT NULL RETURNING t.id, t.updated, t.rated
     ), queued AS (
         INSERT INTO rating_queue (table_id, at) SELECT id, updated FROM over WHERE rated = 1 ON CONFLICT DO NOTHING
     ), untimed AS (
         DELETE FROM deadlines d USING ends f
         WHERE d.table_id = f.id AND f.last = f.expected AND f.result IS NOT NULL
     )"
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
        let written = group.write(&mut connection).await;
        if written.as_ref().err().is_none_or(StoreError::is_unique_violation) {
            self.connection = Some(connection);
        }
        commits.observe(begun.elapsed());
        Ok(group.results(appends, &written?))
    }

    /// Closes the connection.
    pub(super) async fn close(&mut self) {
        if let Some(connection) = self.connection.take() {
            let _ = connection.close().await;
        }
    }
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
    /// The entry of each append's first event, in the order of the appends.
    first: Vec<usize>,
}

/// Where a log ended before an event, or `None` for an unknown table; and the time of the event.
type Ends = Vec<(Option<i64>, i64)>;

impl<'a> Group<'a> {
    fn of(appends: &'a [Append]) -> Result<Self> {
        let mut group = Self { first: vec![0; appends.len()], ..Self::default() };
        let mut order: Vec<usize> = (0..appends.len()).collect();
        // All nodes insert in the same order, so that they cannot deadlock.
        order.sort_unstable_by_key(|&index| appends[index].table.as_str());
        for index in order {
            group.first[index] = group.tables.len();
            group.push(&appends[index])?;
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

    async fn write(&self, connection: &mut PgConnection) -> Result<Ends> {
        let ends = self.results.iter().any(Option::is_some);
        let query = sqlx::query(if ends { APPEND_AND_END } else { APPEND });
        let query = query.bind(&self.tables).bind(&self.expected).bind(&self.numbers).bind(&self.texts);
        let query = query.bind(&self.authors).bind(&self.deadlines);
        let query = if ends { query.bind(&self.results) } else { query };
        let row = query.fetch_one(connection).await?;
        let (last, at): (Vec<Option<i64>>, Vec<i64>) = (row.try_get(0)?, row.try_get(1)?);
        Ok(last.into_iter().zip(at).collect())
    }

    /// What became of each append.
    fn results(&self, appends: &[Append], ends: &Ends) -> Vec<Result<Appended>> {
        appends.iter().zip(&self.first).map(|(append, &first)| result(append, ends.get(first))).collect()
    }
}

fn result(append: &Append, end: Option<&(Option<i64>, i64)>) -> Result<Appended> {
    let Some(&(Some(last), at)) = end else { return Err(StoreError::NotFound("table")) };
    if last != i64::from(append.expected) {
        return Err(StoreError::Conflict);
    }
    Ok(Appended { seq: append.expected + append.events.len() as u32, at: Millis(at) })
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
    fn all_nodes_write_tables_in_the_same_order_and_each_append_finds_its_answer() {
        let appends = [append(2, 4, &["c", "d"]), Append { deadline: Some(9), ..append(1, 0, &["a", "b"]) }];
        let group = Group::of(&appends).unwrap();
        assert_eq!(group.tables, ["1000000000", "1000000000", "2000000000", "2000000000"]);
        assert_eq!((&group.numbers, &group.texts), (&vec![1, 2, 5, 6], &vec!["a", "b", "c", "d"]));
        assert_eq!(group.deadlines, [Some(9), None, None, None], "one deadline for each table");
        let results = group.results(&appends, &vec![(Some(0), 7), (Some(0), 7), (Some(4), 8), (Some(4), 8)]);
        let told: Vec<_> = results.into_iter().map(|result| result.unwrap()).collect();
        assert_eq!(told, [Appended { seq: 6, at: Millis(8) }, Appended { seq: 2, at: Millis(7) }]);
    }

    #[test]
    fn an_append_that_is_late_or_has_no_table_is_refused_alone() {
        let told = |last: Option<i64>| result(&append(1, 4, &["a", "b"]), Some(&(last, 7)));
        assert_eq!(told(Some(4)).unwrap(), Appended { seq: 6, at: Millis(7) });
        assert!(matches!(told(Some(5)), Err(StoreError::Conflict)));
        assert!(matches!(told(None), Err(StoreError::NotFound("table"))));
    }
}
