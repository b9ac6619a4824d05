//! The engine worker: takes think jobs from the store under a lease, renews the lease as a heartbeat, searches, and
//! stores the answer. It sees only the view of the asked seat.

use std::future::Future;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use menagerie_bus::{Bus, Heard, NodeId, Notice};
use menagerie_game::GameName;
use menagerie_store::{Job, Rank, Store, Wanted};
use menagerie_wire::Thought;
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};

use crate::engine::pending_jobs::Answer;
use crate::engine::scheduler::SHORT;
use crate::engine::search::{self, Question};

pub use crate::engine::search::usual_threads;

/// How long a job is held without a sign of life, in milliseconds, and how often there is one.
const LEASE: i64 = 6_000;
const RENEW: Duration = Duration::from_secs(2);
/// How often the store is asked for work, in case that nobody tells.
const LOOK: Duration = Duration::from_secs(1);
/// Progress is told at most so often.
const PROGRESS_EVERY: Duration = Duration::from_millis(300);
/// Attempts to answer; after them the lease runs out and another thinks again.
const TRIES: usize = 5;

/// Works with so many threads until `stop` is done.
pub async fn work(store: Store, bus: Bus, threads: usize, stop: impl Future<Output = ()>) {
    let wanted = wanted(threads.max(1));
    let wakers: Vec<Arc<Notify>> = wanted.iter().map(|_| Arc::default()).collect();
    let worker = Arc::new(Worker { store, bus, seats: AtomicU64::new(0) });
    let mut places = tokio::task::JoinSet::new();
    for (wanted, waker) in wanted.into_iter().zip(&wakers) {
        places.spawn(Arc::clone(&worker).take_jobs(wanted, Arc::clone(waker)));
    }
    let node = worker.bus.node().as_str();
    tracing::info!(node, threads, "a worker has started");
    let listening = wake_all(&worker.bus, &wakers);
    tokio::select! {
        () = listening => {}
        () = stop => {}
    }
    tracing::info!(node, "a worker has ended");
    // What is being thought about is left to others: dropping the places ends them.
}

/// What each thread takes. Moves do not wait for analyses: with two threads or more, one takes moves alone. One more thread takes
/// short moves alone, so that a low level answers at once while all others think long.
fn wanted(threads: usize) -> Vec<Wanted> {
    let moves = Wanted { last: Rank::Move, ..Wanted::ANY };
    let first = if threads > 1 { moves } else { Wanted::ANY };
    let short = Wanted { longest: SHORT, ..moves };
    [first].into_iter().chain(vec![Wanted::ANY; threads - 1]).chain([short]).collect()
}

/// Says that there may be work whenever somebody says so.
async fn wake_all(bus: &Bus, wakers: &[Arc<Notify>]) {
    let mut listener = bus.listen();
    while let Some(heard) = listener.next().await {
        if matches!(heard, Heard::Notice(_, Notice::Work) | Heard::Up) {
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
    /// Every job is held under a name of its own: a lease that has run out is not renewed by mistake.
    seats: AtomicU64,
}

impl Worker {
    async fn take_jobs(self: Arc<Self>, wanted: Wanted, waker: Arc<Notify>) {
        loop {
            let number = self.seats.fetch_add(1, Ordering::Relaxed);
            let owner = format!("{}:{number}", self.bus.node());
            match self.store.take_job(&owner, LEASE, wanted).await {
                Ok(Some(job)) => self.work_on(job, &owner).await,
                Ok(None) => drop(timeout(LOOK, waker.notified()).await),
                Err(cause) => {
                    tracing::warn!(%cause, "the store gives no work");
                    sleep(LOOK).await;
                }
            }
        }
    }

    async fn work_on(&self, job: Job, owner: &str) {
        let stop = Arc::new(AtomicBool::new(false));
        let last: Arc<Mutex<Option<Thought>>> = Arc::default();
        let reply = match serde_json::from_str::<Question>(&job.question) {
            Ok(question) => {
                let tell = self.progress(&job, may_tell_lines(&question), Arc::clone(&last));
                let _stop_if_dropped = StopOnDrop(&stop);
                tokio::select! {
                    reply = search::think(question, Arc::clone(&stop), tell, ()) => reply,
                    () = self.hold(&job.id, owner) => return,
                }
            }
            Err(cause) => {
                tracing::error!(job = job.id, %cause, "a question makes no sense");
                None
            }
        };
        let thought = last.lock().unwrap_or_else(PoisonError::into_inner).take();
        self.answer(&job, &Answer { reply, thought }).await;
    }

    /// Renews the lease; done when the job is ours no more.
    async fn hold(&self, job: &str, owner: &str) {
        loop {
            sleep(RENEW).await;
            if let Ok(false) = self.store.keep_job(job, owner, LEASE).await {
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
        let (bus, id, asker) = (self.bus.clone(), job.id.clone(), NodeId::named(&job.asker));
        let mut told = Instant::now();
        move |thought| {
            if told.elapsed() >= PROGRESS_EVERY {
                told = Instant::now();
                let lines = if with_lines { thought.lines.clone() } else { Vec::new() };
                if let Ok(thought) = serde_json::to_value(&Thought { lines, ..thought.clone() }) {
                    bus.tell_all(Notice::Thought { job: id.clone(), asker: asker.clone(), thought });
                }
            }
            *last.lock().unwrap_or_else(PoisonError::into_inner) = Some(thought);
        }
    }

    async fn answer(&self, job: &Job, answer: &Answer) {
        let Ok(text) = serde_json::to_string(answer) else { return };
        for _ in 0..TRIES {
            match self.store.answer_job(&job.id, &text).await {
                Ok(Some(asker)) => {
                    return self.bus.tell_all(Notice::Answered { job: job.id.clone(), asker: NodeId::named(&asker) });
                }
                Ok(None) => return,
                Err(cause) => tracing::warn!(job = job.id, %cause, "an answer cannot be stored yet"),
            }
            sleep(LOOK).await;
        }
    }
}

/// Whether the lines that are thought about may go over the bus: what a computer player likes is its own business, and where
/// something is hidden a line may tell it. Whoever asked finds them in the store with the answer.
fn may_tell_lines(question: &Question) -> bool {
    let game = menagerie_catalog::find(GameName::new(&question.game).id);
    question.level.is_none() && game.is_some_and(|game| !game.info().hidden)
}

/// Stops a thread that thinks for nobody.
struct StopOnDrop<'a>(&'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::search::Allowed;

    #[test]
    fn the_bus_carries_no_line_that_could_tell_something_hidden() {
        let question = |game: &str, level| Question {
            game: game.to_owned(),
            seat: menagerie_game::Seat(0),
            view: String::new(),
            past: None,
            level,
            time: Allowed::Unlimited,
            lines: 1,
            seed: 0,
        };
        assert!(may_tell_lines(&question("jungle:classic", None)), "an analysis of what everybody sees");
        assert!(!may_tell_lines(&question("heaven-hell", None)));
        assert!(!may_tell_lines(&question("heaven-hell", Some(3))));
        assert!(!may_tell_lines(&question("jungle", Some(3))), "a player keeps its plans to itself");
    }
}
