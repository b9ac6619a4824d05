//! Long work happens beside the network's threads, which have no time for it.

use crate::error::No;

/// Does something that keeps a processor busy.
pub(crate) async fn aside<T: Send + 'static>(work: impl FnOnce() -> Result<T, No> + Send + 'static) -> Result<T, No> {
    tokio::task::spawn_blocking(work).await.map_err(|cause| No::trouble(&cause))?
}
