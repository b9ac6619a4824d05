//! The one place where failures become answers: people read a sentence, logs the cause.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use menagerie_store::StoreError;
use menagerie_wire::{Code, Refused};

use crate::operations::log_throttle::LogThrottle;

pub(crate) use menagerie_table::refusal::{by_match, refused, reused};

/// A refusal as an HTTP answer.
#[derive(Debug)]
pub(crate) struct ApiError(pub(crate) Refused, Answer);

/// What the answer says besides the refusal's code.
#[derive(Debug, Default)]
struct Answer {
    /// How long to wait before one asks again, where that is known.
    wait: Option<Duration>,
    /// The status, where it is not the code's own.
    status: Option<StatusCode>,
}

impl ApiError {
    pub(crate) fn new(code: Code, error: impl Into<String>) -> Self {
        Self(refused(code, error), Answer::default())
    }

    /// Too fast: after this time it would not be.
    pub(crate) fn wait(time: Duration, error: impl Into<String>) -> Self {
        Self(refused(Code::TooFast, error), Answer { wait: Some(time), status: None })
    }

    /// 401: the request has no session and no API token, or one that is not valid.
    pub(crate) fn unauthenticated(error: impl Into<String>) -> Self {
        Self::with_status(Code::NotAllowed, StatusCode::UNAUTHORIZED, error)
    }

    /// 408: the client took too long to send its request.
    pub(crate) fn timed_out(error: impl Into<String>) -> Self {
        Self::with_status(Code::TooMuch, StatusCode::REQUEST_TIMEOUT, error)
    }

    /// 429: the client has as many of something as it may have.
    pub(crate) fn too_many(error: impl Into<String>) -> Self {
        Self::with_status(Code::TooMuch, StatusCode::TOO_MANY_REQUESTS, error)
    }

    fn with_status(code: Code, status: StatusCode, error: impl Into<String>) -> Self {
        Self(refused(code, error), Answer { wait: None, status: Some(status) })
    }

    /// The HTTP status.
    pub(crate) fn status(&self) -> StatusCode {
        self.1.status.unwrap_or_else(|| status(self.0.code))
    }

    /// Something that only the log should know.
    pub(crate) fn trouble(cause: &dyn std::fmt::Display) -> Self {
        tracing::error!(%cause, "a request failed");
        Self::new(Code::Trouble, "the server has a problem and cannot say whether this was done; try again")
    }

    /// The database takes nothing.
    pub(crate) fn cannot_write(cause: &StoreError) -> Self {
        log_unwritable(cause);
        Self::new(Code::Trouble, "the server cannot store anything at the moment: this was not done; try again later")
    }

    /// The whole answer as it is sent where no request was read.
    pub(crate) fn as_bare_http(&self) -> String {
        let body = serde_json::to_string(&self.0).unwrap_or_default();
        let head = format!("HTTP/1.1 {}\r\ncontent-type: application/json\r\nconnection: close", self.status());
        format!("{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len())
    }
}

/// Logs a failure of the store that no request has to answer for.
pub(crate) fn log_store_failure(cause: &StoreError, what: &str) {
    match cause {
        StoreError::Full | StoreError::ReadOnly => log_unwritable(cause),
        cause => tracing::warn!(%cause, "{what}"),
    }
}

/// Logs that the database takes nothing. Every request fails for the same reason until the operator makes room, and so this is
/// in the log once a minute, with how often it happened since the last line.
pub(crate) fn log_unwritable(cause: &StoreError) {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    static FAILED: LogThrottle = LogThrottle::new();
    if let Some(failed) = FAILED.count(BEGUN.elapsed()) {
        tracing::error!(%cause, failed, "the database cannot be written");
    }
}

/// Whether the log has heard of a refusal already: failures of the server's own are mentioned where they become refusals.
pub(crate) fn is_logged(refused: &Refused) -> bool {
    refused.code == Code::Trouble
}

impl From<Refused> for ApiError {
    fn from(refused: Refused) -> Self {
        Self(refused, Answer::default())
    }
}

/// The usual HTTP status of a code.
const fn status(code: Code) -> StatusCode {
    match code {
        Code::Malformed => StatusCode::BAD_REQUEST,
        Code::NotFound => StatusCode::NOT_FOUND,
        Code::NotAllowed => StatusCode::FORBIDDEN,
        Code::OutOfTurn | Code::Stale | Code::NotNow | Code::Taken => StatusCode::CONFLICT,
        Code::Illegal => StatusCode::UNPROCESSABLE_ENTITY,
        Code::TooFast => StatusCode::TOO_MANY_REQUESTS,
        Code::TooMuch => StatusCode::PAYLOAD_TOO_LARGE,
        Code::Trouble => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = self.status();
        let Self(refused, answer) = self;
        let code = refused.code;
        let mut response = (status, Json(refused)).into_response();
        if status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if status == StatusCode::REQUEST_TIMEOUT {
            // The rest of the request may still come, and is no request of its own.
            response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        if let Some(wait) = answer.wait {
            // In whole seconds, as the header has them, and not too few.
            let seconds = HeaderValue::from(wait.as_secs() + 1);
            response.headers_mut().insert(header::RETRY_AFTER, seconds);
        }
        // For the counters.
        response.extensions_mut().insert(code);
        response
    }
}

impl From<StoreError> for ApiError {
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
            StoreError::Conflict => Self::new(Code::Stale, "somebody else was first; try again"),
            StoreError::Closed => Self::new(Code::Trouble, "the server is shutting down; come back in a moment"),
            error => Self::trouble(&error),
        }
    }
}
