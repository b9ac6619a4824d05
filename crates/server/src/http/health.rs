//! What monitors ask.

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use menagerie_store::StoreError;
use menagerie_wire::Code;

use super::Shared;
use crate::refuse::{No, log_unwritable};

/// `GET /healthz`: well if the database answers, and takes what is written to it.
pub(crate) async fn health(State(app): Shared) -> Result<&'static str, No> {
    app.store.now().await?;
    app.store.check_writing().await.map_err(|error| match error {
        // What the operator can mend.
        StoreError::Full | StoreError::ReadOnly => {
            log_unwritable(&error);
            No::new(Code::Trouble, error.to_string())
        }
        error => error.into(),
    })?;
    Ok("well\n")
}

/// `GET /metrics`
pub(crate) async fn metrics(State(app): Shared) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], app.metrics_text().await)
}
