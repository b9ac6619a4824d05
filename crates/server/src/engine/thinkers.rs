//! The threads that think in this process, and the queue in front of them: the scheduler, run with real searches.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use menagerie_store::{Histogram, Payers};
use menagerie_wire::Thought;
use tokio::sync::oneshot;

use crate::engine::scheduler::{Place, Scheduler, Ticket};
use crate::engine::search::{Question, Reply, think};

/// Who asks for a search.
#[derive(Clone)]
pub(crate) struct Claim {
    /// Whom it is charged to.
    pub(crate) payers: Payers,
    /// Whether a client is connected to the table. It may change while the search waits.
    pub(crate) attended: Arc<AtomicBool>,
}

impl Claim {
    /// Of somebody who waits for the answer.
    pub(crate) fn of_visitor(payers: Payers) -> Self {
        Self { payers, attended: Arc::new(AtomicBool::new(true)) }
    }

    pub(crate) fn is_attended(&self) -> bool {
        self.attended.load(Ordering::Relaxed)
    }
}

/// A fixed number of threads that think, in fair turns.
pub(crate) struct Thinkers {
    scheduler: Mutex<Scheduler<oneshot::Sender<Running>>>,
    /// Time is counted from here.
    start: Instant,
    attended: Histogram,
    unattended: Histogram,
}

impl Thinkers {
    /// So many threads for any search, and so many more for short ones.
    pub(crate) fn new(threads: usize, for_short: usize) -> Arc<Self> {
        Arc::new(Self {
            scheduler: Mutex::new(Scheduler::new(threads, for_short)),
            start: Instant::now(),
            attended: Histogram::default(),
            unattended: Histogram::default(),
        })
    }

    /// Thinks when its turn has come. `tell` hears how far the thinking has come.
    pub(crate) async fn think(
        self: &Arc<Self>,
        question: Question,
        claim: Claim,
        stop: Arc<AtomicBool>,
        tell: impl FnMut(Thought) + Send + 'static,
    ) -> Option<Reply> {
        let (granted, turn) = oneshot::channel();
        let Claim { payers, attended } = claim;
        let ticket = Ticket { payers, attended, stop: Arc::clone(&stop), cost: question.longest(), payload: granted };
        let now = self.now();
        self.lock().submit(ticket, now);
        self.begin_searches();
        let running = turn.await.ok()?;
        think(question, stop, tell, running).await
    }

    /// How many searches wait: of tables with a client connected, and of others.
    pub(crate) fn waiting(&self) -> (u64, u64) {
        self.lock().waiting()
    }

    /// How long searches waited: of tables with a client connected, and of others.
    pub(crate) fn waits(&self) -> (&Histogram, &Histogram) {
        (&self.attended, &self.unattended)
    }

    /// A search waited this long, here or for a worker elsewhere.
    pub(crate) fn waited(&self, attended: bool, waited: Duration) {
        let histogram = if attended { &self.attended } else { &self.unattended };
        histogram.observe(waited);
    }

    /// Gives every free place to the search whose turn it is.
    fn begin_searches(self: &Arc<Self>) {
        loop {
            let now = self.now();
            let next = self.lock().next(now);
            let Some((Ticket { payers, attended, cost, payload, .. }, place, waited)) = next else { return };
            self.waited(attended.load(Ordering::Relaxed), Duration::from_millis(waited.max(0) as u64));
            let running = Running { thinkers: Arc::clone(self), place, payers, cost, begun: Instant::now() };
            // Whoever hung up gives the place back by dropping it.
            let _ = payload.send(running);
        }
    }

    fn now(&self) -> i64 {
        self.start.elapsed().as_millis() as i64
    }

    fn lock(&self) -> MutexGuard<'_, Scheduler<oneshot::Sender<Running>>> {
        self.scheduler.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A search that has a place. Dropped, it gives the place to the next.
struct Running {
    thinkers: Arc<Thinkers>,
    place: Place,
    payers: Payers,
    cost: i64,
    begun: Instant,
}

impl Drop for Running {
    fn drop(&mut self) {
        let (now, used) = (self.thinkers.now(), self.begun.elapsed().as_millis() as i64);
        self.thinkers.lock().end(self.place, &self.payers, self.cost, used, now);
        self.thinkers.begin_searches();
    }
}
