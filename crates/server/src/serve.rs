//! Runs the server on a socket: recovery at start, graceful shutdown at the end.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::serve::ListenerExt;
use menagerie_store::StoreError;
use tokio::net::TcpListener;
use tokio::time::{sleep, timeout};

use crate::app::App;
use crate::bot_api::seeks;
use crate::cluster::node::run_node;
use crate::engine::engine_worker::{usual_threads, work};
use crate::maintenance::tend;
use crate::net::listener::accept;
use crate::routes::app;
use crate::tables::lobby;

/// Serves until `stop` resolves, then shuts down gracefully: every acknowledged action is durable, and every connection
/// gets a close frame.
pub async fn serve(
    listener: TcpListener,
    shared: Arc<App>,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    recover(&shared).await.map_err(io::Error::other)?;
    shared.log_start(listener.local_addr()?);
    let node = tokio::spawn(run_node(Arc::clone(&shared)));
    // Disables Nagle's algorithm: a move is a small message, and a player waits for it.
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    let thinking = tokio::spawn(run_local_worker(Arc::clone(&shared)));
    let tending = tokio::spawn(tend(Arc::clone(&shared)));
    let seeking = tokio::spawn(seeks::tend(Arc::clone(&shared)));
    let waiting = tokio::spawn(lobby::tend(Arc::clone(&shared)));
    let closing = Arc::clone(&shared);
    let stopped = async move {
        stop.await;
        closing.log_status("shutting down");
    };
    accept(listener, app(Arc::clone(&shared)), Arc::clone(&shared), stopped).await;
    tending.abort();
    seeking.abort();
    waiting.abort();
    shared.rooms_closed().await;
    shared.sockets_closed().await;
    node.abort();
    thinking.abort();
    if let Err(cause) = shared.store.expire_seeks(shared.bus.node().as_str()).await {
        tracing::warn!(%cause, "cannot end the seeks of this node; their leases will expire");
    }
    if let Err(cause) = shared.save_lesson_counts().await {
        tracing::warn!(%cause, "cannot save the counters of lessons since the last maintenance");
    }
    shared.store.close().await;
    shared.log_status("shutdown complete");
    Ok(())
}

impl App {
    /// Waits until every client has its last answers and its close frame. A slow client does not block the shutdown.
    async fn sockets_closed(&self) {
        let all_closed = async {
            while self.metrics.connections.load(Ordering::Relaxed) > 0 {
                sleep(Duration::from_millis(5)).await;
            }
        };
        if timeout(self.config.shutdown_timeout, all_closed).await.is_err() {
            self.log_status("closing sockets of slow clients");
        }
    }

    /// Logs the start. The database's URL is left out because it may contain a password.
    fn log_start(&self, address: SocketAddr) {
        tracing::info!(
            version = env!("CARGO_PKG_VERSION"),
            %address,
            store = if self.store.is_shared() { "PostgreSQL" } else { "SQLite" },
            bus = self.bus.kind(),
            node = self.bus.node().as_str(),
            runs_engine = self.config.runs_engine,
            "server started"
        );
    }

    /// Logs an event of the whole server, with the number of open tables and sockets.
    fn log_status(&self, what: &str) {
        let sockets = self.metrics.connections.load(Ordering::Relaxed);
        tracing::info!(node = self.bus.node().as_str(), tables = self.open_rooms(), sockets, "{what}");
    }
}

/// In a cluster a node is an engine worker too, unless the operator runs separate workers.
async fn run_local_worker(app: Arc<App>) {
    if app.config.runs_engine && !app.bus.is_alone() {
        work(app.store.clone(), app.bus.clone(), usual_threads(), std::future::pending()).await;
    }
}

/// Loads what the first request needs. Tables with an expired clock or a computer seat to move are opened afterwards,
/// by their deadlines.
async fn recover(app: &Arc<App>) -> Result<(), StoreError> {
    app.read_bans().await?;
    if !app.bus.is_alone() {
        app.ask_time().await?;
    }
    Ok(())
}
