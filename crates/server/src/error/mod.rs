//! The one error type inside the server, [`ServerError`], and how it becomes an HTTP answer at the edge ([`ApiError`]).
//!
//! Everything below the HTTP handlers returns a `ServerError`: a refusal as clients read it, without status codes. A failure of
//! the store or of the server itself is logged where it becomes a `ServerError`; the client reads a sentence.

mod api_error;
mod log;

use std::time::Duration;

use menagerie_api::past::PastError;
use menagerie_store::StoreError;
use menagerie_table::refusal::reused;
use menagerie_wire::{Code, Refused};

pub(crate) use api_error::ApiError;
pub(crate) use log::{log_store_failure, log_unwritable};
pub(crate) use menagerie_table::refusal::refused;

/// Why something was not done: what the client reads, and what the edge needs besides to answer over HTTP.
#[derive(Clone, Debug)]
pub(crate) struct ServerError {
    pub(crate) refused: Refused,
    pub(crate) kind: ErrorKind,
}

/// What the code of a refusal does not say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ErrorKind {
    /// Nothing more.
    Plain,
    /// A rate limit was hit: after this time the request would pass.
    RetryAfter(Duration),
    /// The request has no session and no API token, or one that is not valid.
    Unauthenticated,
    /// The client took too long to send its request.
    RequestTimeout,
    /// The client has as many of something as it may have.
    Quota,
}

impl ServerError {
    /// A refusal with this code and sentence.
    pub(crate) fn new(code: Code, error: impl Into<String>) -> Self {
        Self::with_kind(code, ErrorKind::Plain, error)
    }

    /// A rate limit: after this time the request would pass.
    pub(crate) fn wait(time: Duration, error: impl Into<String>) -> Self {
        Self::with_kind(Code::TooFast, ErrorKind::RetryAfter(time), error)
    }

    /// No session and no API token, or one that is not valid.
    pub(crate) fn unauthenticated(error: impl Into<String>) -> Self {
        Self::with_kind(Code::NotAllowed, ErrorKind::Unauthenticated, error)
    }

    /// The client took too long to send its request.
    pub(crate) fn timed_out(error: impl Into<String>) -> Self {
        Self::with_kind(Code::TooMuch, ErrorKind::RequestTimeout, error)
    }

    /// The client has as many of something as it may have.
    pub(crate) fn too_many(error: impl Into<String>) -> Self {
        Self::with_kind(Code::TooMuch, ErrorKind::Quota, error)
    }

    fn with_kind(code: Code, kind: ErrorKind, error: impl Into<String>) -> Self {
        Self { refused: refused(code, error), kind }
    }

    /// A failure of the server. Only the log names the cause.
    pub(crate) fn trouble(cause: &dyn std::fmt::Display) -> Self {
        tracing::error!(%cause, "a request failed");
        Self::new(Code::Trouble, "the server has a problem and cannot say whether this was done; try again")
    }

    /// The database takes no writes.
    fn cannot_write(cause: &StoreError) -> Self {
        log_unwritable(cause);
        Self::new(Code::Trouble, "the server cannot store anything at the moment: this was not done; try again later")
    }

    /// Whether the log has a line about it: failures of the server are logged when they become errors.
    pub(crate) fn is_logged(&self) -> bool {
        self.refused.code == Code::Trouble
    }
}

impl From<Refused> for ServerError {
    fn from(refused: Refused) -> Self {
        Self { refused, kind: ErrorKind::Plain }
    }
}

impl From<PastError> for ServerError {
    fn from(error: PastError) -> Self {
        match error {
            PastError::Refused(refused) => refused.into(),
            PastError::Broken(broken) => Self::trouble(&broken),
        }
    }
}

impl From<StoreError> for ServerError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NotFound(_) => Self::new(Code::NotFound, error.to_string()),
            StoreError::Taken(_) => Self::new(Code::Taken, error.to_string()),
            StoreError::TooLong { .. } | StoreError::TooMany { .. } => Self::new(Code::TooMuch, error.to_string()),
            StoreError::Quota { .. } => Self::too_many(error.to_string()),
            StoreError::Full | StoreError::ReadOnly => Self::cannot_write(&error),
            StoreError::TooFast => Self::new(Code::TooFast, error.to_string()),
            StoreError::Nul(_) => Self::new(Code::Malformed, error.to_string()),
            StoreError::Reused => Self::from(reused()),
            StoreError::Conflict => Self::new(Code::Stale, "another request was first; try again"),
            StoreError::Closed => Self::new(Code::Trouble, "the server is shutting down; try again in a moment"),
            error => Self::trouble(&error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `docs/host/security.md`: the log has the cause, the client a sentence.
    #[test]
    fn a_failure_is_told_without_its_cause() {
        let failures = [
            ServerError::trouble(&"disk sda1 at /var/lib"),
            ServerError::from(StoreError::Damaged("the row of account 7".to_owned())),
            ServerError::from(StoreError::Full),
        ];
        for failure in failures {
            assert_eq!(failure.refused.code, Code::Trouble);
            for cause in ["sda1", "row", "account", "full", "SQLite"] {
                assert!(!failure.refused.error.contains(cause), "{}", failure.refused.error);
            }
        }
    }
}
