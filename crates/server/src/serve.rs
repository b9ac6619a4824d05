//! Running the server on a socket: recovery at the start, an orderly end.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::serve::ListenerExt;
use menagerie_store::{Millis, StoreError};
use tokio::net::TcpListener;

use crate::accept::accept;
use crate::app::App;
use crate::cluster::take_part;
use crate::program::seeks;
use crate::refuse::log_store_failure;
use crate::worker::{usual_threads, work};

/// Serves until `stop` is done, then finishes what was begun: every acknowledged action is on the disk, every connection is
/// told that it ends.
pub async fn serve(
    listener: TcpListener,
    shared: Arc<App>,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    recover(&shared).await.map_err(io::Error::other)?;
    shared.mention_start(listener.local_addr()?);
    let taking_part = tokio::spawn(take_part(Arc::clone(&shared)));
    // A move is a small message that somebody waits for.
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    let thinking = tokio::spawn(think_too(Arc::clone(&shared)));
    let tending = tokio::spawn(tend(Arc::clone(&shared)));
    let seeking = tokio::spawn(seeks::tend(Arc::clone(&shared)));
    let closing = Arc::clone(&shared);
    let stopped = async move {
        stop.await;
        closing.mention("shutting down");
        closing.close();
    };
    accept(listener, Arc::clone(&shared), stopped).await;
    tending.abort();
    seeking.abort();
    shared.rooms_closed().await;
    taking_part.abort();
    thinking.abort();
    if let Err(cause) = shared.store.end_seeks(shared.bus.node().as_str()).await {
        tracing::warn!(%cause, "the seeks of this node end later, when their leases do");
    }
    shared.store.close().await;
    shared.mention("the server has ended in order");
    Ok(())
}

impl App {
    /// What an operator wants to know of a server that has started. The database's address may hold a password.
    fn mention_start(&self, address: SocketAddr) {
        tracing::info!(
            version = env!("CARGO_PKG_VERSION"),
            %address,
            store = if self.store.is_shared() { "PostgreSQL" } else { "SQLite" },
            bus = self.bus.kind(),
            node = self.bus.node().as_str(),
            thinks = self.config.thinks,
            tables = self.open_rooms(),
            "the server has started"
        );
    }

    /// Mentions something that happens to the whole server, with how much is open.
    fn mention(&self, what: &str) {
        let sockets = self.metrics.connections.load(Ordering::Relaxed);
        tracing::info!(node = self.bus.node().as_str(), tables = self.open_rooms(), sockets, "{what}");
    }
}

/// One of several nodes is a worker too, unless its operator has others for that.
async fn think_too(app: Arc<App>) {
    if app.config.thinks && !app.bus.is_alone() {
        work(app.store.clone(), app.bus.clone(), usual_threads(), std::future::pending()).await;
    }
}

/// Closes tables to which nobody came, rates what was not rated, and forgets sessions that nobody uses.
async fn tend(app: Arc<App>) {
    const EVERY: Duration = Duration::from_mins(5);
    const DAY: i64 = 24 * 60 * 60 * 1000;
    loop {
        let now = app.now();
        let closed = app.store.close_waiting(Millis(now - DAY)).await;
        let dropped = app.store.drop_sessions(Millis(now - 180 * DAY)).await;
        let jobs = app.store.drop_jobs(Millis(now - DAY)).await;
        let challenges = app.store.drop_challenges(Millis(now - DAY)).await;
        let commitments = app.store.drop_commitments(Millis(now)).await;
        let seeks = app.store.drop_seeks(Millis(now - DAY)).await;
        let answers = app.store.drop_answers(Millis(now - 7 * DAY)).await;
        let rated = app.rate_leftovers().await;
        let forgotten = [dropped, jobs, challenges, commitments, seeks, answers].map(|it| it.map(drop));
        if let Some(tables) = closed.as_ref().ok().map(Vec::len).filter(|&number| number > 0) {
            tracing::info!(tables, "tables to which nobody came for a day are closed");
        }
        for cause in forgotten.into_iter().chain([closed.map(drop), rated]).filter_map(Result::err) {
            log_store_failure(&cause, "what is old could not be forgotten, or what is left to rate not rated");
        }
        tokio::time::sleep(EVERY).await;
    }
}

/// Opens the tables where something may be due: a flag fell while nobody looked, or a computer player has to move.
async fn recover(app: &Arc<App>) -> Result<(), StoreError> {
    app.read_bans().await?;
    if !app.bus.is_alone() {
        // The nodes look after such tables together, whoever comes and goes.
        return app.ask_time().await.map(|_| ());
    }
    let mut tables = app.store.open_tables_with_clock().await?;
    tables.extend(app.store.open_tables_with_computers().await?);
    for table in tables {
        if let Err(no) = app.room(&table).await {
            tracing::warn!(%table, cause = no.0.error, "a table cannot be opened");
        }
    }
    Ok(())
}
