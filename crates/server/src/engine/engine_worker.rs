//! The engine worker: takes think jobs from the store under a lease, renews the lease as a heartbeat, searches, and
//! stores the answer. It gets only the view of the seat to move.

use std::future::Future;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use menagerie_bus::{Bus, BusEvent, NodeId, Notice};
use menagerie_game::GameName;
use menagerie_store::{Job, JobFilter, JobPriority, Store};
use menagerie_wire::Thought;
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};

use crate::engine::pending_jobs::JobAnswer;
use crate::engine::scheduler::SHORT_SEARCH;
use crate::engine::search::{self, Question};

pub use crate::engine::search::usual_threads;

/// The lease of a job in milliseconds, and the heartbeat interval.
const LEASE: i64 = 6_000;
const HEARTBEAT: Duration = Duration::from_secs(2);
/// The polling interval, in case a notice on the bus is lost.
const POLL: Duration = Duration::from_secs(1);
/// The shortest time between two progress notices.
const PROGRESS_EVERY: Duration = Duration::from_millis(300);
/// Attempts to store an answer. After the last one the lease expires and another worker repeats the search.
const ATTEMPTS: usize = 5;

/// Runs a worker with this number of threads until `stop` resolves.
pub async fn work(store: Store, bus: Bus, threads: usize, stop: impl Future<Output = ()>) {
    let wanted = wanted(threads.max(1));
    let wakers: Vec<Arc<Notify>> = wanted.iter().map(|_| Arc::default()).collect();
    let worker = Arc::new(Worker { store, bus, seats: AtomicU64::new(0) });
    let mut places = tokio::task::JoinSet::new();
    for (wanted, waker) in wanted.into_iter().zip(&wakers) {
        places.spawn(Arc::clone(&worker).take_jobs(wanted, Arc::clone(waker)));
    }
    let node = worker.bus.node().as_str();
    tracing::info!(node, threads, "worker started");
    let listening = wake_all(&worker.bus, &wakers);
    tokio::select! {
        () = listening => {}
        () = stop => {}
    }
    tracing::info!(node, "worker ended");
    // Dropping the tasks stops running searches. Their leases expire, and other workers take the jobs.
}

/// What each thread takes. With two threads or more, one takes moves alone, so that moves do not wait for analyses. One
/// more thread takes short moves alone, so that a low level answers at once while others search long.
fn wanted(threads: usize) -> Vec<JobFilter> {
    let moves = JobFilter { max_priority: JobPriority::Move, ..JobFilter::ANY };
    let first = if threads > 1 { moves } else { JobFilter::ANY };
    let short = JobFilter { max_millis: SHORT_SEARCH, ..moves };
    [first].into_iter().chain(vec![JobFilter::ANY; threads - 1]).chain([short]).collect()
}

/// Wakes all threads when a notice announces work.
async fn wake_all(bus: &Bus, wakers: &[Arc<Notify>]) {
    let mut listener = bus.listen();
    while let Some(heard) = listener.next().await {
        if matches!(heard, BusEvent::Notice(_, Notice::JobWaiting) | BusEvent::Up) {
            for waker in wakers {
                waker.notify_one();
            }
        }
    }
    std::future::pending::<()>().await;
}

struct Worker {
    store: Store,
    bus: Bus,
    /// The next lease owner's number. Each job has its own owner name, so that an expired lease is never renewed by
    /// mistake.
    seats: AtomicU64,
}

impl Worker {
    async fn take_jobs(self: Arc<Self>, wanted: JobFilter, waker: Arc<Notify>) {
        loop {
            let number = self.seats.fetch_add(1, Ordering::Relaxed);
            let owner = format!("{}:{number}", self.bus.node());
            match self.store.take_job(&owner, LEASE, wanted).await {
                Ok(Some(job)) => self.run_job(job, &owner).await,
                Ok(None) => drop(timeout(POLL, waker.notified()).await),
                Err(cause) => {
                    tracing::warn!(%cause, "cannot take jobs from the store");
                    sleep(POLL).await;
                }
            }
        }
    }

    async fn run_job(&self, job: Job, owner: &str) {
        let stop = Arc::new(AtomicBool::new(false));
        let last: Arc<Mutex<Option<Thought>>> = Arc::default();
        let reply = match serde_json::from_str::<Question>(&job.request) {
            Ok(question) => {
                let tell = self.progress(&job, may_publish_lines(&question), Arc::clone(&last));
                let _stop_if_dropped = StopOnDrop(&stop);
                tokio::select! {
                    reply = search::think(question, Arc::clone(&stop), tell, ()) => reply,
                    () = self.keep_lease(&job.id, owner) => return,
                }
            }
            Err(cause) => {
                tracing::error!(job = job.id, %cause, "cannot parse a think job");
                None
            }
        };
        let thought = last.lock().unwrap_or_else(PoisonError::into_inner).take();
        self.answer(&job, &JobAnswer { reply, thought }).await;
    }

    /// Renews the lease; returns when the lease is lost.
    async fn keep_lease(&self, job: &str, owner: &str) {
        loop {
            sleep(HEARTBEAT).await;
            if let Ok(false) = self.store.renew_job(job, owner, LEASE).await {
                return;
            }
        }
    }

    fn progress(
        &self,
        job: &Job,
        with_lines: bool,
        last: Arc<Mutex<Option<Thought>>>,
    ) -> impl FnMut(Thought) + Send + 'static {
        let (bus, id, requester) = (self.bus.clone(), job.id.clone(), NodeId::named(&job.requester));
        let mut told = Instant::now();
        move |thought| {
            if told.elapsed() >= PROGRESS_EVERY {
                told = Instant::now();
                let lines = if with_lines { thought.lines.clone() } else { Vec::new() };
                if let Ok(progress) = serde_json::to_value(&Thought { lines, ..thought.clone() }) {
                    bus.publish_to_all(Notice::JobProgress { job: id.clone(), requester: requester.clone(), progress });
                }
            }
            *last.lock().unwrap_or_else(PoisonError::into_inner) = Some(thought);
        }
    }

    async fn answer(&self, job: &Job, answer: &JobAnswer) {
        let Ok(text) = serde_json::to_string(answer) else { return };
        for _ in 0..ATTEMPTS {
            match self.store.finish_job(&job.id, &text).await {
                Ok(Some(requester)) => {
                    let (job, requester) = (job.id.clone(), NodeId::named(&requester));
                    return self.bus.publish_to_all(Notice::JobFinished { job, requester });
                }
                Ok(None) => return,
                Err(cause) => tracing::warn!(job = job.id, %cause, "cannot store an answer yet"),
            }
            sleep(POLL).await;
        }
    }
}

/// Whether progress notices may include the searched lines. A computer player's lines stay private, and with hidden
/// information a line could reveal it. The requesting node reads them from the store with the answer.
fn may_publish_lines(question: &Question) -> bool {
    let game = menagerie_catalog::find(GameName::new(&question.game).id);
    question.level.is_none() && game.is_some_and(|game| !game.info().hidden)
}

/// Stops a search when its task is dropped.
struct StopOnDrop<'a>(&'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::search::TimeLimit;

    #[test]
    fn the_bus_carries_no_line_that_could_tell_something_hidden() {
        let question = |game: &str, level| Question {
            game: game.to_owned(),
            seat: menagerie_game::Seat(0),
            view: String::new(),
            past: None,
            level,
            time: TimeLimit::Unlimited,
            lines: 1,
            actions: Vec::new(),
            seed: 0,
        };
        assert!(may_publish_lines(&question("jungle:classic", None)), "an analysis of a public position");
        assert!(!may_publish_lines(&question("heaven-hell", None)));
        assert!(!may_publish_lines(&question("heaven-hell", Some(3))));
        assert!(!may_publish_lines(&question("jungle", Some(3))), "the lines of a computer player are private");
    }
}
