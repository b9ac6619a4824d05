//! Whether writing works: noted with every write, and tried where the last one did not succeed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::append::Appended;
use crate::store::Store;
use crate::{Result, StoreError};

/// A trial that failed is not repeated for so long.
const BETWEEN_TRIALS: Duration = Duration::from_secs(5);
/// More than fits into what is left of a page: a database without room for a page is full.
const TRIAL: usize = 16 * 1024;

/// How writing went last.
#[derive(Default)]
pub(crate) struct Pulse {
    doubtful: AtomicBool,
    failed: Mutex<Option<(Instant, StoreError)>>,
}

impl Pulse {
    fn wrote(&self, well: bool) {
        if self.doubtful.load(Ordering::Relaxed) == well {
            self.doubtful.store(!well, Ordering::Relaxed);
            // A failure that was overcome says nothing about the next doubt.
            if well {
                *self.failure() = None;
            }
        }
    }

    /// What became of an append. That it came too late says nothing about the database.
    pub(crate) fn appended(&self, appended: &Result<Appended>) {
        match appended {
            Ok(_) => self.wrote(true),
            Err(StoreError::Conflict | StoreError::NotFound(_) | StoreError::Closed) => {}
            Err(_) => self.wrote(false),
        }
    }

    fn failed_lately(&self) -> Option<StoreError> {
        self.failure().as_ref().filter(|(at, _)| at.elapsed() < BETWEEN_TRIALS).map(|(_, error)| error.clone())
    }

    fn tried(&self, trial: &Result<()>) {
        *self.failure() = trial.as_ref().err().map(|error| (Instant::now(), error.clone()));
    }

    fn failure(&self) -> MutexGuard<'_, Option<(Instant, StoreError)>> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A write that has begun: if it does not come to its end, it is doubtful whether writing works.
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
        self.0.wrote(self.1);
    }
}

impl Store {
    /// Whether the database takes what is written to it. As long as the last write succeeded, nothing is written to find that
    /// out; otherwise a small one is tried, once in a few seconds.
    pub async fn check_writing(&self) -> Result<()> {
        let pulse = self.pulse();
        if !pulse.doubtful.load(Ordering::Relaxed) {
            return Ok(());
        }
        if let Some(error) = pulse.failed_lately() {
            return Err(error);
        }
        let trial = self.try_writing().await;
        pulse.tried(&trial);
        trial
    }

    async fn try_writing(&self) -> Result<()> {
        let mut write = self.write().await?;
        let filling = "x".repeat(TRIAL);
        sqlx::query("INSERT INTO trials (filling) VALUES ($1)").bind(filling).execute(&mut *write.transaction).await?;
        sqlx::query("DELETE FROM trials").execute(&mut *write.transaction).await?;
        write.commit().await
    }
}
