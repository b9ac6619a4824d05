//! Health check and metrics for monitoring.

use std::fmt::Write as _;

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use menagerie_store::StoreError;
use menagerie_wire::Code;

use crate::app::App;
use crate::error::{ApiError, log_unwritable};
use crate::http::Shared;
use crate::operations::metrics::{deprecated_aliases, write_head, write_histogram};

/// `GET /healthz`: succeeds if the database answers and is writable.
pub(crate) async fn health(State(app): Shared) -> Result<&'static str, ApiError> {
    app.store.now().await?;
    app.store.check_writing().await.map_err(|error| match error {
        // The operator can fix these causes, so the response names them.
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
    /// All metrics in the Prometheus text format.
    pub(crate) async fn metrics_text(&self) -> String {
        let mut text = self.metrics.text(self.open_rooms());
        self.metrics.request_latency.write(&mut text);
        self.metrics.lessons.write(&mut text);
        let help = "Time from a table's request to append events until they are durable.";
        write_histogram(&mut text, "append_duration_seconds", help, &[("", &self.metrics.durable)]);
        let help = "Time of the commit of a group of appends.";
        write_histogram(&mut text, "commit_duration_seconds", help, &[("", self.store.commits())]);
        let ((attended, unattended), (analysis, _)) = (self.thinkers.waits(), self.analysts.waits());
        let waits =
            [("kind=\"attended\"", attended), ("kind=\"unattended\"", unattended), ("kind=\"analysis\"", analysis)];
        let help = "Time that searches waited in the queue.";
        write_histogram(&mut text, "engine_queue_wait_seconds", help, &waits);
        // In a cluster the queue is in the store. If the store does not answer, the metric is absent.
        let waiting = if self.bus.is_alone() { Ok(self.thinkers.waiting()) } else { self.store.jobs_waiting().await };
        if let Ok((attended, unattended)) = waiting {
            write_head(&mut text, "engine_queue_length", "gauge", "Searches that wait now.");
            let _ = writeln!(text, "menagerie_engine_queue_length{{kind=\"attended\"}} {attended}");
            let _ = writeln!(text, "menagerie_engine_queue_length{{kind=\"unattended\"}} {unattended}");
        }
        text += &deprecated_aliases(&text);
        text
    }
}
