//! Why a run could not be made. Findings are no errors: the report lists them.

use std::io;

use menagerie_store::StoreError;

/// Why a run could not be made.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RunError {
    #[error("{0}")]
    Usage(String),
    #[error("{what}: {source}")]
    Io { what: String, source: io::Error },
    #[error("a line of strace's output cannot be read: {0}")]
    Trace(String),
    #[error("the server made a call that the disk model does not know: {0}")]
    Unmodelled(String),
    #[error("the recorded operations do not give the contents of {0}: the recording is incomplete")]
    Incomplete(String),
    #[error("the server is not healthy after {0} seconds: {1}")]
    NotHealthy(u64, String),
    #[error("the database of the run cannot be read: {0}")]
    Store(#[from] StoreError),
    #[error("the log of the table {table} cannot be replayed: {why}")]
    Replay { table: String, why: String },
    #[error("{0}")]
    Other(String),
}

impl RunError {
    /// An error of the file system, with what was attempted.
    pub(crate) fn io(what: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        let what = what.into();
        move |source| Self::Io { what, source }
    }
}
