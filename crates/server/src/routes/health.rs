//! Health check and metrics for monitoring.

use std::fmt::Write as _;
use std::time::Duration;

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use menagerie_store::StoreError;
use menagerie_wire::Code;

use crate::app::App;
use crate::error::{ApiError, log_unwritable};
use crate::http::Shared;
use crate::operations::metrics::{deprecated_aliases, write_head, write_histogram};

/// A database that does not answer within this time counts as not writable: a scrape by Prometheus ends after 10 s.
const DATABASE_TIMEOUT: Duration = Duration::from_secs(5);

/// `GET /healthz`: succeeds if the database answers and is writable.
pub(crate) async fn health(State(app): Shared) -> Result<&'static str, ApiError> {
    app.check_database().await.map_err(|error| match error {
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
    /// Checks that the database answers and is writable.
    async fn check_database(&self) -> Result<(), StoreError> {
        self.store.now().await?;
        self.store.check_writing().await
    }

    /// Searches that wait: with a client at their table, and without. In a cluster the queue is in the store, and all
    /// nodes export the same numbers.
    async fn searches_waiting(&self) -> Result<(u64, u64), StoreError> {
        if self.bus.is_alone() { Ok(self.thinkers.waiting()) } else { self.store.jobs_waiting().await }
    }

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
        let (writable, waiting) = tokio::join!(
            tokio::time::timeout(DATABASE_TIMEOUT, self.check_database()),
            tokio::time::timeout(DATABASE_TIMEOUT, self.searches_waiting()),
        );
        let writable = u8::from(matches!(writable, Ok(Ok(()))));
        write_head(&mut text, "database_writable", "gauge", "Whether the database answers and can be written.");
        let _ = writeln!(text, "menagerie_database_writable {writable}");
        write_head(&mut text, "bus_up", "gauge", "Whether the bus between the nodes is connected.");
        let _ = writeln!(text, "menagerie_bus_up {}", u8::from(self.bus.is_up()));
        // If the store does not answer, the metric is absent.
        if let Ok(Ok((attended, unattended))) = waiting {
            write_head(&mut text, "engine_queue_length", "gauge", "Searches that wait now.");
            let _ = writeln!(text, "menagerie_engine_queue_length{{kind=\"attended\"}} {attended}");
            let _ = writeln!(text, "menagerie_engine_queue_length{{kind=\"unattended\"}} {unattended}");
        }
        text += &deprecated_aliases(&text);
        text
    }
}
