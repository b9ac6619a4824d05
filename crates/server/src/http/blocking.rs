//! Runs blocking work (replays, drawing) on blocking threads, so that it does not stall the async runtime.

use crate::error::ApiError;

/// Runs a CPU-bound closure on a blocking thread.
pub(crate) async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    tokio::task::spawn_blocking(work).await.map_err(|cause| ApiError::trouble(&cause))?
}
