//! Having somebody think: in this process if the server is alone, otherwise a worker, by way of the store.

use std::collections::HashMap;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use menagerie_bus::Notice;
use menagerie_store::{JobState, Rank, TableId};
use menagerie_wire::Thought;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use crate::app::App;
use crate::computer::{Question, Reply};
use crate::secret::random_word;

/// How often the store is asked for an answer, in case that nobody tells.
const LOOK: Duration = Duration::from_secs(1);
/// Whoever wants an opinion does not wait longer for a worker to come.
const PATIENCE: Duration = Duration::from_mins(1);
/// Thoughts that may wait.
const WAITING: usize = 16;
const NAME_LENGTH: usize = 20;

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

    fn wait(&self, job: &str) -> mpsc::Receiver<Option<Thought>> {
        let (told, telling) = mpsc::channel(WAITING);
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).insert(job.to_owned(), told);
        telling
    }

    fn forget(&self, job: &str) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).remove(job);
    }
}

impl App {
    /// A computer player's answer to a version of its table. All nodes that ask mean the same job.
    pub(crate) async fn think_for(
        &self,
        table: &TableId,
        version: u32,
        question: Question,
        stop: Arc<AtomicBool>,
        tell: impl FnMut(Thought) + Send + 'static,
    ) -> Option<Reply> {
        if self.bus.is_alone() {
            return self.thinkers.think(question, stop, tell).await;
        }
        self.have_thought(&format!("{table}:{version}"), Rank::Move, &question, &stop, tell).await?.reply
    }

    /// The computer's opinion of a position, for as long as somebody wants it.
    pub(crate) async fn analyse(
        &self,
        question: Question,
        gone: impl Future<Output = ()>,
        mut tell: impl FnMut(Thought) + Send + 'static,
    ) {
        let stop = Arc::new(AtomicBool::new(false));
        if self.bus.is_alone() {
            tokio::select! {
                _ = self.analysts.think(question, Arc::clone(&stop), tell) => {}
                // Whoever hung up waits no longer, and no thinking goes on for them.
                () = gone => stop.store(true, Ordering::Relaxed),
            }
            return;
        }
        let job = random_word(&self.entropy, NAME_LENGTH);
        let last = {
            let mut asking = pin!(self.have_thought(&job, Rank::Analysis, &question, &stop, &mut tell));
            tokio::select! {
                last = &mut asking => last,
                _ = timeout(PATIENCE, gone) => {
                    stop.store(true, Ordering::Relaxed);
                    // The job is taken back before it is forgotten.
                    asking.await
                }
            }
        };
        last.and_then(|answer| answer.thought).into_iter().for_each(tell);
    }

    /// Asks by way of the store, and waits until there is an answer or nobody wants it any more.
    async fn have_thought(
        &self,
        job: &str,
        rank: Rank,
        question: &Question,
        stop: &AtomicBool,
        mut tell: impl FnMut(Thought),
    ) -> Option<Answer> {
        let question = serde_json::to_string(question).ok()?;
        let mut telling = self.asked.wait(job);
        self.put_question(job, rank, &question, stop).await;
        let mut answer = None;
        while answer.is_none() && !stop.load(Ordering::Relaxed) {
            match timeout(LOOK, telling.recv()).await {
                Ok(Some(Some(thought))) => {
                    tell(thought);
                    continue;
                }
                // The answer is said to be there; or it may be, although nobody said so.
                Ok(Some(None)) | Err(_) => {}
                // The same job was asked again from here, and whoever did so is told instead.
                Ok(None) => sleep(LOOK).await,
            }
            match self.store.job_state(job).await {
                Ok(JobState::Answered(text)) => answer = Some(text),
                Ok(JobState::Gone) => self.ask_again(job, rank, &question, stop).await,
                Ok(JobState::Open) | Err(_) => {}
            }
        }
        self.asked.forget(job);
        if let Err(cause) = self.store.drop_job(job).await {
            tracing::warn!(job, %cause, "a job that is done stays in the store for a day");
        }
        serde_json::from_str(&answer?).ok()
    }

    /// Another node has read the answer and taken the job away. It does what was answered, unless it has died; so it gets
    /// some time, and then the question is put anew.
    async fn ask_again(&self, job: &str, rank: Rank, question: &str, stop: &AtomicBool) {
        sleep(LOOK).await;
        if !stop.load(Ordering::Relaxed) {
            tracing::info!(job, "an answer was lost, and is asked for again");
            self.put_question(job, rank, question, stop).await;
        }
    }

    /// Puts a question into the store, as soon as that takes it, and says so.
    async fn put_question(&self, job: &str, rank: Rank, question: &str, stop: &AtomicBool) {
        while let Err(cause) = self.store.ask(job, self.bus.node().as_str(), rank, question).await {
            tracing::warn!(job, %cause, "nobody can be asked to think");
            if stop.load(Ordering::Relaxed) {
                return;
            }
            sleep(LOOK).await;
        }
        self.bus.tell_all(Notice::Work);
    }
}
