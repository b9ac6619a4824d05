//! Runs blocking work (replays, drawing) on threads of its own, so that the async runtime is not blocked.

use crate::error::ApiError;

/// Does something that keeps a processor busy.
pub(crate) async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    tokio::task::spawn_blocking(work).await.map_err(|cause| ApiError::trouble(&cause))?
}
