//! Write health: whether writing works. Noted with every append and every failure, and tried where the last success is missing
//! or old.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::append::Appended;
use crate::store::Store;
use crate::{Result, StoreError};

/// A trial that failed is not repeated for so long.
const BETWEEN_TRIALS: Duration = Duration::from_secs(5);
/// A success says nothing about the present after so long: other programs may have filled the disk.
const FRESH: Duration = Duration::from_mins(1);
/// More than fits into what is left of a page: a database without room for a page is full.
const TRIAL: usize = 16 * 1024;

/// How writing went last.
pub(crate) struct Pulse {
    begun: Instant,
    /// When the last append or trial succeeded, in milliseconds after the beginning; [`NEVER`] if none has, or if one has failed since.
    succeeded: AtomicU64,
    /// The last trial, if it failed and nothing was written since.
    failure: Mutex<Option<(Instant, StoreError)>>,
}

const NEVER: u64 = u64::MAX;

impl Default for Pulse {
    /// Whether writing works is not known before something was written: the disk may be full from the start.
    fn default() -> Self {
        Self { begun: Instant::now(), succeeded: AtomicU64::new(NEVER), failure: Mutex::default() }
    }
}

impl Pulse {
    fn failed(&self) {
        self.succeeded.store(NEVER, Ordering::Relaxed);
    }

    fn wrote(&self) {
        let now = self.begun.elapsed().as_millis() as u64;
        // A failure that was overcome says nothing about the next doubt.
        if self.succeeded.swap(now, Ordering::Relaxed) == NEVER {
            *self.failure() = None;
        }
    }

    /// Whether a write has succeeded lately, and none has failed since.
    fn is_well(&self) -> bool {
        let succeeded = self.succeeded.load(Ordering::Relaxed);
        succeeded != NEVER && self.begun.elapsed() < Duration::from_millis(succeeded) + FRESH
    }

    /// What became of an append. That it came too late says nothing about the database.
    pub(crate) fn appended(&self, appended: &Result<Appended>) {
        match appended {
            Ok(_) => self.wrote(),
            Err(StoreError::Conflict | StoreError::NotFound(_) | StoreError::Closed) => {}
            Err(_) => self.failed(),
        }
    }

    fn failed_lately(&self) -> Option<StoreError> {
        self.failure().as_ref().filter(|(at, _)| at.elapsed() < BETWEEN_TRIALS).map(|(_, error)| error.clone())
    }

    fn tried(&self, trial: &Result<()>) {
        match trial {
            Ok(()) => self.wrote(),
            Err(error) => *self.failure() = Some((Instant::now(), error.clone())),
        }
    }

    fn failure(&self) -> MutexGuard<'_, Option<(Instant, StoreError)>> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A write that has begun: if it does not come to its end, it is doubtful whether writing works. Its success says little, for
/// many a transaction finds nothing to change, and then nothing goes to the disk.
pub(crate) struct Begun(Arc<Pulse>, bool);

impl Begun {
    pub(crate) fn new(pulse: &Arc<Pulse>) -> Self {
        Self(Arc::clone(pulse), false)
    }

    pub(crate) fn ended(mut self) {
        self.1 = true;
    }
}

impl Drop for Begun {
    fn drop(&mut self) {
        if !self.1 {
            self.0.failed();
        }
    }
}

impl Store {
    /// Whether the database takes what is written to it. If an append has succeeded in the last minute and none has failed since,
    /// nothing is written to find that out; otherwise a small write is tried, and one that fails is not repeated for 5 seconds.
    pub async fn check_writing(&self) -> Result<()> {
        let pulse = self.pulse();
        if pulse.is_well() {
            return Ok(());
        }
        if let Some(error) = pulse.failed_lately() {
            return Err(error);
        }
        let trial = self.try_writing().await;
        pulse.tried(&trial);
        trial
    }

    /// Two transactions: what is written and deleted in one is never on the disk.
    async fn try_writing(&self) -> Result<()> {
        const FORGET: &str = "DELETE FROM trials";
        let filling = "x".repeat(TRIAL);
        let mut write = self.write().await?;
        // What a trial has left that was cut off in the middle.
        sqlx::query(FORGET).execute(&mut *write.transaction).await?;
        sqlx::query("INSERT INTO trials (filling) VALUES ($1)").bind(filling).execute(&mut *write.transaction).await?;
        write.commit().await?;
        let mut write = self.write().await?;
        sqlx::query(FORGET).execute(&mut *write.transaction).await?;
        write.commit().await
    }
}
