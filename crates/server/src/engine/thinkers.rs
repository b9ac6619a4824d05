//! The search threads of this process, and the queue in front of them: the scheduler, run with real searches.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use menagerie_store::{BudgetOwners, Histogram};
use menagerie_wire::Thought;
use tokio::sync::oneshot;

use crate::engine::scheduler::{Scheduler, Slot, Ticket};
use crate::engine::search::{Question, Reply, think};

/// The requester of a search, for the scheduler.
#[derive(Clone)]
pub(crate) struct Claim {
    /// The payers of the search.
    pub(crate) payers: BudgetOwners,
    /// Whether a client is connected to the table. It may change while the search waits.
    pub(crate) attended: Arc<AtomicBool>,
}

impl Claim {
    /// For a client that waits for the response.
    pub(crate) fn of_visitor(payers: BudgetOwners) -> Self {
        Self { payers, attended: Arc::new(AtomicBool::new(true)) }
    }

    pub(crate) fn is_attended(&self) -> bool {
        self.attended.load(Ordering::Relaxed)
    }
}

/// A fixed number of search threads behind a fair queue.
pub(crate) struct Thinkers {
    scheduler: Mutex<Scheduler<oneshot::Sender<Running>>>,
    /// The origin of the scheduler's time.
    start: Instant,
    attended: Histogram,
    unattended: Histogram,
}

impl Thinkers {
    /// A pool with this number of threads for any search, and of threads for short ones.
    pub(crate) fn new(threads: usize, for_short: usize) -> Arc<Self> {
        Arc::new(Self {
            scheduler: Mutex::new(Scheduler::new(threads, for_short)),
            start: Instant::now(),
            attended: Histogram::default(),
            unattended: Histogram::default(),
        })
    }

    /// Waits for a free thread, then searches. `tell` gets the progress reports.
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

    /// The number of queued searches: of tables with a client connected, and of others.
    pub(crate) fn waiting(&self) -> (u64, u64) {
        self.lock().waiting()
    }

    /// The queue wait times: of tables with a client connected, and of others.
    pub(crate) fn waits(&self) -> (&Histogram, &Histogram) {
        (&self.attended, &self.unattended)
    }

    /// Records the queue wait of a search, here or at a worker.
    pub(crate) fn waited(&self, attended: bool, waited: Duration) {
        let histogram = if attended { &self.attended } else { &self.unattended };
        histogram.observe(waited);
    }

    /// Starts queued searches while threads are free.
    fn begin_searches(self: &Arc<Self>) {
        loop {
            let now = self.now();
            let next = self.lock().next(now);
            let Some((Ticket { payers, attended, cost, payload, .. }, slot, waited)) = next else { return };
            self.waited(attended.load(Ordering::Relaxed), Duration::from_millis(waited.max(0) as u64));
            let running = Running { thinkers: Arc::clone(self), slot, payers, cost, begun: Instant::now() };
            // If the client is gone, dropping the value frees the slot.
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

/// A running search. Dropping it frees its slot for the next.
struct Running {
    thinkers: Arc<Thinkers>,
    slot: Slot,
    payers: BudgetOwners,
    cost: i64,
    begun: Instant,
}

impl Drop for Running {
    fn drop(&mut self) {
        let (now, used) = (self.thinkers.now(), self.begun.elapsed().as_millis() as i64);
        self.thinkers.lock().end(self.slot, &self.payers, self.cost, used, now);
        self.thinkers.begin_searches();
    }
}
