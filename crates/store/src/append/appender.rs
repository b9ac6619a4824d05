//! The writing task: takes all appends that wait, and writes them as a group.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyPool};
use tokio::sync::{mpsc, oneshot};
use tokio::task::yield_now;

use super::log_sync::{Answers, LogSync};
#[cfg(feature = "postgres")]
use super::statement::{self, Server};
use super::{Append, Appended, Direct, Job, transaction};
use crate::checkpoint::{Checkpoints, log_of};
use crate::dialect::Dialect;
use crate::write_lock::WriteLock;
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
    File(FileAppends),
    #[cfg(feature = "postgres")]
    Server(Box<Server>),
}

/// Appends to an `SQLite` file without the pool, whose connection has a thread of its own: asking it for each group takes
/// longer than writing the group.
struct FileAppends {
    direct: Direct,
    sync: LogSync,
    lock: WriteLock,
}

impl FileAppends {
    /// Commits a group; [`LogSync`] makes it durable. `None` if the caller should retry through the pool.
    async fn write(&mut self, appends: &[Append]) -> Result<Option<Vec<Result<Appended>>>> {
        let _turn = self.lock.lock().await?;
        Ok(self.direct.write(appends))
    }
}

impl Appender {
    /// A task that writes through this pool.
    pub(crate) fn new(dialect: Dialect, writer: AnyPool) -> Self {
        Self { dialect, writer, shortcut: Shortcut::None, checkpoints: None, commits: Arc::default(), held: None }
    }

    /// A task that writes to an `SQLite` file.
    pub(crate) fn to_file(
        writer: AnyPool,
        lock: WriteLock,
        path: &Path,
        direct: Direct,
        checkpoints: Checkpoints,
    ) -> Result<Self> {
        let appender = Self::new(Dialect::Sqlite, writer);
        let log = File::options().read(true).write(true).open(log_of(path));
        let sync = log
            .and_then(|log| LogSync::start(log, lock.clone(), appender.commits()))
            .map_err(|_| StoreError::CannotOpen)?;
        let shortcut = Shortcut::File(FileAppends { direct, sync, lock });
        Ok(Self { shortcut, checkpoints: Some(checkpoints), ..appender })
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
            if self.cannot_sync() {
                break;
            }
            in_a_row += 1;
            if jobs.is_empty() || in_a_row == MAX_GROUPS_IN_A_ROW {
                self.held = None;
                in_a_row = 0;
            }
        }
        self.close().await;
        let _ = closed.map(|done| done.send(()));
    }

    /// Whether the thread that syncs has ended. Then nothing more becomes durable, so the task ends too: callers get
    /// [`StoreError::Closed`], and the health check fails.
    fn cannot_sync(&self) -> bool {
        matches!(&self.shortcut, Shortcut::File(file) if file.sync.has_ended())
    }

    /// The files must be free when the store is closed.
    async fn close(self) {
        match self.shortcut {
            #[cfg(feature = "postgres")]
            Shortcut::Server(mut server) => server.close().await,
            Shortcut::File(file) => file.sync.close(),
            Shortcut::None => {}
        }
    }

    async fn write_group(&mut self, group: Vec<(Append, oneshot::Sender<Result<Appended>>)>) {
        let (appends, answers): (Vec<_>, Vec<_>) = group.into_iter().unzip();
        let results = self.results(&appends).await;
        if let Some(checkpoints) = &self.checkpoints {
            checkpoints.written();
        }
        let answers: Answers = answers.into_iter().zip(results).collect();
        match &self.shortcut {
            Shortcut::File(file) => file.sync.answer(answers),
            _ => answers.into_iter().for_each(|(answer, result)| drop(answer.send(result))),
        }
    }

    /// Writes a group. If the database refuses it because of one append, each half is tried alone: the others must not
    /// fail for it. Any other error is the answer to all that are left.
    async fn results(&mut self, appends: &[Append]) -> Vec<Result<Appended>> {
        let mut results = Vec::with_capacity(appends.len());
        let mut parts = if appends.is_empty() { Vec::new() } else { vec![appends] };
        while let Some(part) = parts.pop() {
            match self.try_group(part).await {
                Ok(written) => results.extend(written),
                Err(error) if self.may_concern_one(&error) => {
                    if let [_] = part {
                        results.push(Err(error.or_conflict()));
                    } else {
                        let (first, second) = part.split_at(part.len() / 2);
                        parts.extend([second, first]);
                    }
                }
                Err(error) => {
                    // `SQLite` ends a transaction by itself when the disk is full or fails. The driver still counts it and
                    // would begin no other on this connection.
                    if let Some(held) = self.held.take() {
                        let _ = held.close().await;
                    }
                    results.resize(appends.len(), Err(error));
                    break;
                }
            }
        }
        results
    }

    /// Whether a group may have failed because of one append: another node was first with its events, or holds a lock on
    /// its table. A file has one lock for all tables.
    fn may_concern_one(&self, error: &StoreError) -> bool {
        error.is_unique_violation() || (self.dialect != Dialect::Sqlite && matches!(error, StoreError::Busy))
    }

    /// Writes a group in one transaction, by the shortcut if that can do it.
    async fn try_group(&mut self, appends: &[Append]) -> Result<Vec<Result<Appended>>> {
        #[cfg(feature = "postgres")]
        if let Shortcut::Server(server) = &mut self.shortcut
            && statement::fits(appends)
        {
            return server.write(appends, &self.commits).await;
        }
        if let Shortcut::File(file) = &mut self.shortcut {
            if let Some(results) = file.write(appends).await? {
                return Ok(results);
            }
            // Not held: other writers wait for this connection with the lock that the next group needs.
            let mut connection = self.writer.acquire().await?;
            let written = transaction::write(self.dialect, &mut connection, appends, &self.commits).await;
            if written.is_err() {
                let _ = connection.close().await;
            }
            return written;
        }
        let connection = match self.held.take() {
            Some(held) => self.held.insert(held),
            None => self.held.insert(self.writer.acquire().await?),
        };
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

#[cfg(test)]
mod tests {
    use std::io;

    use tempfile::TempDir;

    use super::super::tests::append;
    use super::*;
    use crate::store::sqlite_pragmas;
    use crate::{NewTable, Settings, Stage, Store, StoreOptions, TableId};

    /// `docs/contribute/durability.md`: what the disk may have lost is not built upon.
    #[tokio::test]
    async fn after_a_failed_sync_nothing_more_is_appended() {
        let (store, mut appender, _folder) = with_sync(|| Err(io::Error::other("the disk is gone"))).await;
        for expected in [0, 1] {
            let (answer, answered) = oneshot::channel();
            appender.write_group(vec![(append(1, expected, &["a1a2"]), answer)]).await;
            assert!(matches!(answered.await.unwrap(), Err(StoreError::Database(_))));
        }
        assert_eq!(store.events(&append(1, 0, &[]).table, 1).await.unwrap().len(), 1);
    }

    /// Otherwise appends would fail one by one for ever, while the health check says that all is well.
    #[tokio::test]
    async fn the_task_ends_when_its_thread_for_syncs_has_ended() {
        let (_store, appender, _folder) = with_sync(|| panic!("a bug")).await;
        let (appends, jobs) = mpsc::channel(4);
        let task = tokio::spawn(appender.run(jobs));
        for expected in 0.. {
            let (answer, answered) = oneshot::channel();
            if appends.send(Job::Append(append(1, expected, &["a1a2"]), answer)).await.is_err() {
                break;
            }
            assert!(answered.await.is_err(), "nothing is acknowledged");
        }
        task.await.unwrap();
    }

    /// A writing task whose thread syncs with this function, and a store with table 1 on the same file.
    async fn with_sync(sync: impl FnMut() -> io::Result<()> + Send + 'static) -> (Store, Appender, TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.db");
        let store = Store::open(&path).await.unwrap();
        store.create_table(&table(append(1, 0, &[]).table)).await.unwrap();
        let direct = Direct::open(&path, &sqlite_pragmas(StoreOptions::default())).unwrap();
        let lock = WriteLock::default();
        let sync = LogSync::with(sync, lock.clone(), Arc::default()).unwrap();
        let shortcut = Shortcut::File(FileAppends { direct, sync, lock });
        let appender = Appender { shortcut, ..Appender::new(Dialect::Sqlite, store.readers().clone()) };
        (store, appender, folder)
    }

    fn table(id: TableId) -> NewTable {
        let (game, start, settings) = ("jungle".to_owned(), "7".to_owned(), Settings::default());
        let (stage, seats) = (Stage::Playing, Vec::new());
        NewTable { id, game, start, settings, stage, seats, dice: None, rematch_of: None, creator: None }
    }
}
