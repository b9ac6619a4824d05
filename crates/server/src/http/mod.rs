//! What all HTTP handlers share: reading bodies, CORS, compression, errors of the framework.

use std::sync::Arc;

use axum::http::{HeaderMap, header};

use crate::app::App;

pub(crate) mod accept_encoding;
pub(crate) mod blocking;
pub(crate) mod body;
pub(crate) mod compression;
pub(crate) mod cors;
pub(crate) mod extract_identity;
pub(crate) mod framework_errors;
pub(crate) mod read_body;
pub(crate) mod trailing_slash;

/// What every handler gets.
pub(crate) type Shared = axum::extract::State<Arc<App>>;

/// Larger bodies are refused before they are read.
pub(crate) const LARGEST_BODY: usize = 64 * 1024;

/// The token that a request shows.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}
