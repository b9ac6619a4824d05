//! Notifications between the programs that use one database: `PostgreSQL`'s `LISTEN` and `NOTIFY`. They are hints: a
//! program that does not listen at the moment misses them.

#[cfg(feature = "postgres")]
use sqlx::postgres::PgListener;

use crate::store::Store;
use crate::{Result, StoreError};

/// The one channel of all notifications.
const CHANNEL: &str = "menagerie";
/// The longest payload that `NOTIFY` takes, in bytes.
pub const MAX_NOTIFICATION_BYTES: usize = 7_999;

/// A subscription to all notifications, including those of this program.
pub struct NotificationListener {
    #[cfg(feature = "postgres")]
    listener: PgListener,
}

impl Store {
    /// Subscribes. [`StoreError::Unsupported`] for `SQLite`, which a single program uses.
    pub async fn listen(&self) -> Result<NotificationListener> {
        #[cfg(feature = "postgres")]
        if let Some(url) = self.url() {
            let mut listener = PgListener::connect(url).await?;
            listener.listen(CHANNEL).await?;
            return Ok(NotificationListener { listener });
        }
        Err(StoreError::Unsupported("notifications between nodes: use PostgreSQL"))
    }

    /// Sends a notification to all subscriptions.
    pub async fn notify(&self, notice: &str) -> Result<()> {
        if !self.is_shared() {
            return Err(StoreError::Unsupported("notifications between nodes: use PostgreSQL"));
        }
        let query = sqlx::query("SELECT 1 FROM pg_notify($1, $2)").bind(CHANNEL).bind(notice);
        query.execute(self.readers()).await?;
        Ok(())
    }
}

impl NotificationListener {
    /// The next payload; `None` if the connection is lost, perhaps with some notifications. Then subscribe anew.
    #[cfg(feature = "postgres")]
    pub async fn next(&mut self) -> Option<String> {
        let notice = self.listener.try_recv().await;
        notice.ok().flatten().map(|notice| notice.payload().to_owned())
    }

    /// `None`: without `PostgreSQL` there is no connection.
    #[cfg(not(feature = "postgres"))]
    #[expect(clippy::unused_async, reason = "the same function with and without PostgreSQL")]
    pub async fn next(&mut self) -> Option<String> {
        None
    }
}
