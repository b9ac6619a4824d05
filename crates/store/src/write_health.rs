//! Write health: whether the database can be written. Each append and each failure updates it. If the last success is
//! missing or old, a probe writes a row.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::append::Appended;
use crate::store::Store;
use crate::{Result, StoreError};

/// The time before a failed probe is repeated.
const PROBE_RETRY: Duration = Duration::from_secs(5);
/// A success counts this long: after it, other programs may have filled the disk.
const SUCCESS_VALID: Duration = Duration::from_mins(1);
/// More than the free rest of a page, so that the probe needs a new page: a database without room for one is full.
const PROBE_BYTES: usize = 16 * 1024;

/// The outcome of the last writes.
pub(crate) struct WriteHealth {
    begun: Instant,
    /// When the last append or probe succeeded, in milliseconds since `begun`; [`NEVER`] if none has, or if a write has
    /// failed since.
    succeeded: AtomicU64,
    /// The last probe, if it failed and nothing was written since.
    failure: Mutex<Option<(Instant, StoreError)>>,
}

const NEVER: u64 = u64::MAX;

impl Default for WriteHealth {
    /// Unknown before the first write: the disk may be full from the start.
    fn default() -> Self {
        Self { begun: Instant::now(), succeeded: AtomicU64::new(NEVER), failure: Mutex::default() }
    }
}

impl WriteHealth {
    fn failed(&self) {
        self.succeeded.store(NEVER, Ordering::Relaxed);
    }

    fn wrote(&self) {
        let now = self.begun.elapsed().as_millis() as u64;
        // After a success, an old failure must not answer for the next probe.
        if self.succeeded.swap(now, Ordering::Relaxed) == NEVER {
            *self.failure() = None;
        }
    }

    /// Whether a write has succeeded in the last minute, and none has failed since.
    fn is_known_good(&self) -> bool {
        let succeeded = self.succeeded.load(Ordering::Relaxed);
        succeeded != NEVER && self.begun.elapsed() < Duration::from_millis(succeeded) + SUCCESS_VALID
    }

    /// Updates the health after an append. A conflict says nothing about the database.
    pub(crate) fn appended(&self, appended: &Result<Appended>) {
        match appended {
            Ok(_) => self.wrote(),
            Err(StoreError::Conflict | StoreError::NotFound(_) | StoreError::Closed) => {}
            Err(_) => self.failed(),
        }
    }

    fn failed_lately(&self) -> Option<StoreError> {
        self.failure().as_ref().filter(|(at, _)| at.elapsed() < PROBE_RETRY).map(|(_, error)| error.clone())
    }

    fn probed(&self, probe: &Result<()>) {
        match probe {
            Ok(()) => self.wrote(),
            Err(error) => *self.failure() = Some((Instant::now(), error.clone())),
        }
    }

    fn failure(&self) -> MutexGuard<'_, Option<(Instant, StoreError)>> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A transaction that writes. If it is dropped before it succeeds, the health is unknown. Its success counts for
/// nothing: a transaction that changes no row writes nothing to the disk.
pub(crate) struct WriteAttempt(Arc<WriteHealth>, bool);

impl WriteAttempt {
    pub(crate) fn new(health: &Arc<WriteHealth>) -> Self {
        Self(Arc::clone(health), false)
    }

    pub(crate) fn succeeded(mut self) {
        self.1 = true;
    }
}

impl Drop for WriteAttempt {
    fn drop(&mut self) {
        if !self.1 {
            self.0.failed();
        }
    }
}

impl Store {
    /// Checks that the database can be written. If an append has succeeded in the last minute and no write has failed
    /// since, it writes nothing. Otherwise it probes; a failed probe is not repeated for 5 seconds.
    pub async fn check_writing(&self) -> Result<()> {
        // The writing task has ended, so no append can succeed.
        if self.appends().is_closed() {
            return Err(StoreError::Closed);
        }
        let health = self.write_health();
        if health.is_known_good() {
            return Ok(());
        }
        if let Some(error) = health.failed_lately() {
            return Err(error);
        }
        let probe = self.probe().await;
        health.probed(&probe);
        probe
    }

    /// Two transactions: a row that is inserted and deleted in one never reaches the disk.
    async fn probe(&self) -> Result<()> {
        const DELETE: &str = "DELETE FROM write_probes";
        let payload = "x".repeat(PROBE_BYTES);
        let mut write = self.write().await?;
        // Rows of a probe that was cut off.
        sqlx::query(DELETE).execute(&mut *write.transaction).await?;
        sqlx::query("INSERT INTO write_probes (payload) VALUES ($1)")
            .bind(payload)
            .execute(&mut *write.transaction)
            .await?;
        write.commit().await?;
        let mut write = self.write().await?;
        sqlx::query(DELETE).execute(&mut *write.transaction).await?;
        write.commit().await
    }
}
