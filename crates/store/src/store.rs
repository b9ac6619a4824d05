//! Opening, closing and backing up a store.

use std::fmt::Write as _;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use sqlx::any::{AnyArguments, AnyConnectOptions, AnyPoolOptions, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AnyPool, AssertSqlSafe, ConnectOptions, Connection, Transaction};
use tokio::runtime;
use tokio::sync::{OwnedMutexGuard, mpsc, oneshot};

#[cfg(feature = "postgres")]
use crate::append::Server;
use crate::append::{Appender, Direct, Job};
use crate::checkpoint::{Checkpoints, MAX_LOG_PAGES};
use crate::dialect::Dialect;
use crate::write_health::{WriteAttempt, WriteHealth};
use crate::write_lock::WriteLock;
use crate::{Histogram, Millis, Result, StoreError, TableId, migrate, ownership, private_file};

/// The store. Clones share one database.
/// Reads use a few connections, writes a single one. Appends to logs share transactions (group commit).
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

struct Inner {
    dialect: Dialect,
    readers: AnyPool,
    writer: AnyPool,
    /// For a database in a file.
    lock: Option<WriteLock>,
    appends: mpsc::Sender<Job>,
    write_health: Arc<WriteHealth>,
    commits: Arc<Histogram>,
    /// The address of a database that other nodes may use too.
    #[cfg(feature = "postgres")]
    url: Option<String>,
}

/// How to open a database.
#[derive(Clone, Copy, Debug)]
pub struct StoreOptions {
    /// The number of connections for reading.
    pub readers: u32,
    /// The largest size of the database file in bytes. Beyond it, writes fail with [`StoreError::Full`].
    pub max_bytes: Option<u64>,
    /// Opens an existing file and writes nothing.
    pub read_only: bool,
}

impl Default for StoreOptions {
    fn default() -> Self {
        Self { readers: 4, max_bytes: None, read_only: false }
    }
}

/// A transaction that writes, and the database's time when it began.
pub(crate) struct Write {
    dialect: Dialect,
    pub(crate) transaction: Transaction<'static, Any>,
    pub(crate) now: Millis,
    attempt: WriteAttempt,
    /// Released after the transaction.
    _turn: Option<OwnedMutexGuard<()>>,
}

impl Write {
    /// Finds a table and locks it for writers until the transaction ends.
    pub(crate) async fn lock_table(&mut self, id: &TableId) -> Result<()> {
        let query = sqlx::query(self.dialect.lock_table()).bind(id.as_str());
        let found = query.fetch_optional(&mut *self.transaction).await?;
        found.map(|_| ()).ok_or(StoreError::NotFound("table"))
    }

    pub(crate) async fn commit(self) -> Result<()> {
        self.transaction.commit().await?;
        self.attempt.succeeded();
        Ok(())
    }
}

/// How long a write waits for a transaction of another process. Writers of this process queue for the one connection.
pub(crate) const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// Connections for everything but appends, which have one of their own.
#[cfg(feature = "postgres")]
const POSTGRES_WRITERS: u32 = 3;
/// A group of appends touches one page per table. Pages of 4 kB would write four times as much to the disk. A database
/// keeps the page size it was made with.
const PAGE_BYTES: u64 = 1024;
/// Appends that may wait for the writing task. Beyond that, callers wait (backpressure).
const APPEND_QUEUE: usize = 4096;

impl Store {
    /// Opens the database in this file, creates it if it is missing, and migrates its schema.
    pub async fn open(path: &Path) -> Result<Self> {
        Self::open_with(path, StoreOptions::default()).await
    }

    /// Opens the database in this file with options.
    pub async fn open_with(path: &Path, options: StoreOptions) -> Result<Self> {
        let mode = if options.read_only { "ro" } else { "rwc" };
        let url = format!("sqlite://{}?mode={mode}", path_in_url(path)?);
        ownership::check(path)?;
        if !options.read_only {
            // The file may exist. Any other problem shows when the database is opened.
            let _ = private_file::create(path);
        }
        let writer = connect(&url, 1, sqlite_pragmas(options)).await?;
        if options.read_only {
            migrate::check(&writer).await?;
        } else {
            migrate::migrate(&writer, Dialect::Sqlite).await?;
            ownership::mark(&writer).await?;
        }
        let readers = connect(&url, options.readers.max(1), sqlite_pragmas(options)).await?;
        let lock = WriteLock::default();
        let appender = if options.read_only {
            Appender::new(Dialect::Sqlite, writer.clone())
        } else {
            let direct = Direct::open(path, &sqlite_pragmas(options))?;
            let checkpoints = Checkpoints::start(readers.clone(), path);
            Appender::to_file(writer.clone(), lock.clone(), path, direct, checkpoints)?
        };
        Self::start(readers, writer, Some(lock), appender)
    }

    /// A store in memory. It is gone when it is dropped.
    pub async fn memory() -> Result<Self> {
        // Each connection to memory is a database of its own, so there is one connection.
        let only = connect("sqlite::memory:", 1, "PRAGMA foreign_keys = ON".to_owned()).await?;
        migrate::migrate(&only, Dialect::Sqlite).await?;
        Self::start(only.clone(), only.clone(), None, Appender::new(Dialect::Sqlite, only))
    }

    /// Connects to an existing `PostgreSQL` database and migrates its schema. Many nodes may use it at the same time.
    #[cfg(feature = "postgres")]
    pub async fn postgres(url: &str) -> Result<Self> {
        let StoreOptions { readers, .. } = StoreOptions::default();
        let readers = connect_server(url, readers).await?;
        let writer = connect_server(url, POSTGRES_WRITERS).await?;
        migrate::migrate(&writer, Dialect::Postgres).await?;
        let (appends, jobs) = mpsc::channel(APPEND_QUEUE);
        let appender = Appender::to_server(writer.clone(), Server::at(url)?);
        let commits = appender.commits();
        tokio::spawn(appender.run(jobs));
        let url = Some(url.to_owned());
        let write_health = Arc::default();
        let dialect = Dialect::Postgres;
        Ok(Self {
            inner: Arc::new(Inner { dialect, readers, writer, lock: None, appends, write_health, commits, url }),
        })
    }

    /// Appends have their own thread. It waits for the disk, and the next append must not wait behind the server's
    /// other tasks.
    fn start(readers: AnyPool, writer: AnyPool, lock: Option<WriteLock>, appender: Appender) -> Result<Self> {
        let (appends, jobs) = mpsc::channel(APPEND_QUEUE);
        let runtime = runtime::Builder::new_current_thread().enable_time().build();
        let runtime = runtime.map_err(|_| StoreError::CannotOpen)?;
        let commits = appender.commits();
        let work = move || runtime.block_on(appender.run(jobs));
        thread::Builder::new().name("appends".to_owned()).spawn(work).map_err(|_| StoreError::CannotOpen)?;
        Ok(Self {
            inner: Arc::new(Inner {
                dialect: Dialect::Sqlite,
                readers,
                writer,
                lock,
                appends,
                write_health: Arc::default(),
                commits,
                #[cfg(feature = "postgres")]
                url: None,
            }),
        })
    }

    /// Whether other nodes may use the same database.
    pub fn is_shared(&self) -> bool {
        self.inner.dialect != Dialect::Sqlite
    }

    /// How long the commits of appends took: the disk's `fsync`, or the round trip to the database server.
    pub fn commits(&self) -> &Histogram {
        &self.inner.commits
    }

    /// Writes the appends that wait, then refuses all requests with [`StoreError::Closed`].
    pub async fn close(&self) {
        let (done, closed) = oneshot::channel();
        if self.inner.appends.send(Job::Close(done)).await.is_ok() {
            let _ = closed.await;
        }
        self.inner.writer.close().await;
        self.inner.readers.close().await;
    }

    /// The database's time. Success also means that the database can be read.
    pub async fn now(&self) -> Result<Millis> {
        Ok(Millis(sqlx::query_scalar(self.inner.dialect.now()).fetch_one(self.readers()).await?))
    }

    /// Copies the database as it is now into a new file, while other connections read and write. `SQLite` only: for
    /// `PostgreSQL` use `pg_dump`.
    pub async fn backup(&self, path: &Path) -> Result<()> {
        if self.inner.dialect != Dialect::Sqlite {
            return Err(StoreError::Unsupported("a backup into a file: use pg_dump"));
        }
        let name = path.to_str().ok_or(StoreError::CannotOpen)?;
        private_file::create(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => StoreError::Taken("file name"),
            _ => StoreError::CannotOpen,
        })?;
        let copied = sqlx::query("VACUUM INTO $1").bind(name).execute(self.readers()).await;
        if copied.is_err() {
            // Remove the incomplete copy.
            let _ = std::fs::remove_file(path);
        }
        copied.map(|_| ()).map_err(StoreError::from)
    }

    #[cfg(feature = "postgres")]
    pub(crate) fn url(&self) -> Option<&str> {
        self.inner.url.as_deref()
    }

    pub(crate) fn dialect(&self) -> Dialect {
        self.inner.dialect
    }

    pub(crate) fn readers(&self) -> &AnyPool {
        &self.inner.readers
    }

    pub(crate) fn appends(&self) -> &mpsc::Sender<Job> {
        &self.inner.appends
    }

    pub(crate) fn write_health(&self) -> &Arc<WriteHealth> {
        &self.inner.write_health
    }

    /// Runs a statement that deletes rows older than `$1`, and returns their number.
    pub(crate) async fn delete_older(&self, sql: &'static str, before: Millis) -> Result<u64> {
        let mut write = self.write().await?;
        let forgotten = sqlx::query(sql).bind(before.0).execute(&mut *write.transaction).await?.rows_affected();
        write.commit().await?;
        Ok(forgotten)
    }

    /// Runs one statement that writes, as its own transaction. On a database server it holds its locks only while it runs,
    /// even if this node freezes: appends of other nodes to the same tables do not wait.
    pub(crate) async fn write_one(&self, statement: Query<'_, Any, AnyArguments>) -> Result<Vec<AnyRow>> {
        let attempt = WriteAttempt::new(self.write_health());
        let _turn = self.turn().await?;
        let rows = statement.fetch_all(&self.inner.writer).await?;
        attempt.succeeded();
        Ok(rows)
    }

    /// Waits for the turn to write to a file. A database server needs none.
    async fn turn(&self) -> Result<Option<OwnedMutexGuard<()>>> {
        match &self.inner.lock {
            Some(lock) => lock.lock().await.map(Some),
            None => Ok(None),
        }
    }

    /// Begins a transaction that writes.
    pub(crate) async fn write(&self) -> Result<Write> {
        let dialect = self.dialect();
        let attempt = WriteAttempt::new(self.write_health());
        let turn = self.turn().await?;
        let mut transaction = begin(dialect, &self.inner.writer).await?;
        let now = sqlx::query_scalar(dialect.now()).fetch_one(&mut *transaction).await?;
        Ok(Write { dialect, transaction, now: Millis(now), attempt, _turn: turn })
    }
}

/// Begins a transaction that writes. `SQLite` ends a transaction by itself when the disk is full or fails. The driver
/// still counts it and would begin no other on that connection, so this takes a new one.
async fn begin(dialect: Dialect, writer: &AnyPool) -> Result<Transaction<'static, Any>> {
    match writer.begin_with(dialect.begin()).await {
        Err(sqlx::Error::InvalidSavePointStatement) => {}
        begun => return Ok(begun?),
    }
    writer.acquire().await?.close().await?;
    Ok(writer.begin_with(dialect.begin()).await?)
}

/// A node that freezes inside a transaction keeps its locks no longer than this, so that other nodes go on.
#[cfg(feature = "postgres")]
const LOCKS_OF_FROZEN_NODES: &str = "SET idle_in_transaction_session_timeout = '3s'";

/// Connections to a database server. The server may restart, so a connection is tested before its use.
#[cfg(feature = "postgres")]
async fn connect_server(url: &str, connections: u32) -> Result<AnyPool> {
    /// A request fails after this time if the server is away, while its client still waits.
    const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(3);
    sqlx::any::install_default_drivers();
    let options = url.parse::<AnyConnectOptions>()?.disable_statement_logging();
    // A pool retries until its timeout. A plain connection says at once what is wrong.
    options.connect().await?.close().await?;
    let pool = AnyPoolOptions::new()
        .min_connections(1)
        .max_connections(connections)
        .idle_timeout(None)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .test_before_acquire(true)
        .after_connect(|connection, _| {
            Box::pin(async move { sqlx::raw_sql(LOCKS_OF_FROZEN_NODES).execute(connection).await.map(|_| ()) })
        });
    Ok(pool.connect_with(options).await?)
}

async fn connect(url: &str, connections: u32, pragmas: String) -> Result<AnyPool> {
    sqlx::any::install_default_drivers();
    let options = url.parse::<AnyConnectOptions>()?.disable_statement_logging();
    // A pool retries until its timeout. A plain connection says at once what is wrong.
    first_connection(&options, &pragmas).await?.close().await?;
    let pool = AnyPoolOptions::new()
        .min_connections(1)
        .max_connections(connections)
        // An idle connection costs little, and the one of `memory` is the database.
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        .acquire_timeout(Duration::from_mins(1))
        .after_connect(move |connection, _| {
            let pragmas = AssertSqlSafe(pragmas.clone());
            Box::pin(async move { sqlx::raw_sql(pragmas).execute(connection).await.map(|_| ()) })
        });
    Ok(pool.connect_with(options).await?)
}

/// Opens a connection and runs its pragmas. While another program switches the same new file to `WAL`, `SQLite` answers
/// `BUSY` at once, without its busy timeout. So this tries again until that timeout has passed.
async fn first_connection(options: &AnyConnectOptions, pragmas: &str) -> Result<AnyConnection> {
    const RETRY_AFTER: Duration = Duration::from_millis(5);
    let begun = Instant::now();
    loop {
        let mut connection = options.connect().await?;
        match sqlx::raw_sql(AssertSqlSafe(pragmas)).execute(&mut connection).await.map_err(StoreError::from) {
            Ok(_) => return Ok(connection),
            Err(StoreError::Busy) if begun.elapsed() < BUSY_TIMEOUT => tokio::time::sleep(RETRY_AFTER).await,
            Err(error) => return Err(error),
        }
    }
}

/// The pragmas of every connection: a commit returns after the disk sync (`FULL`), and readers do not wait for the
/// writer (`WAL`).
pub(crate) fn sqlite_pragmas(options: StoreOptions) -> String {
    let busy = BUSY_TIMEOUT.as_millis();
    let mut pragmas = format!("PRAGMA busy_timeout = {busy}; PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL;");
    if !options.read_only {
        // The page size comes before the statement that creates the file.
        let _ = write!(pragmas, "PRAGMA page_size = {PAGE_BYTES};");
        let _ = write!(pragmas, "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = {MAX_LOG_PAGES};");
    }
    if let Some(bytes) = options.max_bytes {
        let _ = write!(pragmas, "PRAGMA max_page_count = {};", (bytes / PAGE_BYTES).max(1));
    }
    pragmas
}

/// The absolute path, percent-encoded for a URL.
fn path_in_url(path: &Path) -> Result<String> {
    let path = std::path::absolute(path).map_err(|_| StoreError::CannotOpen)?;
    let text = path.to_str().ok_or(StoreError::CannotOpen)?;
    Ok(text.bytes().fold(String::new(), |mut url, byte| {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'_' | b'-' => url.push(char::from(byte)),
            byte => {
                let _ = write!(url, "%{byte:02X}");
            }
        }
        url
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `docs/contribute/durability.md`: `synchronous = FULL`, in the words of `SQLite`.
    #[tokio::test]
    async fn every_connection_of_the_pools_syncs_its_commits() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("m.db")).await.unwrap();
        let mut connections = vec![store.inner.writer.acquire().await.unwrap()];
        for _ in 0..StoreOptions::default().readers {
            connections.push(store.inner.readers.acquire().await.unwrap());
        }
        for connection in &mut connections {
            let mut pragma = async |name: &str| -> i64 {
                let sql = AssertSqlSafe(format!("PRAGMA {name}"));
                sqlx::query_scalar(sql).fetch_one(&mut **connection).await.unwrap()
            };
            assert_eq!((pragma("synchronous").await, pragma("foreign_keys").await), (2, 1));
            assert_eq!(pragma("wal_autocheckpoint").await, i64::from(MAX_LOG_PAGES));
            let mode: String = sqlx::query_scalar("PRAGMA journal_mode").fetch_one(&mut **connection).await.unwrap();
            assert_eq!(mode, "wal");
        }
    }

    /// `docs/contribute/durability.md`: what the disk may have lost is not built upon.
    #[tokio::test]
    async fn after_a_failed_sync_no_transaction_writes() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("m.db")).await.unwrap();
        store.create_account("Ann", "hash").await.unwrap();
        store.inner.lock.as_ref().unwrap().fail(StoreError::Busy);
        assert!(matches!(store.create_account("Bob", "hash").await, Err(StoreError::Busy)));
        assert!(matches!(store.account_named("Bob").await, Err(StoreError::NotFound(_))));
    }

    /// `docs/contribute/faults.md`: a full disk loses no data, and the server goes on when there is room again.
    #[tokio::test]
    async fn a_transaction_that_the_database_ended_by_itself_does_not_end_all_others() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("m.db")).await.unwrap();
        let mut write = store.write().await.unwrap();
        // What SQLite does on a full disk.
        sqlx::query("ROLLBACK").execute(&mut *write.transaction).await.unwrap();
        drop(write);
        store.create_account("Ann", "hash").await.unwrap();
        assert_eq!(store.account_named("Ann").await.unwrap().name, "Ann");
    }
}
