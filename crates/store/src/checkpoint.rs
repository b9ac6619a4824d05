//! Checkpoints: moving what was written from `SQLite`'s write-ahead log into its database file. Left alone, `SQLite` does that
//! inside the commit that fills the log, and everybody waits for it; here another connection does it beside the writer.

use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, Row};
use tokio::sync::mpsc;
use tokio::time::sleep;

use crate::Result;
use crate::store::BUSY_TIMEOUT;

/// At most so often. A page that was written many times meanwhile is moved once.
const EVERY: Duration = Duration::from_secs(5);

/// Pages in the log from which on the writer itself moves them, so that it cannot grow without end: 64 MB.
pub(crate) const LONGEST_LOG: u32 = 65_536;

/// The largest file that the log leaves behind: twice what the writer lets it grow to. Only a reader that takes long makes it
/// larger, because what it may still read cannot be moved, and `SQLite` itself never makes the file smaller.
const LARGEST_FILE: u64 = 2 * LONGEST_LOG as u64 * 1_048;

/// As long as truncating may wait for readers that are about to end. Writers wait meanwhile.
const TRUNCATE_WAITS: Duration = Duration::from_millis(100);

/// Says that there is something to move.
pub(crate) struct Checkpoints(mpsc::Sender<()>);

impl Checkpoints {
    /// Starts the task that does it. It ends when this is dropped.
    pub(crate) fn start(connections: AnyPool, database: &Path) -> Self {
        Self::at(connections, database, EVERY, LARGEST_FILE)
    }

    fn at(connections: AnyPool, database: &Path, every: Duration, largest: u64) -> Self {
        let (written, news) = mpsc::channel(1);
        let task = Task { connections, log: log_of(database), every, largest };
        tokio::spawn(task.follow(news));
        Self(written)
    }

    /// Something was written.
    pub(crate) fn written(&self) {
        // If it was told already and not heard yet, that is enough.
        let _ = self.0.try_send(());
    }
}

/// The file of the write-ahead log: `SQLite` follows symbolic links before it names it.
fn log_of(database: &Path) -> PathBuf {
    let mut name = database.canonicalize().unwrap_or_else(|_| database.to_owned()).into_os_string();
    name.push("-wal");
    name.into()
}

struct Task {
    connections: AnyPool,
    log: PathBuf,
    every: Duration,
    largest: u64,
}

impl Task {
    async fn follow(self, mut news: mpsc::Receiver<()>) {
        while news.recv().await.is_some() {
            // A log that is too large is looked at until the reader that holds it up has ended.
            loop {
                sleep(self.every).await;
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
        // Passive: it waits for nobody. What it could not move it moves the next time.
        let all_moved = wal_checkpoint(&mut connection, "PASSIVE").await?;
        if all_moved && self.is_large() {
            set_busy_timeout(&mut connection, TRUNCATE_WAITS).await?;
            let truncated = wal_checkpoint(&mut connection, "TRUNCATE").await;
            set_busy_timeout(&mut connection, BUSY_TIMEOUT).await?;
            truncated?;
        }
        Ok(())
    }

    fn is_large(&self) -> bool {
        self.log.metadata().is_ok_and(|file| file.len() > self.largest)
    }
}

/// Whether nobody was in the way and everything in the log was moved.
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

    /// `docs/server.md`: a reader that takes long makes the log large only for as long as it reads.
    #[tokio::test]
    async fn the_log_is_truncated_after_a_long_reader() {
        const LARGEST: u64 = 100_000;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.db");
        let store = Store::open(&path).await.unwrap();
        let every = Duration::from_millis(10);
        let checkpoints = Checkpoints::at(store.readers().clone(), &path, every, LARGEST);
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
        // Nothing more is written: it is looked at all the same.
        let truncated = async {
            while length() > 0 {
                sleep(every).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(20), truncated).await.expect("the log stays large");
        store.create_account("Bob", "hash").await.unwrap();
        assert_eq!(store.account_named("Ann 1").await.unwrap().name, "Ann 1");
    }
}
