//! Opening, closing and backing up.

use std::fmt::Write as _;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{Any, AnyPool, AssertSqlSafe, ConnectOptions, Connection, Transaction};
use tokio::runtime;
use tokio::sync::{mpsc, oneshot};

use crate::append::{Appender, Direct, Job};
use crate::checkpoint::{Checkpoints, LONGEST_LOG};
use crate::dialect::Dialect;
use crate::pulse::{Begun, Pulse};
use crate::{Histogram, Millis, Result, StoreError, TableId, migrate, ownership, private};

/// The store: cheap to clone, every clone is the same store.
///
/// Reads go to a few connections, writes to a single one; appends to logs are gathered and written together.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

struct Inner {
    dialect: Dialect,
    readers: AnyPool,
    writer: AnyPool,
    appends: mpsc::Sender<Job>,
    pulse: Arc<Pulse>,
    commits: Arc<Histogram>,
    /// The address of a database that others may use too.
    #[cfg(feature = "postgres")]
    url: Option<String>,
}

/// How a database is opened.
#[derive(Clone, Copy, Debug)]
pub struct Opening {
    /// How many connections read at the same time.
    pub readers: u32,
    /// The most the database file may hold; beyond it writing fails with [`StoreError::Full`].
    pub max_bytes: Option<u64>,
    /// Nothing is written, and the file must be there already.
    pub read_only: bool,
}

impl Default for Opening {
    fn default() -> Self {
        Self { readers: 4, max_bytes: None, read_only: false }
    }
}

/// A transaction that writes, and the database's time when it began.
pub(crate) struct Write {
    dialect: Dialect,
    pub(crate) transaction: Transaction<'static, Any>,
    pub(crate) now: Millis,
    begun: Begun,
}

impl Write {
    /// Finds a table and keeps others from writing to what belongs to it until the transaction ends.
    pub(crate) async fn lock_table(&mut self, id: &TableId) -> Result<()> {
        let query = sqlx::query(self.dialect.lock_table()).bind(id.as_str());
        let found = query.fetch_optional(&mut *self.transaction).await?;
        found.map(|_| ()).ok_or(StoreError::NotFound("table"))
    }

    pub(crate) async fn commit(self) -> Result<()> {
        self.transaction.commit().await?;
        self.begun.ended();
        Ok(())
    }
}

/// As long as a transaction of another process may take; our own writers queue for the one connection.
pub(crate) const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// Groups of appends are written by one connection; other writes need not wait for them.
#[cfg(feature = "postgres")]
const POSTGRES_WRITERS: u32 = 4;
/// Events of many tables are written together, and each goes to another page: with pages of 4 kB four times as much is written
/// to the disk for them. A database keeps the pages it was made with.
const PAGE_BYTES: u64 = 1024;
/// Appends that may wait; further ones wait for a place.
const QUEUE: usize = 4096;

impl Store {
    /// Opens the database in this file, makes it if it is not there, and brings its schema up to date.
    pub async fn open(path: &Path) -> Result<Self> {
        Self::open_with(path, Opening::default()).await
    }

    /// Opens the database in this file in a particular way.
    pub async fn open_with(path: &Path, opening: Opening) -> Result<Self> {
        let mode = if opening.read_only { "ro" } else { "rwc" };
        let url = format!("sqlite://{}?mode={mode}", path_in_url(path)?);
        ownership::check(path)?;
        if !opening.read_only {
            // It may be there already; whatever else is wrong shows when it is opened.
            let _ = private::make(path);
        }
        let writer = connect(&url, 1, sqlite_pragmas(opening)).await?;
        if opening.read_only {
            migrate::check(&writer).await?;
        } else {
            migrate::migrate(&writer, Dialect::Sqlite).await?;
            ownership::mark(&writer).await?;
        }
        let readers = connect(&url, opening.readers.max(1), sqlite_pragmas(opening)).await?;
        let appender = if opening.read_only {
            Appender::new(Dialect::Sqlite, writer.clone())
        } else {
            let direct = Direct::open(path, &sqlite_pragmas(opening))?;
            Appender::to_file(writer.clone(), direct, Checkpoints::start(readers.clone(), path))
        };
        Self::start(readers, writer, appender)
    }

    /// A store that forgets everything when it is dropped.
    pub async fn memory() -> Result<Self> {
        // Every connection would see a database of its own: there is one.
        let only = connect("sqlite::memory:", 1, "PRAGMA foreign_keys = ON".to_owned()).await?;
        migrate::migrate(&only, Dialect::Sqlite).await?;
        Self::start(only.clone(), only.clone(), Appender::new(Dialect::Sqlite, only))
    }

    /// Connects to a `PostgreSQL` database, which must be there, and brings its schema up to date. Many nodes may use it at the
    /// same time.
    #[cfg(feature = "postgres")]
    pub async fn postgres(url: &str) -> Result<Self> {
        let Opening { readers, .. } = Opening::default();
        let readers = connect_far(url, readers).await?;
        let writer = connect_far(url, POSTGRES_WRITERS).await?;
        migrate::migrate(&writer, Dialect::Postgres).await?;
        let (appends, jobs) = mpsc::channel(QUEUE);
        let appender = Appender::new(Dialect::Postgres, writer.clone());
        let commits = appender.commits();
        tokio::spawn(appender.run(jobs));
        let url = Some(url.to_owned());
        let pulse = Arc::default();
        let dialect = Dialect::Postgres;
        Ok(Self { inner: Arc::new(Inner { dialect, readers, writer, appends, pulse, commits, url }) })
    }

    /// Appends have a thread of their own: what it waits for is the disk, and whoever comes next must not wait for it among all
    /// that the server has to do.
    fn start(readers: AnyPool, writer: AnyPool, appender: Appender) -> Result<Self> {
        let (appends, jobs) = mpsc::channel(QUEUE);
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
                appends,
                pulse: Arc::default(),
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

    /// How long the commits of appends took: the disk's `fsync`, or the way to the database server and back.
    pub fn commits(&self) -> &Histogram {
        &self.inner.commits
    }

    /// Writes what was asked for before, then refuses everything with [`StoreError::Closed`].
    pub async fn close(&self) {
        let (done, closed) = oneshot::channel();
        if self.inner.appends.send(Job::Close(done)).await.is_ok() {
            let _ = closed.await;
        }
        self.inner.writer.close().await;
        self.inner.readers.close().await;
    }

    /// The database's time; an answer also says that the database can be read.
    pub async fn now(&self) -> Result<Millis> {
        Ok(Millis(sqlx::query_scalar(self.inner.dialect.now()).fetch_one(self.readers()).await?))
    }

    /// Copies the database as it is at this moment into a new file, while others read and write. Only `SQLite` can;
    /// `PostgreSQL` has tools of its own for it.
    pub async fn backup(&self, path: &Path) -> Result<()> {
        if self.inner.dialect != Dialect::Sqlite {
            return Err(StoreError::Unsupported("a backup into a file: use pg_dump"));
        }
        let name = path.to_str().ok_or(StoreError::CannotOpen)?;
        private::make(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => StoreError::Taken("file name"),
            _ => StoreError::CannotOpen,
        })?;
        let copied = sqlx::query("VACUUM INTO $1").bind(name).execute(self.readers()).await;
        if copied.is_err() {
            // Half a copy is none.
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

    pub(crate) fn pulse(&self) -> &Pulse {
        &self.inner.pulse
    }

    /// Carries out a statement that forgets what is older than `$1`, and says how much that was.
    pub(crate) async fn forget_older(&self, sql: &'static str, before: Millis) -> Result<u64> {
        let mut write = self.write().await?;
        let forgotten = sqlx::query(sql).bind(before.0).execute(&mut *write.transaction).await?.rows_affected();
        write.commit().await?;
        Ok(forgotten)
    }

    /// Begins a transaction that writes.
    pub(crate) async fn write(&self) -> Result<Write> {
        let Inner { dialect, writer, pulse, .. } = &*self.inner;
        let begun = Begun::new(pulse);
        let mut transaction = begin(*dialect, writer).await?;
        let now = sqlx::query_scalar(dialect.now()).fetch_one(&mut *transaction).await?;
        Ok(Write { dialect: *dialect, transaction, now: Millis(now), begun })
    }
}

/// Begins a transaction that writes. Where `SQLite` has ended the last one by itself, because the disk was full or failed, the
/// driver still counts it and would begin no other on that connection ever again: it takes a new one.
async fn begin(dialect: Dialect, writer: &AnyPool) -> Result<Transaction<'static, Any>> {
    match writer.begin_with(dialect.begin()).await {
        Err(sqlx::Error::InvalidSavePointStatement) => {}
        begun => return Ok(begun?),
    }
    writer.acquire().await?.close().await?;
    Ok(writer.begin_with(dialect.begin()).await?)
}

/// Connections to a server: it may be restarted, and a connection that it has forgotten is noticed before it is used.
#[cfg(feature = "postgres")]
async fn connect_far(url: &str, connections: u32) -> Result<AnyPool> {
    /// Whoever waits for a server that is away is told so while they still look.
    const PATIENCE: Duration = Duration::from_secs(3);
    sqlx::any::install_default_drivers();
    let options = url.parse::<AnyConnectOptions>()?.disable_statement_logging();
    // A pool tries again until its time is up where a plain connection says at once what is wrong.
    options.connect().await?.close().await?;
    let pool = AnyPoolOptions::new()
        .min_connections(1)
        .max_connections(connections)
        .idle_timeout(None)
        .acquire_timeout(PATIENCE)
        .test_before_acquire(true);
    Ok(pool.connect_with(options).await?)
}

async fn connect(url: &str, connections: u32, pragmas: String) -> Result<AnyPool> {
    sqlx::any::install_default_drivers();
    let options = url.parse::<AnyConnectOptions>()?.disable_statement_logging();
    // A pool tries again until its time is up where a plain connection says at once what is wrong.
    let mut first = options.connect().await?;
    sqlx::raw_sql(AssertSqlSafe(pragmas.clone())).execute(&mut first).await?;
    first.close().await?;
    let pool = AnyPoolOptions::new()
        .min_connections(1)
        .max_connections(connections)
        // An idle connection costs little, and that of `memory` is the database.
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

/// What every connection is told: acknowledged means on the disk (`FULL`), readers do not wait for the writer (`WAL`).
fn sqlite_pragmas(opening: Opening) -> String {
    let busy = BUSY_TIMEOUT.as_millis();
    let mut pragmas = format!("PRAGMA busy_timeout = {busy}; PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL;");
    if !opening.read_only {
        // The size of the pages comes before whatever makes the file.
        let _ = write!(pragmas, "PRAGMA page_size = {PAGE_BYTES};");
        let _ = write!(pragmas, "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = {LONGEST_LOG};");
    }
    if let Some(bytes) = opening.max_bytes {
        let _ = write!(pragmas, "PRAGMA max_page_count = {};", (bytes / PAGE_BYTES).max(1));
    }
    pragmas
}

/// The absolute path, with everything escaped that means something in a URL.
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

    /// `docs/faults.md`: a full disk loses nothing, and when there is room again everything goes on.
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
