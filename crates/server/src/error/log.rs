//! Log lines about failures of the store.

use std::sync::LazyLock;
use std::time::Instant;

use menagerie_store::StoreError;

use crate::operations::log_throttle::LogThrottle;

/// Logs a failure of the store that no request has to answer for.
pub(crate) fn log_store_failure(cause: &StoreError, what: &str) {
    match cause {
        StoreError::Full | StoreError::ReadOnly => log_unwritable(cause),
        cause => tracing::warn!(%cause, "{what}"),
    }
}

/// Logs that the database takes no writes. Every request fails for the same reason until the operator makes room. The log
/// therefore gets one line per minute, with the number of failures since the last line.
pub(crate) fn log_unwritable(cause: &StoreError) {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    static FAILED: LogThrottle = LogThrottle::new();
    if let Some(failed) = FAILED.count(BEGUN.elapsed()) {
        tracing::error!(%cause, failed, "the database cannot be written");
    }
}
