//! Bodies arrive whole and in time, before anything is done for them.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use menagerie_wire::Code;
use tokio::time::timeout;

use super::import;
use crate::app::App;
use crate::refuse::No;

/// Reads the body. A client that sends it too slowly is refused; a smaller limit of the call itself holds all the same.
pub(crate) async fn arrive(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let (head, body) = request.into_parts();
    let reading = axum::body::to_bytes(body, import::LARGEST);
    match timeout(app.config.limits.patience, reading).await {
        Ok(Ok(bytes)) => next.run(Request::from_parts(head, Body::from(bytes))).await,
        Ok(Err(_)) => No::new(Code::TooMuch, "the body is too large, or was broken off").into_response(),
        Err(_) => No::new(Code::TooMuch, "the body came too slowly").into_response(),
    }
}
