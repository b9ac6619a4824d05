//! The listener: accepts connections, limits them per address, and ends them gracefully.

use std::convert::Infallible;
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use axum::response::Response;
use axum::serve::Listener;
use futures_util::FutureExt;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tower::ServiceExt;

use crate::app::App;
use crate::error::ApiError;
use crate::limits::limit_log::Limit;
use crate::limits::rate_limit::{LARGEST_HEAD, too_many_connections};
use crate::net::request_timeout::{RequestTimeout, TimedOut};
use crate::net::write_timeout::WriteTimeout;

/// The HTTP library's limit for a request head. It is twice our own limit, so that a client slightly over the limit
/// gets an error response.
const MAX_HEAD_BUFFER: usize = 2 * LARGEST_HEAD;

/// Accepts connections until `stop` resolves. Then it answers the requests in progress, ends the tables, and waits for open
/// connections with a timeout, so that a slow client does not block the shutdown.
pub(crate) async fn accept(
    mut listener: impl Listener<Addr = SocketAddr>,
    router: Router,
    shared: Arc<App>,
    stop: impl Future<Output = ()> + Send,
) {
    let mut connections = JoinSet::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        let (stream, from) = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        while connections.try_join_next().is_some() {}
        // Behind a proxy all connections come from one address, so the guard middleware counts requests in progress
        // instead.
        let counts = shared.config.trust_proxy.is_none();
        let place = counts.then(|| shared.rate_limits.connections.acquire(from.ip().into()));
        if matches!(place, Some(None)) {
            shared.rate_limits.limit_log.hit(Limit::Connections, from.ip().into());
            reject(stream, &shared);
            continue;
        }
        let timed_out = TimedOut::default();
        let stream = RequestTimeout::new(WriteTimeout::new(stream, shared.config.limits.patience), timed_out.clone());
        let taking_requests = TakingRequests::begin(Arc::clone(&shared));
        let talking = serve_connection(TokioIo::new(stream), timed_out, from, router.clone(), taking_requests);
        connections.spawn(async move {
            let _place = place;
            talking.await;
        });
    }
    drop(listener);
    shared.drain().await;
    shared.close();
    let all_ended = async { while connections.join_next().await.is_some() {} };
    if timeout(shared.config.shutdown_timeout, all_ended).await.is_err() {
        tracing::warn!(open = connections.len(), "closing connections of slow clients");
        connections.shutdown().await;
    }
}

/// Refuses a connection over the limit with 429, without reading the request and without blocking.
fn reject(mut stream: impl AsyncWrite + Unpin, shared: &App) {
    let no = ApiError::from(too_many_connections());
    shared.metrics.refused(no.code());
    let answer = no.as_bare_http();
    let telling = async {
        let _ = stream.write_all(answer.as_bytes()).await;
        let _ = stream.shutdown().await;
    };
    let _ = telling.now_or_never();
}

/// Serves the requests of one connection. A client that does not finish a request's head in time gets 408 when the
/// connection is dropped.
async fn serve_connection<S>(
    stream: TokioIo<S>,
    timed_out: TimedOut,
    from: SocketAddr,
    router: Router,
    taking_requests: TakingRequests,
) where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin + Send + 'static,
{
    let TakingRequests(shared) = &taking_requests;
    let service = service_fn(move |request: Request<Incoming>| answer(router.clone(), request, from));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(shared.config.limits.patience)
        .max_buf_size(MAX_HEAD_BUFFER)
        .serve_connection(stream, service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let mut draining: watch::Receiver<bool> = shared.draining();
    tokio::select! {
        ended = connection.as_mut() => {
            if ended.is_err_and(|error| error.is_timeout()) {
                timed_out.set();
            }
            return;
        }
        _ = draining.wait_for(|draining| *draining) => connection.as_mut().graceful_shutdown(),
    }
    drop(taking_requests);
    let _ = connection.await;
}

/// A connection that takes requests. A shutdown waits until there is none: a request that begins later would be refused.
struct TakingRequests(Arc<App>);

impl TakingRequests {
    fn begin(app: Arc<App>) -> Self {
        app.metrics.connections_taking_requests.fetch_add(1, Ordering::SeqCst);
        Self(app)
    }
}

impl Drop for TakingRequests {
    fn drop(&mut self) {
        self.0.metrics.connections_taking_requests.fetch_sub(1, Ordering::SeqCst);
    }
}

async fn answer(router: Router, mut request: Request<Incoming>, from: SocketAddr) -> Result<Response, Infallible> {
    request.extensions_mut().insert(ConnectInfo(from));
    router.oneshot(request.map(Body::new)).await
}
