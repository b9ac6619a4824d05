//! The middleware that every request passes first: bans, rate limits, request log, security headers.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use menagerie_wire::Code;

use crate::app::App;
use crate::error::ApiError;
use crate::limits::address::Address;
use crate::limits::concurrency::{Entered, Held};
use crate::limits::limit_log::Limit;
use crate::limits::rate_limit::{LARGEST_HEAD, too_many_connections};
use crate::net::origin::is_intruding;
use crate::net::request_log::RequestLog;

/// An open WebSocket.
pub(crate) struct Connected {
    app: Arc<App>,
    _place: Entered,
}

impl Drop for Connected {
    fn drop(&mut self) {
        self.app.metrics.connections.fetch_sub(1, std::sync::atomic::Ordering::Relaxed);
    }
}

/// Lets a request in, or not, and counts what was refused.
pub(crate) async fn guard(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    const SWEEP_EVERY: u64 = 10_000;
    let info = request.extensions().get::<ConnectInfo<SocketAddr>>();
    // Without a socket, in tests, everybody is at home.
    let peer = info.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |ConnectInfo(from)| from.ip());
    let told = app.config.trust_proxy.map(|proxy| proxy.tells(request.headers())).unwrap_or_default();
    let from = Address::from(told.from.unwrap_or(peer));
    let number = app.metrics.requests.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    if number % SWEEP_EVERY == SWEEP_EVERY - 1 {
        app.rate_limits.forget_quiet();
    }
    let intrudes = is_intruding(request.method(), request.uri().path(), request.headers(), told.host.as_deref());
    // Without a socket, in tests, a request has come by no protocol that asks for a host.
    let flawed = info.is_some() && !names_its_host(&request);
    let noted = RequestLog::begin(&request, from);
    let timed = app.metrics.requests_by_route.begin(&request);
    let fits = head_length(&request) <= LARGEST_HEAD;
    request.extensions_mut().insert(from);
    let mut response = match admit(&app, from, Head { intrudes, flawed, fits }) {
        Ok(place) => hold(next.run(request).await, place),
        Err(no) => no.into_response(),
    };
    if let Some(code) = response.extensions().get::<Code>() {
        app.metrics.refused(*code);
    }
    if let Some(noted) = noted {
        noted.end(&response);
    }
    timed.end();
    harden(response.headers_mut(), told.encrypted);
    response
}

/// The length of a request's head, as it is written: the library that reads it knows only how much it has read at once.
fn head_length(request: &Request) -> usize {
    /// `GET / HTTP/1.1`, the empty line at the end, and what stands around each header.
    const LINE: usize = "  HTTP/1.1\r\n\r\n".len();
    const AROUND: usize = ": \r\n".len();
    let uri = request.uri();
    let target =
        uri.path_and_query().map_or(0, |it| it.as_str().len()) + uri.authority().map_or(0, |it| it.as_str().len());
    let headers = request.headers().iter().map(|(name, value)| name.as_str().len() + value.len() + AROUND);
    request.method().as_str().len() + target + LINE + headers.sum::<usize>()
}

/// Whether a request names its host as HTTP asks for (RFC 9112, section 3.2): once, except that HTTP/1.0 may leave it out.
fn names_its_host(request: &Request) -> bool {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    match (hosts.next(), hosts.next()) {
        (None, _) => request.version() != Version::HTTP_11,
        (Some(host), None) => host.is_empty() || host.to_str().is_ok_and(is_host),
        (Some(_), Some(_)) => false,
    }
}

/// A name or an address, with a port or without.
fn is_host(text: &str) -> bool {
    !text.contains('@') && text.parse::<Authority>().is_ok()
}

/// What a request's head tells about it.
#[derive(Clone, Copy)]
struct Head {
    /// Another site's page asks for what only our own may.
    intrudes: bool,
    /// It does not name its host as it must.
    flawed: bool,
    /// It is no larger than allowed.
    fits: bool,
}

/// Whether a request may come in. Behind a proxy, whose connections are everybody's, it counts as one of its sender's until
/// it is answered to the last byte.
fn admit(app: &App, from: Address, head: Head) -> Result<Option<Entered>, ApiError> {
    if app.rate_limits.bans.has_address(from, app.now()) {
        return Err(ApiError::new(Code::NotAllowed, "your address was banned by the operator"));
    }
    if head.intrudes {
        return Err(ApiError::new(Code::NotAllowed, "this was asked by another site's page"));
    }
    app.rate_limits.pass(&app.rate_limits.requests, Limit::Requests, from, "too many requests: wait a few seconds")?;
    if head.flawed {
        return Err(ApiError::new(Code::Malformed, "a request names its host once, in the header Host"));
    }
    if !head.fits {
        return Err(ApiError::new(Code::TooMuch, format!("the head of a request has at most {LARGEST_HEAD} bytes")));
    }
    if app.config.trust_proxy.is_none() {
        return Ok(None);
    }
    app.rate_limits.enter(&app.rate_limits.lines, Limit::Lines, from).map(Some).ok_or_else(too_many_connections)
}

/// Keeps a place taken until all of the answer is sent.
fn hold(response: Response, place: Option<Entered>) -> Response {
    match place {
        Some(place) => response.map(|body| Body::new(Held { body, _place: place })),
        None => response,
    }
}

/// Nothing is taken for something else than it says it is; a cookie that came encrypted never goes out otherwise.
fn harden(headers: &mut HeaderMap, encrypted: bool) {
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    let cookie = headers.get(header::SET_COOKIE).filter(|_| encrypted).and_then(|it| it.to_str().ok());
    if let Some(cookie) = cookie.and_then(|cookie| HeaderValue::from_str(&format!("{cookie}; Secure")).ok()) {
        headers.insert(header::SET_COOKIE, cookie);
    }
}

impl Connected {
    /// A WebSocket opens; it counts until the guard is dropped.
    pub(crate) fn open(app: &Arc<App>, from: Address) -> Result<Self, ApiError> {
        let place = app.rate_limits.enter_socket(from).ok_or_else(too_many_connections)?;
        app.metrics.connections.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        Ok(Self { app: Arc::clone(app), _place: place })
    }
}
