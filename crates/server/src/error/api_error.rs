//! Errors as HTTP answers: the status code, the JSON body, and the headers `Retry-After` and `WWW-Authenticate`.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use menagerie_wire::Code;

use super::{ErrorKind, ServerError};

/// An error as an HTTP handler returns it.
#[derive(Debug)]
pub(crate) struct ApiError(pub(crate) ServerError);

impl<E: Into<ServerError>> From<E> for ApiError {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

impl ApiError {
    /// A refusal with this code and sentence; the code decides the status.
    pub(crate) fn new(code: Code, error: impl Into<String>) -> Self {
        Self(ServerError::new(code, error))
    }

    /// 408: the client took too long to send its request.
    pub(crate) fn timed_out(error: impl Into<String>) -> Self {
        Self(ServerError::timed_out(error))
    }

    /// 500: a failure of the server. Only the log names the cause.
    pub(crate) fn trouble(cause: &dyn std::fmt::Display) -> Self {
        Self(ServerError::trouble(cause))
    }

    /// The HTTP status.
    pub(crate) fn status(&self) -> StatusCode {
        match self.0.kind {
            ErrorKind::Plain => status(self.0.refused.code),
            ErrorKind::RetryAfter(_) | ErrorKind::Quota => StatusCode::TOO_MANY_REQUESTS,
            ErrorKind::Unauthenticated => StatusCode::UNAUTHORIZED,
            ErrorKind::RequestTimeout => StatusCode::REQUEST_TIMEOUT,
        }
    }

    /// The code that the body carries.
    pub(crate) fn code(&self) -> Code {
        self.0.refused.code
    }

    /// The whole answer as it is sent where no request was read.
    pub(crate) fn as_bare_http(&self) -> String {
        let body = serde_json::to_string(&self.0.refused).unwrap_or_default();
        let head = format!("HTTP/1.1 {}\r\ncontent-type: application/json\r\nconnection: close", self.status());
        format!("{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len())
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
        let Self(ServerError { refused, kind }) = self;
        let code = refused.code;
        let mut response = (status, Json(refused)).into_response();
        let headers = response.headers_mut();
        match kind {
            ErrorKind::Unauthenticated => {
                headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            }
            // The rest of the request may still arrive; it must not be read as a request of its own.
            ErrorKind::RequestTimeout => {
                headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
            }
            // The header has whole seconds; one more than the rest of the division, so that the client never comes too early.
            ErrorKind::RetryAfter(wait) => {
                headers.insert(header::RETRY_AFTER, HeaderValue::from(wait.as_secs() + 1));
            }
            ErrorKind::Plain | ErrorKind::Quota => {}
        }
        // For the metrics.
        response.extensions_mut().insert(code);
        response
    }
}
