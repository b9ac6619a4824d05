//! The API for programs, with the names and stream shapes of the Lichess board and bot API where they fit, extended for
//! more seats. `docs/api.md` describes it.

pub(crate) mod answers;
pub(crate) mod challenges;
pub(crate) mod hub;
pub(crate) mod moves;
pub(crate) mod seeks;
pub(crate) mod shapes;
pub(crate) mod streams;

use std::convert::Infallible;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::time::timeout;

/// Silence is broken by an empty line, so that nobody takes the stream for dead.
const KEEP_ALIVE: Duration = Duration::from_secs(7);

/// A stream of JSON objects, one per line.
pub(crate) fn lines(values: mpsc::Receiver<Value>) -> Response {
    let next = |mut values: mpsc::Receiver<Value>| async move {
        let line = match timeout(KEEP_ALIVE, values.recv()).await {
            Ok(Some(value)) => format!("{value}\n"),
            Ok(None) => return None,
            Err(_) => "\n".to_owned(),
        };
        Some((Ok::<_, Infallible>(Bytes::from(line)), values))
    };
    let body = Body::from_stream(stream::unfold(values, next));
    ([(header::CONTENT_TYPE, "application/x-ndjson")], body).into_response()
}
