//! Response compression (gzip) for large responses.

use std::io::Write;

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::http::accept_encoding::accepts;

/// Smaller responses are not compressed.
const WORTH_IT: usize = 4 * 1024;

/// Compresses large JSON responses. Streams and other types are not changed.
pub(crate) async fn compress(request: Request, next: Next) -> Response {
    let wanted = accepts(request.headers(), "gzip");
    let mut response = next.run(request).await;
    let is_json = response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    if !is_json || response.headers().contains_key(header::CONTENT_ENCODING) {
        return response;
    }
    // Caches must keep the two forms apart.
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if !wanted {
        return response;
    }
    let (mut head, body) = response.into_parts();
    // JSON bodies are complete in memory already.
    let Ok(bytes) = to_bytes(body, usize::MAX).await else { return Response::from_parts(head, Body::empty()) };
    let squeezed = (bytes.len() >= WORTH_IT).then(|| gzip(&bytes)).flatten();
    let Some(squeezed) = squeezed else { return Response::from_parts(head, Body::from(bytes)) };
    head.headers.remove(header::CONTENT_LENGTH);
    head.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    Response::from_parts(head, Body::from(squeezed))
}

fn gzip(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 3), Compression::fast());
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok()
}
