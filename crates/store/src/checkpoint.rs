//! Moving what was written from `SQLite`'s log into its database file. Left alone, `SQLite` does that inside the commit that fills
//! the log, and everybody waits for it; here another connection does it beside the writer.

use std::time::Duration;

use sqlx::AnyPool;
use tokio::sync::mpsc;
use tokio::time::sleep;

/// At most so often. A page that was written many times meanwhile is moved once.
const EVERY: Duration = Duration::from_secs(5);

/// Pages in the log from which on the writer itself moves them, so that it cannot grow without end: 64 MB.
pub(crate) const LONGEST_LOG: u32 = 65_536;

/// Says that there is something to move.
pub(crate) struct Checkpoints(mpsc::Sender<()>);

impl Checkpoints {
    /// Starts the task that does it. It ends when this is dropped.
    pub(crate) fn start(connections: AnyPool) -> Self {
        let (written, news) = mpsc::channel(1);
        tokio::spawn(follow(connections, news));
        Self(written)
    }

    /// Something was written.
    pub(crate) fn written(&self) {
        // If it was told already and not heard yet, that is enough.
        let _ = self.0.try_send(());
    }
}

async fn follow(connections: AnyPool, mut news: mpsc::Receiver<()>) {
    while news.recv().await.is_some() {
        sleep(EVERY).await;
        // Passive: it waits for nobody. What it could not move it moves the next time.
        let moved = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&connections).await;
        if moved.is_err() && connections.is_closed() {
            return;
        }
    }
}
