//! The API for programs, with the names and stream shapes of the Lichess board and bot API where they fit, extended for
//! more seats. `docs/bots/api.md` describes it.

pub(crate) mod challenges;
pub(crate) mod current_games;
pub(crate) mod game_actions;
pub(crate) mod game_events;
pub(crate) mod lichess_json;
pub(crate) mod responses;
pub(crate) mod seeks;
pub(crate) mod streams;
pub(crate) mod tokens;
pub(crate) mod users;

use std::convert::Infallible;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::accounts::revocation::Until;

/// Heartbeat: an idle stream gets an empty line this often.
const KEEP_ALIVE: Duration = Duration::from_secs(7);

/// What a stream of lines is made from.
struct Lines {
    first: std::vec::IntoIter<Value>,
    values: mpsc::Receiver<Value>,
    must_go: Until,
}

impl Lines {
    async fn next(&mut self) -> Option<String> {
        if let Some(value) = self.first.next() {
            return Some(format!("{value}\n"));
        }
        tokio::select! {
            () = &mut self.must_go => None,
            value = timeout(KEEP_ALIVE, self.values.recv()) => match value {
                Ok(value) => Some(format!("{}\n", value?)),
                Err(_) => Some("\n".to_owned()),
            },
        }
    }
}

/// A stream of JSON objects, one per line: these at first, then what comes, until there is no more or the listener must go.
pub(crate) fn lines(first: Vec<Value>, values: mpsc::Receiver<Value>, must_go: Until) -> Response {
    let lines = Lines { first: first.into_iter(), values, must_go };
    let next = |mut lines: Lines| async move {
        let line = lines.next().await?;
        Some((Ok::<_, Infallible>(Bytes::from(line)), lines))
    };
    let body = Body::from_stream(stream::unfold(lines, next));
    ([(header::CONTENT_TYPE, "application/x-ndjson")], body).into_response()
}
