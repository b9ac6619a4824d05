//! The writing task: takes all appends that wait, and writes them as a group.

use std::slice;
use std::sync::Arc;

use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyPool};
use tokio::sync::{mpsc, oneshot};
use tokio::task::yield_now;

#[cfg(feature = "postgres")]
use super::statement::{self, Server};
use super::{Append, Appended, Direct, Job, transaction};
use crate::checkpoint::Checkpoints;
use crate::dialect::Dialect;
use crate::{Histogram, Result, StoreError};

/// The most appends in one group.
const MAX_GROUP: usize = 512;
/// How often the task yields to gather more appends before it sends a group to a database server.
const GATHER_ROUNDS: usize = 8;
/// The most groups in a row before the task gives the connection to other writers.
const MAX_GROUPS_IN_A_ROW: usize = 16;

/// The writing task.
pub(crate) struct Appender {
    dialect: Dialect,
    writer: AnyPool,
    /// A fast way to the database. What it cannot write goes through the pool.
    shortcut: Shortcut,
    checkpoints: Option<Checkpoints>,
    /// How long each commit took: the disk's `fsync`, or the round trip to a database server.
    commits: Arc<Histogram>,
    /// The pool's connection in use. The task keeps it while appends wait: giving it back and taking it again would cost
    /// two more round trips.
    held: Option<PoolConnection<Any>>,
}

/// A connection for appends alone.
enum Shortcut {
    None,
    File(Direct),
    #[cfg(feature = "postgres")]
    Server(Box<Server>),
}

impl Appender {
    /// A task that writes through this pool.
    pub(crate) fn new(dialect: Dialect, writer: AnyPool) -> Self {
        Self { dialect, writer, shortcut: Shortcut::None, checkpoints: None, commits: Arc::default(), held: None }
    }

    /// A task that writes to an `SQLite` file.
    pub(crate) fn to_file(writer: AnyPool, direct: Direct, checkpoints: Checkpoints) -> Self {
        let shortcut = Shortcut::File(direct);
        Self { shortcut, checkpoints: Some(checkpoints), ..Self::new(Dialect::Sqlite, writer) }
    }

    /// A task that writes to a database server.
    #[cfg(feature = "postgres")]
    pub(crate) fn to_server(writer: AnyPool, server: Server) -> Self {
        Self { shortcut: Shortcut::Server(Box::new(server)), ..Self::new(Dialect::Postgres, writer) }
    }

    /// How long each commit takes.
    pub(crate) fn commits(&self) -> Arc<Histogram> {
        Arc::clone(&self.commits)
    }

    /// Writes appends until the store is closed or its last handle is dropped.
    pub(crate) async fn run(mut self, mut jobs: mpsc::Receiver<Job>) {
        let (mut group, mut in_a_row, mut closed) = (Vec::with_capacity(MAX_GROUP), 0, None);
        while jobs.recv_many(&mut group, MAX_GROUP).await > 0 {
            if self.dialect != Dialect::Sqlite {
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
        self.close().await;
        let _ = closed.map(|done| done.send(()));
    }

    /// The files must be free when the store is closed.
    async fn close(self) {
        match self.shortcut {
            #[cfg(feature = "postgres")]
            Shortcut::Server(mut server) => server.close().await,
            Shortcut::None | Shortcut::File(_) => {}
        }
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
        if appends.is_empty() {
            return Vec::new();
        }
        match self.try_group(appends).await {
            Ok(results) => results,
            // Another node was first with one of them. The others must not fail for it.
            Err(error) if error.is_unique_violation() => self.one_by_one(appends).await,
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

    /// Writes each append in its own transaction: the log's key decides between two nodes.
    async fn one_by_one(&mut self, appends: &[Append]) -> Vec<Result<Appended>> {
        let mut results = Vec::with_capacity(appends.len());
        for append in appends {
            let alone = self.try_group(slice::from_ref(append)).await.map_err(StoreError::or_conflict);
            results.push(alone.and_then(|mut results| results.pop().unwrap_or(Err(StoreError::Conflict))));
        }
        results
    }

    /// Writes a group in one transaction, by the shortcut if that can do it.
    async fn try_group(&mut self, appends: &[Append]) -> Result<Vec<Result<Appended>>> {
        #[cfg(feature = "postgres")]
        if let Shortcut::Server(server) = &mut self.shortcut
            && statement::fits(appends)
        {
            return server.write(appends, &self.commits).await;
        }
        let connection = match self.held.take() {
            Some(held) => self.held.insert(held),
            None => self.held.insert(self.writer.acquire().await?),
        };
        // The pool's only connection to the file is also the lock that keeps other writers away.
        if let Shortcut::File(direct) = &mut self.shortcut
            && let Some(results) = direct.write(appends, &self.commits)
        {
            return Ok(results);
        }
        transaction::write(self.dialect, connection, appends, &self.commits).await
    }
}

/// Gathers more appends for a group: a larger one costs hardly more. The task yields a few times for callers that are about
/// to append, until a yield brings no new append. It never waits for the clock: under load the next group gathers while
/// this one is written, and a timer would add a millisecond to each action.
async fn gather(group: &mut Vec<Job>, jobs: &mut mpsc::Receiver<Job>) {
    for _ in 0..GATHER_ROUNDS {
        let before = group.len();
        yield_now().await;
        while let (true, Ok(job)) = (group.len() < MAX_GROUP, jobs.try_recv()) {
            group.push(job);
        }
        if group.len() == before {
            break;
        }
    }
}
