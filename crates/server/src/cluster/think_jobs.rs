//! Think jobs: searches in this process if the server is alone, otherwise in a worker through the store.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use menagerie_bus::Notice;
use menagerie_store::{JobState, NewJob, Rank, TableId};
use menagerie_table::secret::random_word;
use menagerie_wire::Thought;
use tokio::time::{sleep, timeout};

use crate::app::App;
use crate::engine::pending_jobs::Answer;
use crate::engine::search::{Question, Reply};
use crate::engine::thinkers::Claim;

/// How often the store is asked for an answer, in case that nobody tells.
const LOOK: Duration = Duration::from_secs(1);
/// Whoever wants an opinion does not wait longer for a worker to come.
const PATIENCE: Duration = Duration::from_mins(1);
const NAME_LENGTH: usize = 20;

impl App {
    /// A computer player's answer to a version of its table. All nodes that ask mean the same job.
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
        let job = ThinkJob::new(format!("{table}:{version}"), Rank::Move, &question, &claim)?;
        let (answer, waited) = self.have_thought(&job, &stop, tell).await?;
        self.thinkers.waited(claim.is_attended(), waited);
        answer.reply
    }

    /// The computer's opinion of a position, for as long as somebody wants it.
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
                // Whoever hung up waits no longer, and no thinking goes on for them.
                () = gone => stop.store(true, Ordering::Relaxed),
            }
            return;
        }
        let name = random_word(&self.entropy, NAME_LENGTH);
        let Some(job) = ThinkJob::new(name, Rank::Analysis, &question, &claim) else { return };
        let last = {
            let mut asking = pin!(self.have_thought(&job, &stop, &mut tell));
            tokio::select! {
                last = &mut asking => last,
                _ = timeout(PATIENCE, gone) => {
                    stop.store(true, Ordering::Relaxed);
                    // The job is taken back before it is forgotten.
                    asking.await
                }
            }
        };
        let Some((answer, waited)) = last else { return };
        self.analysts.waited(true, waited);
        answer.thought.into_iter().for_each(tell);
    }

    /// Asks by way of the store, and waits until there is an answer or nobody wants it any more. Also how long the job waited
    /// for a worker.
    async fn have_thought(
        &self,
        job: &ThinkJob<'_>,
        stop: &AtomicBool,
        mut tell: impl FnMut(Thought),
    ) -> Option<(Answer, Duration)> {
        let mut telling = self.asked.wait(&job.id);
        let mut attended = job.claim.is_attended();
        self.put_question(job, stop).await;
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
            match self.store.job_state(&job.id).await {
                Ok(JobState::Answered { text, waited }) => answer = Some((text, waited)),
                Ok(JobState::Gone) => self.ask_again(job, stop).await,
                Ok(JobState::Open) if !attended && job.claim.is_attended() => {
                    // A player has come back, and the job comes earlier now.
                    attended = true;
                    self.put_question(job, stop).await;
                }
                Ok(JobState::Open) | Err(_) => {}
            }
        }
        self.asked.forget(&job.id);
        if let Err(cause) = self.store.drop_job(&job.id).await {
            tracing::warn!(job = job.id, %cause, "a job that is done stays in the store for a day");
        }
        let (text, waited) = answer?;
        Some((serde_json::from_str(&text).ok()?, waited))
    }

    /// Another node has read the answer and taken the job away. It does what was answered, unless it has died; so it gets
    /// some time, and then the question is put anew.
    async fn ask_again(&self, job: &ThinkJob<'_>, stop: &AtomicBool) {
        sleep(LOOK).await;
        if !stop.load(Ordering::Relaxed) {
            tracing::info!(job = job.id, "an answer was lost, and is asked for again");
            self.put_question(job, stop).await;
        }
    }

    /// Puts a question into the store, as soon as that takes it, and says so.
    async fn put_question(&self, job: &ThinkJob<'_>, stop: &AtomicBool) {
        while let Err(cause) = self.store.ask(job.new_job(self.bus.node().as_str())).await {
            tracing::warn!(job = job.id, %cause, "nobody can be asked to think");
            if stop.load(Ordering::Relaxed) {
                return;
            }
            sleep(LOOK).await;
        }
        self.bus.tell_all(Notice::Work);
    }
}

/// A job as this node asks it.
struct ThinkJob<'a> {
    id: String,
    rank: Rank,
    question: String,
    cost: i64,
    claim: &'a Claim,
}

impl<'a> ThinkJob<'a> {
    fn new(id: String, rank: Rank, question: &Question, claim: &'a Claim) -> Option<Self> {
        let (cost, question) = (question.longest(), serde_json::to_string(question).ok()?);
        Some(Self { id, rank, question, cost, claim })
    }

    fn new_job<'b>(&'b self, asker: &'b str) -> NewJob<'b> {
        let (attended, payers) = (self.claim.is_attended(), &self.claim.payers);
        NewJob { id: &self.id, asker, rank: self.rank, question: &self.question, payers, attended, cost: self.cost }
    }
}
