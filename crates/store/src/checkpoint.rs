//! Checkpoints of `SQLite`'s write-ahead log: they move pages from the log into the database file. By default `SQLite`
//! does that inside the commit that fills the log, and all writers wait. Here another connection does it beside the
//! writer.

use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, Row};
use tokio::sync::mpsc;
use tokio::time::sleep;

use crate::Result;
use crate::store::BUSY_TIMEOUT;

/// The time between two checkpoints. A page that was written several times meanwhile is moved once.
const INTERVAL: Duration = Duration::from_secs(5);

/// The size of the log, in pages, at which the writer itself checkpoints, so that the log cannot grow without end: 64
/// MB.
pub(crate) const MAX_LOG_PAGES: u32 = 65_536;

/// The log file is truncated beyond this size: twice what the writer lets it grow to. Only a long reader makes it
/// larger, because pages it may still read cannot be moved. `SQLite` never shrinks the file itself.
const MAX_LOG_FILE_BYTES: u64 = 2 * MAX_LOG_PAGES as u64 * 1_048;

/// How long truncating waits for readers. Writers wait meanwhile.
const TRUNCATE_TIMEOUT: Duration = Duration::from_millis(100);

/// Tells the checkpoint task that there is something to move.
pub(crate) struct Checkpoints(mpsc::Sender<()>);

impl Checkpoints {
    /// Starts the checkpoint task. It ends when this handle is dropped.
    pub(crate) fn start(connections: AnyPool, database: &Path) -> Self {
        Self::at(connections, database, INTERVAL, MAX_LOG_FILE_BYTES)
    }

    fn at(connections: AnyPool, database: &Path, interval: Duration, max_bytes: u64) -> Self {
        let (written, news) = mpsc::channel(1);
        let task = Task { connections, log: log_of(database), interval, max_bytes };
        tokio::spawn(task.run(news));
        Self(written)
    }

    /// The writer has committed.
    pub(crate) fn written(&self) {
        // A full channel means that the task knows already.
        let _ = self.0.try_send(());
    }
}

/// The path of the write-ahead log. `SQLite` resolves symbolic links before it names the file.
pub(crate) fn log_of(database: &Path) -> PathBuf {
    let mut name = database.canonicalize().unwrap_or_else(|_| database.to_owned()).into_os_string();
    name.push("-wal");
    name.into()
}

struct Task {
    connections: AnyPool,
    log: PathBuf,
    interval: Duration,
    max_bytes: u64,
}

impl Task {
    async fn run(self, mut news: mpsc::Receiver<()>) {
        while news.recv().await.is_some() {
            // While the log file is too large, the task tries again until the long reader has ended.
            loop {
                sleep(self.interval).await;
                let done = self.checkpoint().await;
                if done.is_err() && self.connections.is_closed() {
                    return;
                }
                if !self.is_large() || news.is_closed() {
                    break;
                }
            }
        }
    }

    async fn checkpoint(&self) -> Result<()> {
        let mut connection = self.connections.acquire().await?;
        // A passive checkpoint waits for no other connection. What it cannot move, the next one moves.
        let all_moved = wal_checkpoint(&mut connection, "PASSIVE").await?;
        if all_moved && self.is_large() {
            set_busy_timeout(&mut connection, TRUNCATE_TIMEOUT).await?;
            let truncated = wal_checkpoint(&mut connection, "TRUNCATE").await;
            set_busy_timeout(&mut connection, BUSY_TIMEOUT).await?;
            truncated?;
        }
        Ok(())
    }

    fn is_large(&self) -> bool {
        self.log.metadata().is_ok_and(|file| file.len() > self.max_bytes)
    }
}

/// Runs a checkpoint. Returns whether it moved the whole log.
async fn wal_checkpoint(connection: &mut AnyConnection, mode: &'static str) -> Result<bool> {
    let sql = AssertSqlSafe(format!("PRAGMA wal_checkpoint({mode})"));
    let row = sqlx::query(sql).fetch_one(connection).await?;
    let (busy, pages, moved): (i64, i64, i64) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
    Ok(busy == 0 && pages == moved)
}

async fn set_busy_timeout(connection: &mut AnyConnection, timeout: Duration) -> Result<()> {
    let sql = format!("PRAGMA busy_timeout = {}", timeout.as_millis());
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(connection).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Store;

    /// `docs/host/server.md`: a long reader makes the log large only while it reads.
    #[tokio::test]
    async fn the_log_is_truncated_after_a_long_reader() {
        const LARGEST: u64 = 100_000;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.db");
        let store = Store::open(&path).await.unwrap();
        let interval = Duration::from_millis(10);
        let checkpoints = Checkpoints::at(store.readers().clone(), &path, interval, LARGEST);
        let length = || log_of(&path).metadata().unwrap().len();

        let reader = rusqlite::Connection::open(&path).unwrap();
        reader.execute_batch("BEGIN; SELECT COUNT(*) FROM accounts").unwrap();
        let mut number = 0;
        while length() <= 2 * LARGEST {
            number += 1;
            store.create_account(&format!("Ann {number}"), "hash").await.unwrap();
            checkpoints.written();
        }
        reader.execute_batch("ROLLBACK").unwrap();
        // The task truncates the log although nothing more is written.
        let truncated = async {
            while length() > 0 {
                sleep(interval).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(20), truncated).await.expect("the log stays large");
        store.create_account("Bob", "hash").await.unwrap();
        assert_eq!(store.account_named("Ann 1").await.unwrap().name, "Ann 1");
    }
}
