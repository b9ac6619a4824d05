//! The think jobs whose answers this node waits for.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use menagerie_wire::Thought;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use crate::engine::search::Reply;

/// Progress reports queued for a job.
const QUEUE: usize = 16;

/// A worker's answer: the action, and the last progress report.
#[derive(Serialize, Deserialize)]
pub(crate) struct JobAnswer {
    pub(crate) reply: Option<Reply>,
    pub(crate) thought: Option<Thought>,
}

/// The think jobs whose answers this node waits for, by job id.
#[derive(Default)]
pub(crate) struct PendingJobs {
    waiting: Mutex<HashMap<String, mpsc::Sender<Option<Thought>>>>,
}

impl PendingJobs {
    /// Delivers a worker's progress report; `None` says that the answer is in the store.
    pub(crate) fn notify(&self, job: &str, thought: Option<Thought>) {
        if let Some(told) = self.waiting.lock().unwrap_or_else(PoisonError::into_inner).get(job) {
            let _ = told.try_send(thought);
        }
    }

    pub(crate) fn wait(&self, job: &str) -> mpsc::Receiver<Option<Thought>> {
        let (told, telling) = mpsc::channel(QUEUE);
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).insert(job.to_owned(), told);
        telling
    }

    pub(crate) fn forget(&self, job: &str) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).remove(job);
    }
}
