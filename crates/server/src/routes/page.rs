//! Serves the web page's embedded files.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use menagerie_page::File;

use super::{preview, unknown_call, wrong_method};
use crate::http::Shared;
use crate::http::accept_encoding::accepts;

/// The content security policy: only this server's files, nothing inline. The engine in the browser is WebAssembly.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const NOT_FOUND: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
    <meta name=\"viewport\" content=\"width=device-width\"><title>Not found: Menagerie</title>\
    <main><h1>There is no such page</h1><p><a href=\"/\">All games</a></p></main></html>";

/// A file of the page, or the page itself for the paths of its screens. Every other path is a 404.
pub(crate) async fn serve(State(app): Shared, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let mut response = match menagerie_page::find(uri.path()) {
        Some(file) if method == Method::GET || method == Method::HEAD => {
            if file.is_document() {
                send_document(preview::document(&app, file, uri.path(), &headers).await)
            } else {
                send(file, &headers)
            }
        }
        Some(_) => ([(header::ALLOW, "GET, HEAD")], wrong_method().await).into_response(),
        None if is_call(uri.path()) => unknown_call().await.into_response(),
        None => (StatusCode::NOT_FOUND, Html(NOT_FOUND)).into_response(),
    };
    secure(&mut response);
    response
}

/// Whether a path belongs to the API, where errors are JSON.
fn is_call(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/") || path.starts_with("/game/")
}

fn send(file: &'static File, headers: &HeaderMap) -> Response {
    let brotli = !file.brotli.is_empty() && accepts(headers, "br");
    let mut response = if brotli { file.brotli } else { file.body() }.into_response();
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

/// The document differs by path and by host, so caches ask again.
fn send_document(text: String) -> Response {
    ([(header::CACHE_CONTROL, "no-cache"), (header::VARY, "accept-encoding, host")], Html(text)).into_response()
}

fn secure(response: &mut Response) {
    let headers = response.headers_mut();
    let mut set = |name, value: &'static str| headers.insert(name, HeaderValue::from_static(value));
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "no-referrer");
}
