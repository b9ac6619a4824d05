//! Gives the framework's own errors (bad path, query or form) the JSON shape of all other errors.

use axum::body::to_bytes;
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use menagerie_wire::Code;

use crate::error::ApiError;

/// How much of the framework's message is read, in bytes.
const MAX_READ: usize = 64 * 1024;
/// How much of the message is passed on, in characters.
const MAX_PASSED_ON: usize = 200;

/// Turns a plain-text error into JSON with a code. Errors with a code and HTML pages pass unchanged.
pub(crate) async fn convert(request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let status = response.status();
    let failed = status.is_client_error() || status.is_server_error();
    if !failed || response.extensions().get::<Code>().is_some() || !is_plain(&response) {
        return response;
    }
    let said = to_bytes(response.into_body(), MAX_READ).await.unwrap_or_default();
    ApiError::new(code(status), sentence(&String::from_utf8_lossy(&said))).into_response()
}

fn is_plain(response: &Response) -> bool {
    let kind = response.headers().get(header::CONTENT_TYPE);
    kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/plain"))
}

/// The framework's message quotes the input: this shortens it and removes control characters.
fn sentence(said: &str) -> String {
    let clean = |character: char| if character.is_control() { '\u{fffd}' } else { character };
    said.chars().take(MAX_PASSED_ON).map(clean).collect()
}

const fn code(status: StatusCode) -> Code {
    match status {
        StatusCode::NOT_FOUND => Code::NotFound,
        StatusCode::PAYLOAD_TOO_LARGE => Code::TooMuch,
        StatusCode::INTERNAL_SERVER_ERROR => Code::Trouble,
        _ => Code::Malformed,
    }
}
