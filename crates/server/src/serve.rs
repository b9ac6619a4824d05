//! Running the server on a socket: recovery at the start, an orderly end.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::serve::ListenerExt;
use menagerie_store::StoreError;
use tokio::net::TcpListener;

use crate::app::App;
use crate::bot_api::seeks;
use crate::cluster::node::take_part;
use crate::engine::engine_worker::{usual_threads, work};
use crate::maintenance::tend;
use crate::net::listener::accept;
use crate::routes::app;
use crate::tables::lobby;

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
    let waiting = tokio::spawn(lobby::tend(Arc::clone(&shared)));
    let closing = Arc::clone(&shared);
    let stopped = async move {
        stop.await;
        closing.mention("shutting down");
        closing.close();
    };
    accept(listener, app(Arc::clone(&shared)), Arc::clone(&shared), stopped).await;
    tending.abort();
    seeking.abort();
    waiting.abort();
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

/// What must be known before the first request is answered. Tables with a flag that fell or a computer player that has to move are
/// opened afterwards, by their deadlines.
async fn recover(app: &Arc<App>) -> Result<(), StoreError> {
    app.read_bans().await?;
    if !app.bus.is_alone() {
        app.ask_time().await?;
    }
    Ok(())
}
