//! Running the server on a socket: recovery at the start, an orderly end.

use std::future::Future;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::serve::ListenerExt;
use menagerie_store::{Millis, StoreError};
use tokio::net::TcpListener;

use crate::accept::accept;
use crate::app::App;

/// Serves until `stop` is done, then finishes what was begun: every acknowledged action is on the disk, every connection is
/// told that it ends.
pub async fn serve(
    listener: TcpListener,
    shared: Arc<App>,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    recover(&shared).await.map_err(io::Error::other)?;
    // A move is a small message that somebody waits for.
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    let tending = tokio::spawn(tend(Arc::clone(&shared)));
    let closing = Arc::clone(&shared);
    let stopped = async move {
        stop.await;
        tracing::info!("shutting down");
        closing.close();
    };
    accept(listener, Arc::clone(&shared), stopped).await;
    tending.abort();
    shared.rooms_closed().await;
    shared.store.close().await;
    Ok(())
}

/// Closes tables to which nobody came, and forgets sessions that nobody uses.
async fn tend(app: Arc<App>) {
    const HOUR: Duration = Duration::from_hours(1);
    const DAY: i64 = 24 * 60 * 60 * 1000;
    loop {
        let now = app.now();
        let closed = app.store.close_waiting(Millis(now - DAY)).await;
        let dropped = app.store.drop_sessions(Millis(now - 180 * DAY)).await;
        if let Some(cause) = closed.err().or(dropped.err()) {
            tracing::warn!(%cause, "old tables and sessions could not be tended");
        }
        tokio::time::sleep(HOUR).await;
    }
}

/// Opens the tables where something may be due: a flag fell while nobody looked, or a computer player has to move.
async fn recover(app: &Arc<App>) -> Result<(), StoreError> {
    app.read_bans().await?;
    let mut tables = app.store.open_tables_with_clock().await?;
    tables.extend(app.store.open_tables_with_computers().await?);
    for table in tables {
        if let Err(no) = app.room(&table).await {
            tracing::warn!(%table, cause = no.0.error, "a table cannot be opened");
        }
    }
    Ok(())
}
