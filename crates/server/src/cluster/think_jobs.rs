//! Think jobs: a single server searches in this process; a cluster passes jobs to workers through the store.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use menagerie_bus::Notice;
use menagerie_store::{JobPriority, JobState, NewJob, TableId};
use menagerie_table::secret::random_word;
use menagerie_wire::Thought;
use tokio::time::{sleep, timeout};

use crate::app::App;
use crate::engine::pending_jobs::JobAnswer;
use crate::engine::search::{Question, Reply};
use crate::engine::thinkers::Claim;

/// The polling interval for an answer, in case a notice on the bus is lost.
const POLL: Duration = Duration::from_secs(1);
/// The longest wait of an analysis for a worker.
const ANALYSIS_TIMEOUT: Duration = Duration::from_mins(1);
const NAME_LENGTH: usize = 20;

impl App {
    /// A computer player's answer at a version of its table. Several nodes that ask share one job.
    pub(crate) async fn think_for(
        &self,
        table: &TableId,
        version: u32,
        question: Question,
        claim: Claim,
        stop: Arc<AtomicBool>,
        tell: impl FnMut(Thought) + Send + 'static,
    ) -> Option<Reply> {
        if self.bus.is_alone() {
            return self.thinkers.think(question, claim, stop, tell).await;
        }
        let job = ThinkJob::new(format!("{table}:{version}"), JobPriority::Move, &question, &claim)?;
        let (answer, waited) = self.run_job(&job, &stop, tell).await?;
        self.thinkers.waited(claim.is_attended(), waited);
        answer.reply
    }

    /// Analyses a position until the client disconnects.
    pub(crate) async fn analyse(
        &self,
        question: Question,
        claim: Claim,
        gone: impl Future<Output = ()>,
        mut tell: impl FnMut(Thought) + Send + 'static,
    ) {
        let stop = Arc::new(AtomicBool::new(false));
        if self.bus.is_alone() {
            tokio::select! {
                _ = self.analysts.think(question, claim, Arc::clone(&stop), tell) => {}
                // The client disconnected: stops the search.
                () = gone => stop.store(true, Ordering::Relaxed),
            }
            return;
        }
        let name = random_word(&self.entropy, NAME_LENGTH);
        let Some(job) = ThinkJob::new(name, JobPriority::Analysis, &question, &claim) else { return };
        let last = {
            let mut asking = pin!(self.run_job(&job, &stop, &mut tell));
            tokio::select! {
                last = &mut asking => last,
                _ = timeout(ANALYSIS_TIMEOUT, gone) => {
                    stop.store(true, Ordering::Relaxed);
                    // Waits until the job is removed from the store.
                    asking.await
                }
            }
        };
        let Some((answer, waited)) = last else { return };
        self.analysts.waited(true, waited);
        answer.thought.into_iter().for_each(tell);
    }

    /// Stores a job and waits for its answer, or until it is stopped. Also returns how long the job waited for a
    /// worker.
    async fn run_job(
        &self,
        job: &ThinkJob<'_>,
        stop: &AtomicBool,
        mut tell: impl FnMut(Thought),
    ) -> Option<(JobAnswer, Duration)> {
        let mut telling = self.pending_jobs.wait(&job.id);
        let mut attended = job.claim.is_attended();
        self.store_job(job, stop).await;
        let mut answer = None;
        while answer.is_none() && !stop.load(Ordering::Relaxed) {
            match timeout(POLL, telling.recv()).await {
                Ok(Some(Some(thought))) => {
                    tell(thought);
                    continue;
                }
                // A notice announced the answer, or the polling interval passed.
                Ok(Some(None)) | Err(_) => {}
                // A newer request for the same job in this process gets the notices instead.
                Ok(None) => sleep(POLL).await,
            }
            match self.store.job_state(&job.id).await {
                Ok(JobState::Answered { text, waited }) => answer = Some((text, waited)),
                Ok(JobState::Gone) => self.store_again(job, stop).await,
                Ok(JobState::Pending) if !attended && job.claim.is_attended() => {
                    // A player reconnected: the job gets a higher priority.
                    attended = true;
                    self.store_job(job, stop).await;
                }
                Ok(JobState::Pending) | Err(_) => {}
            }
        }
        self.pending_jobs.forget(&job.id);
        if let Err(cause) = self.store.delete_job(&job.id).await {
            tracing::warn!(job = job.id, %cause, "cannot delete a finished job; maintenance deletes it after a day");
        }
        let (text, waited) = answer?;
        Some((serde_json::from_str(&text).ok()?, waited))
    }

    /// Another node read the answer and deleted the job. That node applies the answer unless it died, so this one waits
    /// before it stores the job again.
    async fn store_again(&self, job: &ThinkJob<'_>, stop: &AtomicBool) {
        sleep(POLL).await;
        if !stop.load(Ordering::Relaxed) {
            tracing::info!(job = job.id, "an answer was lost; storing the job again");
            self.store_job(job, stop).await;
        }
    }

    /// Stores a job, with retries, and announces it on the bus.
    async fn store_job(&self, job: &ThinkJob<'_>, stop: &AtomicBool) {
        while let Err(cause) = self.store.enqueue_job(job.new_job(self.bus.node().as_str())).await {
            tracing::warn!(job = job.id, %cause, "cannot store a think job");
            if stop.load(Ordering::Relaxed) {
                return;
            }
            sleep(POLL).await;
        }
        self.bus.publish_to_all(Notice::JobWaiting);
    }
}

/// A job as this node stores it.
struct ThinkJob<'a> {
    id: String,
    priority: JobPriority,
    question: String,
    cost: i64,
    claim: &'a Claim,
}

impl<'a> ThinkJob<'a> {
    fn new(id: String, priority: JobPriority, question: &Question, claim: &'a Claim) -> Option<Self> {
        let (cost, question) = (question.longest(), serde_json::to_string(question).ok()?);
        Some(Self { id, priority, question, cost, claim })
    }

    fn new_job<'b>(&'b self, requester: &'b str) -> NewJob<'b> {
        let (attended, owners) = (self.claim.is_attended(), &self.claim.payers);
        NewJob {
            id: &self.id,
            requester,
            priority: self.priority,
            request: &self.question,
            owners,
            attended,
            max_millis: self.cost,
        }
    }
}
