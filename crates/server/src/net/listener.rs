//! The listener: accepts connections, limits them per address, and ends them gracefully.

use std::convert::Infallible;
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;

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
use crate::limits::limit_log::Limit;
use crate::limits::rate_limit::{LARGEST_HEAD, too_many_connections};
use crate::net::request_timeout::{Late, Timed};
use crate::net::write_timeout::WriteTimeout;

/// A head of a request that has not ended after so many bytes is not heard out. It may be so large, that whoever sends one
/// that is only larger than allowed is told so in words.
const HEARD_OUT: usize = 2 * LARGEST_HEAD;

/// Accepts connections until `stop` is done, then waits until those that are open have ended, but not for ever: a client that
/// does not read its answer keeps nobody from going.
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
        // Behind a proxy all connections come from one address: there the requests in progress are counted instead.
        let counts = shared.config.trust_proxy.is_none();
        let place = counts.then(|| shared.rate_limits.lines.enter(from.ip().into()));
        if matches!(place, Some(None)) {
            shared.rate_limits.limit_log.hit(Limit::Lines, from.ip().into());
            turn_away(stream, &shared);
            continue;
        }
        let late = Late::default();
        let stream = Timed::new(WriteTimeout::new(stream, shared.config.limits.patience), late.clone());
        let talking = talk(TokioIo::new(stream), late, from, router.clone(), Arc::clone(&shared));
        connections.spawn(async move {
            let _place = place;
            talking.await;
        });
    }
    drop(listener);
    let all_ended = async { while connections.join_next().await.is_some() {} };
    if timeout(shared.config.farewell, all_ended).await.is_err() {
        tracing::warn!(open = connections.len(), "some clients do not read their answers: they are cut off");
        connections.shutdown().await;
    }
}

/// Tells somebody who has too many connections so, without waiting for their question or for anything else.
fn turn_away(mut stream: impl AsyncWrite + Unpin, shared: &App) {
    let no = too_many_connections();
    shared.metrics.refused(no.0.code);
    let answer = no.as_bare_http();
    let telling = async {
        let _ = stream.write_all(answer.as_bytes()).await;
        let _ = stream.shutdown().await;
    };
    let _ = telling.now_or_never();
}

/// Answers the requests of one connection. A client that does not finish its request's head in time is cut off, and told so
/// when the connection is dropped.
async fn talk<S>(stream: TokioIo<S>, late: Late, from: SocketAddr, router: Router, shared: Arc<App>)
where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin + Send + 'static,
{
    let service = service_fn(move |request: Request<Incoming>| answer(router.clone(), request, from));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(shared.config.limits.patience)
        .max_buf_size(HEARD_OUT)
        .serve_connection(stream, service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let mut closing: watch::Receiver<bool> = shared.closing();
    tokio::select! {
        ended = connection.as_mut() => {
            if ended.is_err_and(|error| error.is_timeout()) {
                late.set();
            }
            return;
        }
        _ = closing.wait_for(|closing| *closing) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

async fn answer(router: Router, mut request: Request<Incoming>, from: SocketAddr) -> Result<Response, Infallible> {
    request.extensions_mut().insert(ConnectInfo(from));
    router.oneshot(request.map(Body::new)).await
}
