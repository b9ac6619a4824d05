//! Short messages between those who use one database, by `PostgreSQL`'s `LISTEN` and `NOTIFY`. They are hints: whoever does
//! not listen at the moment never hears them.

#[cfg(feature = "postgres")]
use sqlx::postgres::PgListener;

use crate::store::Store;
use crate::{Result, StoreError};

/// All our messages go over one channel.
const CHANNEL: &str = "menagerie";
/// The longest message that `NOTIFY` takes, in bytes.
pub const LONGEST_NOTICE: usize = 7_999;

/// Somebody who hears the messages of all, including our own.
pub struct Listening {
    #[cfg(feature = "postgres")]
    listener: PgListener,
}

impl Store {
    /// Begins to listen. [`StoreError::Unsupported`] for a database that only one program uses.
    pub async fn listen(&self) -> Result<Listening> {
        #[cfg(feature = "postgres")]
        if let Some(url) = self.url() {
            let mut listener = PgListener::connect(url).await?;
            listener.listen(CHANNEL).await?;
            return Ok(Listening { listener });
        }
        Err(StoreError::Unsupported("notices between nodes: use PostgreSQL"))
    }

    /// Tells everybody who listens.
    pub async fn notify(&self, notice: &str) -> Result<()> {
        if !self.is_shared() {
            return Err(StoreError::Unsupported("notices between nodes: use PostgreSQL"));
        }
        let query = sqlx::query("SELECT 1 FROM pg_notify($1, $2)").bind(CHANNEL).bind(notice);
        query.execute(self.readers()).await?;
        Ok(())
    }
}

impl Listening {
    /// The next message; nothing if the connection was lost, and with it perhaps some messages. Then it is of no use any more.
    #[cfg(feature = "postgres")]
    pub async fn next(&mut self) -> Option<String> {
        let notice = self.listener.try_recv().await;
        notice.ok().flatten().map(|notice| notice.payload().to_owned())
    }

    /// Nothing: there is no such connection.
    #[cfg(not(feature = "postgres"))]
    #[expect(clippy::unused_async, reason = "the same function with and without PostgreSQL")]
    pub async fn next(&mut self) -> Option<String> {
        None
    }
}
