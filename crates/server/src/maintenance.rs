//! Maintenance tasks, every five minutes: close, delete and expire old data. The log names each task that failed.

use std::sync::Arc;
use std::time::Duration;

use menagerie_bus::Notice;
use menagerie_store::{Millis, StoreError, TableId};

use crate::app::App;
use crate::error::log_unwritable;
use crate::mailbox::cluster_event::ClusterEvent;

const EVERY: Duration = Duration::from_mins(5);
const DAY: i64 = 24 * 60 * 60 * 1000;

/// Runs all tasks every five minutes, until it is aborted.
pub(crate) async fn tend(app: Arc<App>) {
    loop {
        app.maintain().await;
        tokio::time::sleep(EVERY).await;
    }
}

impl App {
    /// Runs each task once. A failed task does not stop the others.
    async fn maintain(&self) {
        let (store, now) = (&self.store, self.now());
        self.tell_closed("close tables to which nobody came for a day", store.close_waiting(Millis(now - DAY)).await);
        if let Some(kept) = self.config.retention {
            let before = Millis(now - kept.as_millis() as i64);
            self.tell_closed("close abandoned matches", store.close_abandoned(before).await);
            report("delete closed tables", store.delete_closed(before).await);
        }
        report("drop unused sessions", store.drop_sessions(Millis(now - 180 * DAY)).await);
        report("drop old jobs", store.drop_jobs(Millis(now - DAY)).await);
        report("drop paid debts of thinking", store.drop_debts(Millis(now)).await);
        report("drop old challenges", store.drop_challenges(Millis(now - DAY)).await);
        report("drop unused commitments", store.drop_commitments(Millis(now)).await);
        report("drop old seeks", store.drop_seeks(Millis(now - DAY)).await);
        report("drop old idempotency keys", store.drop_idempotency_keys(Millis(now - 7 * DAY)).await);
        report("drop old sign-in places", store.drop_known_sign_ins(Millis(now - 90 * DAY)).await);
        report("delete addresses of old tables", store.drop_table_origins(Millis(now - 30 * DAY)).await);
        report("delete studies of guests after a year", store.drop_guest_studies(Millis(now - 365 * DAY)).await);
        report("save the counters of lessons", self.save_lesson_counts().await);
        report("rate finished matches", self.rate_leftovers().await.map(|()| 0));
    }

    /// The store closed these tables: tells their connected clients, here and at other nodes.
    fn tell_closed(&self, task: &'static str, closed: Result<Vec<TableId>, StoreError>) {
        for table in closed.iter().flatten() {
            self.send_to_table(table, ClusterEvent::Changed);
            self.bus.publish(Notice::Changed { table: table.clone() });
        }
        report(task, closed.map(|closed| closed.len() as u64));
    }
}

fn report(task: &'static str, done: Result<u64, StoreError>) {
    match done {
        Ok(0) => {}
        Ok(number) => tracing::info!(task, number, "maintenance"),
        // All tasks fail for this one reason, so the log throttles it to one line a minute.
        Err(cause @ (StoreError::Full | StoreError::ReadOnly)) => log_unwritable(&cause),
        Err(cause) => tracing::warn!(task, %cause, "a maintenance task failed"),
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};
    use std::sync::{Mutex, PoisonError};

    use menagerie_store::Store;

    use super::*;
    use crate::app::Deps;

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// `docs/host/server.md`: the log names each maintenance task that failed, and the other tasks still run.
    #[tokio::test]
    async fn each_failed_task_is_named_in_the_log() {
        let lines = Lines::default();
        let sink = lines.clone();
        let log = tracing_subscriber::fmt().with_ansi(false).with_writer(move || sink.clone()).finish();
        let _logging = tracing::subscriber::set_default(log);
        let app = App::new(Deps::new(Store::memory().await.unwrap()));
        app.store.close().await;
        app.maintain().await;
        let text = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
        for task in [
            "close tables to which nobody came for a day",
            "close abandoned matches",
            "delete closed tables",
            "drop unused sessions",
            "drop old idempotency keys",
            "drop old seeks",
            "rate finished matches",
        ] {
            assert!(text.contains(&format!("a maintenance task failed task=\"{task}\"")), "{task}: {text}");
        }
    }
}
