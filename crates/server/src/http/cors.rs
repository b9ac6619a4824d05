//! Calls from other sites' pages: allowed for what needs no cookie, and never with one.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// What only this server's own page and its operator call.
const OURS: [&str; 3] = ["/api/operator", "/api/session", "/api/account/"];

/// The one call there that programs make.
const PROGRAMS: &str = "/api/account/playing";

/// Lets any page call the API with a token. Without `Access-Control-Allow-Credentials` a browser sends no cookie along, so
/// that nobody's session can be used from elsewhere. Refusals can be read too.
pub(crate) async fn share(request: Request, next: Next) -> Response {
    if !is_shared(&request) {
        return next.run(request).await;
    }
    let asks_first = asks_first(&request);
    let mut response = next.run(request).await;
    allow(response.headers_mut(), asks_first);
    response
}

/// Answers a browser that asks first whether a page may call: nobody else needs to hear of that.
pub(crate) async fn answer_first(request: Request, next: Next) -> Response {
    if is_shared(&request) && asks_first(&request) {
        return StatusCode::NO_CONTENT.into_response();
    }
    next.run(request).await
}

fn is_shared(request: &Request) -> bool {
    let path = request.uri().path();
    let is_call = path.starts_with("/api/") || path.starts_with("/game/");
    is_call && (path == PROGRAMS || !OURS.iter().any(|it| path.starts_with(it)))
}

fn asks_first(request: &Request) -> bool {
    request.method() == Method::OPTIONS && request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD)
}

fn allow(headers: &mut HeaderMap, asked_first: bool) {
    let mut set = |name, value: &'static str| headers.insert(name, HeaderValue::from_static(value));
    set(header::ACCESS_CONTROL_ALLOW_ORIGIN, "*");
    if asked_first {
        set(header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST, DELETE");
        set(header::ACCESS_CONTROL_ALLOW_HEADERS, "authorization, content-type, accept");
        set(header::ACCESS_CONTROL_MAX_AGE, "86400");
    }
}
