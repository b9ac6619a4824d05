//! CORS: pages of other sites may call the API with a token, never with a cookie. Preflight requests are answered
//! here.

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
pub(crate) async fn cors(request: Request, next: Next) -> Response {
    if !allows_any_origin(&request) {
        return next.run(request).await;
    }
    let is_preflight = is_preflight(&request);
    let mut response = next.run(request).await;
    allow(response.headers_mut(), is_preflight);
    response
}

/// Answers a browser that asks first whether a page may call: nobody else needs to hear of that.
pub(crate) async fn answer_preflight(request: Request, next: Next) -> Response {
    if allows_any_origin(&request) && is_preflight(&request) {
        return StatusCode::NO_CONTENT.into_response();
    }
    next.run(request).await
}

fn allows_any_origin(request: &Request) -> bool {
    let path = request.uri().path();
    let is_call = path.starts_with("/api/") || path.starts_with("/game/");
    is_call && (path == PROGRAMS || !OURS.iter().any(|it| path.starts_with(it)))
}

fn is_preflight(request: &Request) -> bool {
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
