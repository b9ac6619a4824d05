//! The application state that all requests share.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use menagerie_bus::{Bus, Listener};
use menagerie_store::{Store, StoreError, TableId};
use menagerie_table::ConnectionId;
use menagerie_table::clock::Millis;
use menagerie_table::secret::{Entropy, system_entropy};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};

use crate::accounts::event_hub::EventHub;
use crate::accounts::revocation::Revocations;
use crate::config::Config;
use crate::database_time::DatabaseClock;
use crate::engine::pending_jobs::PendingJobs;
use crate::engine::search::usual_threads;
use crate::engine::thinkers::Thinkers;
use crate::limits::rate_limit::RateLimits;
use crate::limits::sign_in_limit::SignInLimit;
use crate::lobby::attendance::Attendance;
use crate::lobby::open_seeks::Seeks;
use crate::mailbox::inbox::Inbox;
use crate::operations::metrics::Metrics;

/// The dependencies of the server.
pub struct Deps {
    /// The database.
    pub store: Store,
    /// The message bus between nodes.
    pub bus: Bus,
    /// The operator's options.
    pub config: Config,
    /// The source of randomness.
    pub entropy: Entropy,
    /// The local clock, used until the database's clock is known.
    pub time: fn() -> Millis,
}

impl Deps {
    /// A single server on this store, with the default configuration.
    pub fn new(store: Store) -> Self {
        let (bus, config, entropy) = (Bus::alone(), Config::default(), system_entropy());
        Self { store, bus, config, entropy, time: system_time }
    }
}

/// The operating system's clock.
fn system_time() -> Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as Millis)
}

/// The application state that all requests share.
pub struct App {
    pub(crate) store: Store,
    pub(crate) bus: Bus,
    /// The bus listener, subscribed at construction so that no notice is lost. The listening task takes it.
    pub(crate) news: Mutex<Option<Listener>>,
    pub(crate) config: Config,
    pub(crate) entropy: Entropy,
    pub(crate) time: DatabaseClock,
    pub(crate) thinkers: Arc<Thinkers>,
    /// The search threads for analyses: one, so that analyses do not delay computer players.
    pub(crate) analysts: Arc<Thinkers>,
    /// Limits how many pictures are drawn at once.
    pub(crate) drawing: Semaphore,
    /// The think jobs that workers run for this node.
    pub(crate) pending_jobs: PendingJobs,
    pub(crate) rate_limits: RateLimits,
    pub(crate) sign_ins: SignInLimit,
    pub(crate) revocations: Revocations,
    pub(crate) event_hub: EventHub,
    pub(crate) seeks: Seeks,
    pub(crate) attendance: Attendance,
    pub(crate) metrics: Metrics,
    pub(crate) rooms: Mutex<HashMap<TableId, Inbox>>,
    connections: AtomicU64,
    /// Becomes true when the shutdown begins: no new connections, and the last request of each open one.
    draining: watch::Sender<bool>,
    /// Becomes true when table tasks and sockets end.
    closing: watch::Sender<bool>,
}

impl App {
    /// Builds the state.
    pub fn new(deps: Deps) -> Arc<Self> {
        Arc::new(Self {
            rate_limits: RateLimits::new(&deps.config.limits, !deps.bus.is_alone()),
            sign_ins: SignInLimit::default(),
            revocations: Revocations::new(),
            store: deps.store,
            news: Mutex::new(Some(deps.bus.listen())),
            bus: deps.bus,
            config: deps.config,
            entropy: deps.entropy,
            time: DatabaseClock::new(deps.time),
            thinkers: Thinkers::new(usual_threads(), 1),
            analysts: Thinkers::new(1, 0),
            drawing: Semaphore::new(2),
            pending_jobs: PendingJobs::default(),
            event_hub: EventHub::default(),
            seeks: Seeks::default(),
            attendance: Attendance::default(),
            metrics: Metrics::default(),
            rooms: Mutex::default(),
            connections: AtomicU64::new(0),
            draining: watch::Sender::new(false),
            closing: watch::Sender::new(false),
        })
    }

    /// A connection id that is unique in this process.
    pub(crate) fn new_connection(&self) -> ConnectionId {
        ConnectionId(self.connections.fetch_add(1, Ordering::Relaxed))
    }

    /// The URL by which other machines reach the server, if it is known. Behind a proxy the server does not know it:
    /// clients use the proxy's URL, and the server's own must stay private.
    pub(crate) fn reach(&self) -> Option<&str> {
        self.config.reach.as_deref().filter(|_| self.config.trust_proxy.is_none())
    }

    /// A table's URL: absolute if the server knows its own URL.
    pub(crate) fn link(&self, table: &TableId) -> String {
        format!("{}/t/{table}", self.reach().unwrap_or_default().trim_end_matches('/'))
    }

    /// Begins the graceful shutdown: every connection learns that it takes no more requests, and the requests in progress
    /// are answered. Meanwhile tables and sockets go on, so nothing is refused.
    pub(crate) async fn drain(&self) {
        self.draining.send_replace(true);
        let Metrics { connections_taking_requests, requests_in_progress, .. } = &self.metrics;
        let all_answered = async {
            for counter in [connections_taking_requests, requests_in_progress] {
                while counter.load(Ordering::SeqCst) > 0 {
                    sleep(Duration::from_millis(5)).await;
                }
            }
        };
        let _ = timeout(self.config.shutdown_timeout, all_answered).await;
    }

    /// A channel that becomes true when the shutdown begins.
    pub(crate) fn draining(&self) -> watch::Receiver<bool> {
        self.draining.subscribe()
    }

    /// The second part of the shutdown: table tasks and sockets finish their current work and end.
    pub fn close(&self) {
        self.closing.send_replace(true);
        self.event_hub.close();
    }

    /// A channel that becomes true at shutdown.
    pub fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    /// Whether the server is shutting down.
    pub(crate) fn is_closing(&self) -> bool {
        *self.closing.borrow()
    }

    /// Waits for the shutdown.
    pub(crate) fn ended(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut closing = self.closing();
        async move {
            let _ = closing.wait_for(|closing| *closing).await;
        }
    }

    /// The number of tables in memory.
    pub fn open_rooms(&self) -> usize {
        self.lock_rooms().len()
    }

    /// Waits until every table task has ended.
    pub async fn rooms_closed(&self) {
        while !self.lock_rooms().is_empty() {
            sleep(Duration::from_millis(5)).await;
        }
    }

    pub(crate) fn lock_rooms(&self) -> std::sync::MutexGuard<'_, HashMap<TableId, Inbox>> {
        self.rooms.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl App {
    /// The current time by the database's clock, as far as this node knows it.
    pub(crate) fn now(&self) -> Millis {
        self.time.now()
    }

    /// Reads the database's clock and adjusts this node's estimate.
    pub(crate) async fn ask_time(&self) -> Result<Millis, StoreError> {
        let asked = Instant::now();
        let said = self.store.now().await?.0;
        self.time.adjust(asked, said);
        Ok(said)
    }
}
