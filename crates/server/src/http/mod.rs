//! What all HTTP handlers share: request bodies, CORS, compression, framework errors.

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

/// The state extractor of every handler.
pub(crate) type Shared = axum::extract::State<Arc<App>>;

/// The size limit of request bodies.
pub(crate) const LARGEST_BODY: usize = 64 * 1024;

/// The bearer token of a request.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}
