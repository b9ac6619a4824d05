//! Large answers are compressed for those who can read it: a first visit loads every game's artwork.

use std::io::Write;

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;

/// Smaller answers go as they are.
const WORTH_IT: usize = 4 * 1024;

/// Compresses large JSON answers; streams and everything else pass untouched.
pub(crate) async fn squeeze(request: Request, next: Next) -> Response {
    let wanted = accepts_gzip(request.headers());
    let response = next.run(request).await;
    let is_json = response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    if !wanted || !is_json || response.headers().contains_key(header::CONTENT_ENCODING) {
        return response;
    }
    let (mut head, body) = response.into_parts();
    // The body is in memory already: JSON answers are made whole.
    let Ok(bytes) = to_bytes(body, usize::MAX).await else { return Response::from_parts(head, Body::empty()) };
    let squeezed = (bytes.len() >= WORTH_IT).then(|| gzip(&bytes)).flatten();
    let Some(squeezed) = squeezed else { return Response::from_parts(head, Body::from(bytes)) };
    head.headers.remove(header::CONTENT_LENGTH);
    head.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    head.headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    Response::from_parts(head, Body::from(squeezed))
}

fn accepts_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|one| one.trim().starts_with("gzip"))
}

fn gzip(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 3), Compression::fast());
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok()
}
