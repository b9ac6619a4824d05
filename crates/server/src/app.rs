//! What all requests share, and the routes.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use menagerie_bus::{Bus, Listener};
use menagerie_store::{Store, StoreError, TableId};
use menagerie_table::ConnectionId;
use menagerie_table::clock::Millis;
use menagerie_table::secret::{Entropy, system_entropy};
use tokio::sync::{Semaphore, watch};

use crate::accounts::event_hub::EventHub;
use crate::accounts::revocation::Revocations;
use crate::config::Config;
use crate::database_time::Time;
use crate::engine::pending_jobs::Asked;
use crate::engine::search::usual_threads;
use crate::engine::thinkers::Thinkers;
use crate::limits::rate_limit::RateLimits;
use crate::limits::sign_in_limit::SignInLimit;
use crate::lobby::attendance::Attendance;
use crate::lobby::open_seeks::Seeks;
use crate::mailbox::inbox::Inbox;
use crate::operations::metrics::Metrics;

/// What the server is made of.
pub struct Deps {
    /// Where everything is kept.
    pub store: Store,
    /// The way to the other nodes.
    pub bus: Bus,
    /// The operator's choices.
    pub config: Config,
    /// Where randomness comes from.
    pub entropy: Entropy,
    /// What tells the time here, until the database has told its own.
    pub time: fn() -> Millis,
}

impl Deps {
    /// A server alone on this store, otherwise as usual.
    pub fn new(store: Store) -> Self {
        let (bus, config, entropy) = (Bus::alone(), Config::default(), system_entropy());
        Self { store, bus, config, entropy, time: system_time }
    }
}

/// The operating system's time.
fn system_time() -> Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as Millis)
}

/// What all requests share.
pub struct App {
    pub(crate) store: Store,
    pub(crate) bus: Bus,
    /// What the other nodes tell, from the beginning on; taken by the task that listens.
    pub(crate) news: Mutex<Option<Listener>>,
    pub(crate) config: Config,
    pub(crate) entropy: Entropy,
    pub(crate) time: Time,
    pub(crate) thinkers: Arc<Thinkers>,
    /// Those who think about strangers' positions: one at a time, so that computer players do not wait for them.
    pub(crate) analysts: Arc<Thinkers>,
    /// Pictures that may be drawn at the same time.
    pub(crate) drawing: Semaphore,
    /// What is thought about elsewhere for this node.
    pub(crate) asked: Asked,
    pub(crate) rate_limits: RateLimits,
    pub(crate) sign_ins: SignInLimit,
    pub(crate) revocations: Revocations,
    pub(crate) event_hub: EventHub,
    pub(crate) seeks: Seeks,
    pub(crate) attendance: Attendance,
    pub(crate) metrics: Metrics,
    pub(crate) rooms: Mutex<HashMap<TableId, Inbox>>,
    connections: AtomicU64,
    closing: watch::Sender<bool>,
}

impl App {
    /// Puts the parts together.
    pub fn new(deps: Deps) -> Arc<Self> {
        Arc::new(Self {
            rate_limits: RateLimits::new(&deps.config.limits),
            sign_ins: SignInLimit::default(),
            revocations: Revocations::new(),
            store: deps.store,
            news: Mutex::new(Some(deps.bus.listen())),
            bus: deps.bus,
            config: deps.config,
            entropy: deps.entropy,
            time: Time::new(deps.time),
            thinkers: Thinkers::new(usual_threads(), 1),
            analysts: Thinkers::new(1, 0),
            drawing: Semaphore::new(2),
            asked: Asked::default(),
            event_hub: EventHub::default(),
            seeks: Seeks::default(),
            attendance: Attendance::default(),
            metrics: Metrics::default(),
            rooms: Mutex::default(),
            connections: AtomicU64::new(0),
            closing: watch::Sender::new(false),
        })
    }

    /// A number that no connection has had.
    pub(crate) fn new_connection(&self) -> ConnectionId {
        ConnectionId(self.connections.fetch_add(1, Ordering::Relaxed))
    }

    /// The address by which others reach the server, if it knows. Behind a proxy its own is nobody's business, and the proxy's
    /// is what they have in front of them.
    pub(crate) fn reach(&self) -> Option<&str> {
        self.config.reach.as_deref().filter(|_| self.config.trust_proxy.is_none())
    }

    /// A table's address: whole, if the server knows how others reach it.
    pub(crate) fn link(&self, table: &TableId) -> String {
        format!("{}/t/{table}", self.reach().unwrap_or_default().trim_end_matches('/'))
    }

    /// Tells rooms and sockets to end after what they are doing.
    pub fn close(&self) {
        self.closing.send_replace(true);
        self.event_hub.close();
    }

    /// Says when the server is to end.
    pub fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    /// Whether the server is to end.
    pub(crate) fn is_closing(&self) -> bool {
        *self.closing.borrow()
    }

    /// Waits until the server is to end.
    pub(crate) fn ended(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut closing = self.closing();
        async move {
            let _ = closing.wait_for(|closing| *closing).await;
        }
    }

    /// How many tables are in memory.
    pub fn open_rooms(&self) -> usize {
        self.lock_rooms().len()
    }

    /// Waits until every room has ended.
    pub async fn rooms_closed(&self) {
        while !self.lock_rooms().is_empty() {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    }

    pub(crate) fn lock_rooms(&self) -> std::sync::MutexGuard<'_, HashMap<TableId, Inbox>> {
        self.rooms.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl App {
    /// The time here: the database's, as far as it is known.
    pub(crate) fn now(&self) -> Millis {
        self.time.now()
    }

    /// Asks the database for its time.
    pub(crate) async fn ask_time(&self) -> Result<Millis, StoreError> {
        let asked = Instant::now();
        let said = self.store.now().await?.0;
        self.time.hear(asked, said);
        Ok(said)
    }
}
