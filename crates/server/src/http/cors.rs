//! CORS: pages of other sites may call the API with a token, never with a cookie. This layer also answers preflight
//! requests.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Paths that only this server's page and its operator call.
const OWN_PAGE_ONLY: [&str; 3] = ["/api/operator", "/api/session", "/api/account/"];

/// The one call below those paths that bots make.
const OPEN_EXCEPTION: &str = "/api/account/playing";

/// Allows any origin to call the API. Without `Access-Control-Allow-Credentials` the browser sends no cookie, so
/// another site cannot use a visitor's session. Error responses carry the headers too.
pub(crate) async fn cors(request: Request, next: Next) -> Response {
    if !allows_any_origin(&request) {
        return next.run(request).await;
    }
    let is_preflight = is_preflight(&request);
    let mut response = next.run(request).await;
    allow(response.headers_mut(), is_preflight);
    response
}

/// Answers CORS preflight requests.
pub(crate) async fn answer_preflight(request: Request, next: Next) -> Response {
    if allows_any_origin(&request) && is_preflight(&request) {
        return StatusCode::NO_CONTENT.into_response();
    }
    next.run(request).await
}

fn allows_any_origin(request: &Request) -> bool {
    let path = request.uri().path();
    let is_call = path.starts_with("/api/") || path.starts_with("/game/");
    is_call && (path == OPEN_EXCEPTION || !OWN_PAGE_ONLY.iter().any(|it| path.starts_with(it)))
}

fn is_preflight(request: &Request) -> bool {
    request.method() == Method::OPTIONS && request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD)
}

fn allow(headers: &mut HeaderMap, preflight: bool) {
    let mut set = |name, value: &'static str| headers.insert(name, HeaderValue::from_static(value));
    set(header::ACCESS_CONTROL_ALLOW_ORIGIN, "*");
    if preflight {
        set(header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST, DELETE");
        set(header::ACCESS_CONTROL_ALLOW_HEADERS, "authorization, content-type, accept");
        set(header::ACCESS_CONTROL_MAX_AGE, "86400");
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    /// A preflight request asks about a method. Everything else is for the routes.
    #[test]
    fn a_preflight_request_is_known_by_method_and_header() {
        let request = |method: &str, asks: bool| {
            let builder = Request::builder().method(method).uri("/api/tables");
            let builder = if asks { builder.header(header::ACCESS_CONTROL_REQUEST_METHOD, "POST") } else { builder };
            builder.body(Body::empty()).unwrap()
        };
        assert!(is_preflight(&request("OPTIONS", true)));
        assert!(!is_preflight(&request("OPTIONS", false)) && !is_preflight(&request("POST", true)));
    }
}
