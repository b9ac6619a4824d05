//! What a browser gets: the page, and nothing from anywhere else.

use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use menagerie_page::File;

/// Everything comes from here and from nowhere else; nothing is inline.
const POLICY: &str =
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A file of the page, or the page itself for the addresses of its screens.
pub(crate) async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    let mut response = match menagerie_page::find(uri.path()) {
        Some(file) => send(file, &headers),
        None => (StatusCode::NOT_FOUND, Html("<!doctype html><title>Not found</title><p>There is no such page."))
            .into_response(),
    };
    secure(&mut response);
    response
}

fn send(file: &File, headers: &HeaderMap) -> Response {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let brotli = !file.brotli.is_empty() && accepted.split(',').any(|one| one.trim().starts_with("br"));
    let mut response = if brotli { file.brotli } else { file.body }.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(file.kind));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if brotli {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
    }
    let keep = if file.immutable { "public, max-age=31536000, immutable" } else { "no-cache" };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    response
}

fn secure(response: &mut Response) {
    let headers = response.headers_mut();
    let mut set = |name, value: &'static str| headers.insert(name, HeaderValue::from_static(value));
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "no-referrer");
}
