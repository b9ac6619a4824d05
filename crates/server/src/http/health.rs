//! What monitors ask.

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;

use super::Shared;
use crate::refuse::No;

/// `GET /healthz`: well if the database answers.
pub(crate) async fn health(State(app): Shared) -> Result<&'static str, No> {
    app.store.now().await?;
    Ok("well\n")
}

/// `GET /metrics`
pub(crate) async fn metrics(State(app): Shared) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], app.metrics.text(app.open_rooms()))
}
