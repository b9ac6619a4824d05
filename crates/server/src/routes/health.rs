//! What monitors ask.

use std::fmt::Write as _;

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use menagerie_store::StoreError;
use menagerie_wire::Code;

use crate::app::App;
use crate::error::{ApiError, log_unwritable};
use crate::http::Shared;
use crate::operations::metrics::write_histogram;

/// `GET /healthz`: well if the database answers, and takes what is written to it.
pub(crate) async fn health(State(app): Shared) -> Result<&'static str, ApiError> {
    app.store.now().await?;
    app.store.check_writing().await.map_err(|error| match error {
        // What the operator can mend.
        StoreError::Full | StoreError::ReadOnly => {
            log_unwritable(&error);
            ApiError::new(Code::Trouble, error.to_string())
        }
        error => error.into(),
    })?;
    Ok("well\n")
}

/// `GET /metrics`
pub(crate) async fn metrics(State(app): Shared) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], app.metrics_text().await)
}

impl App {
    /// Everything that monitors are told.
    pub(crate) async fn metrics_text(&self) -> String {
        let mut text = self.metrics.text(self.open_rooms());
        self.metrics.requests_by_route.write(&mut text);
        write_histogram(&mut text, "append_durable_seconds", &[("", &self.metrics.durable)]);
        write_histogram(&mut text, "commit_seconds", &[("", self.store.commits())]);
        let ((attended, unattended), (analysis, _)) = (self.thinkers.waits(), self.analysts.waits());
        let waits =
            [("kind=\"attended\"", attended), ("kind=\"unattended\"", unattended), ("kind=\"analysis\"", analysis)];
        write_histogram(&mut text, "engine_wait_seconds", &waits);
        // In a cluster the queue is in the store; where that does not answer, the length is not told.
        let waiting = if self.bus.is_alone() { Ok(self.thinkers.waiting()) } else { self.store.jobs_waiting().await };
        if let Ok((attended, unattended)) = waiting {
            text.push_str("# TYPE menagerie_engine_queue gauge\n");
            let _ = writeln!(text, "menagerie_engine_queue{{kind=\"attended\"}} {attended}");
            let _ = writeln!(text, "menagerie_engine_queue{{kind=\"unattended\"}} {unattended}");
        }
        text
    }
}
