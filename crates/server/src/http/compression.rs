//! Response compression (gzip) for large responses.

use std::io::Write;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;

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
    let squeezed = (bytes.len() >= WORTH_IT).then(|| gzip(&bytes, Compression::fast())).flatten();
    let Some(squeezed) = squeezed else { return Response::from_parts(head, Body::from(bytes)) };
    head.headers.remove(header::CONTENT_LENGTH);
    head.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    Response::from_parts(head, Body::from(squeezed))
}

/// An answer that never changes, compressed once and well.
pub(crate) struct ConstantJson {
    plain: Bytes,
    gzip: Bytes,
}

impl ConstantJson {
    pub(crate) fn new(answer: &impl Serialize) -> Self {
        // Answers can always be written.
        let plain = serde_json::to_vec(answer).unwrap_or_default();
        let gzip = gzip(&plain, Compression::best()).unwrap_or_default();
        Self { plain: plain.into(), gzip: gzip.into() }
    }

    /// The form that the request accepts.
    pub(crate) fn response(&self, request: &HeaderMap) -> Response {
        let is_gzip = accepts(request, "gzip");
        let mut response = Response::new(Body::from(if is_gzip { self.gzip.clone() } else { self.plain.clone() }));
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if is_gzip {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }
}

fn gzip(bytes: &[u8], level: Compression) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 3), level);
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok()
}
