//! What a browser gets.

use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};

const SMALL_PAGE: &str = include_str!("page.html");

/// Everything comes from here and from nowhere else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
     font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

/// The page that says how to use the server without one.
pub(crate) async fn serve(uri: Uri) -> Response {
    let mut response = match uri.path() {
        "/" => Html(SMALL_PAGE).into_response(),
        _ => (StatusCode::NOT_FOUND, Html("<!doctype html><title>Not found</title><p>There is no such page."))
            .into_response(),
    };
    secure(&mut response);
    response
}

fn secure(response: &mut Response) {
    let headers = response.headers_mut();
    let mut set = |name, value: &'static str| headers.insert(name, HeaderValue::from_static(value));
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "no-referrer");
    set(header::CACHE_CONTROL, "no-cache");
}
