//! The think jobs whose answers this node waits for.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use menagerie_wire::Thought;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use crate::engine::search::Reply;

/// Thoughts that may wait.
const WAITING: usize = 16;

/// What a worker answers: the action, and how it came to it.
#[derive(Serialize, Deserialize)]
pub(crate) struct Answer {
    pub(crate) reply: Option<Reply>,
    pub(crate) thought: Option<Thought>,
}

/// The jobs whose answers this node waits for.
#[derive(Default)]
pub(crate) struct Asked {
    waiting: Mutex<HashMap<String, mpsc::Sender<Option<Thought>>>>,
}

impl Asked {
    /// A worker tells how far it has come; nothing if the answer is there.
    pub(crate) fn tell(&self, job: &str, thought: Option<Thought>) {
        if let Some(told) = self.waiting.lock().unwrap_or_else(PoisonError::into_inner).get(job) {
            let _ = told.try_send(thought);
        }
    }

    pub(crate) fn wait(&self, job: &str) -> mpsc::Receiver<Option<Thought>> {
        let (told, telling) = mpsc::channel(WAITING);
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).insert(job.to_owned(), told);
        telling
    }

    pub(crate) fn forget(&self, job: &str) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).remove(job);
    }
}
