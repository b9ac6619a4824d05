//! The lock of the writers to an `SQLite` file. After a failed sync it lets nobody write.

use std::sync::{Arc, OnceLock};

use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::{Result, StoreError};

/// Held by the one transaction of this process that writes to the file.
#[derive(Clone, Default)]
pub(crate) struct WriteLock(Arc<Inner>);

#[derive(Default)]
struct Inner {
    turn: Arc<Mutex<()>>,
    failure: OnceLock<StoreError>,
}

impl WriteLock {
    /// Waits for the turn of the caller.
    pub(crate) async fn lock(&self) -> Result<OwnedMutexGuard<()>> {
        let turn = Arc::clone(&self.0.turn).lock_owned().await;
        if let Some(failure) = self.failure() {
            return Err(failure.clone());
        }
        Ok(turn)
    }

    /// A sync has failed. Nobody writes until the program starts again: the kernel may have forgotten what it could not
    /// write, and a later sync would not tell.
    pub(crate) fn fail(&self, error: StoreError) {
        let _ = self.0.failure.set(error);
    }

    /// Why the first failed sync failed.
    pub(crate) fn failure(&self) -> Option<&StoreError> {
        self.0.failure.get()
    }
}
