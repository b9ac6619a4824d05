//! The guard middleware, the first of every request: bans, rate limits, origin check, request log, security headers.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::Ordering;

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
use crate::limits::concurrency::{Permit, PermitBody};
use crate::limits::limit_log::Limit;
use crate::limits::rate_limit::{LARGEST_HEAD, too_many_connections};
use crate::net::origin::is_forbidden_cross_site;
use crate::net::request_log::RequestLog;

/// The path of the health check, which has a rate limit of its own.
const HEALTH_PATH: &str = "/healthz";
/// The folder of the page's files, which have one too.
const ASSETS: &str = "/assets/";

/// The guard of an open WebSocket, for its metric and its concurrency limit.
pub(crate) struct SocketGuard {
    app: Arc<App>,
    _place: Permit,
}

impl Drop for SocketGuard {
    fn drop(&mut self) {
        self.app.metrics.connections.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A request whose response has not begun; a shutdown waits for it. The client may close the connection meanwhile.
struct InProgress<'a>(&'a App);

impl<'a> InProgress<'a> {
    fn begin(app: &'a App) -> Self {
        app.metrics.requests_in_progress.fetch_add(1, Ordering::Relaxed);
        Self(app)
    }
}

impl Drop for InProgress<'_> {
    fn drop(&mut self) {
        self.0.metrics.requests_in_progress.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Admits or refuses a request, and counts refusals.
pub(crate) async fn guard(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let info = request.extensions().get::<ConnectInfo<SocketAddr>>();
    // In tests there is no socket: the address is localhost.
    let peer = info.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |ConnectInfo(from)| from.ip());
    let forwarded = app.config.trust_proxy.map(|proxy| proxy.forwarded_info(request.headers())).unwrap_or_default();
    let from = Address::from(forwarded.from.unwrap_or(peer));
    let number = app.metrics.requests.fetch_add(1, Ordering::Relaxed);
    if is_sweep_due(number) {
        app.rate_limits.remove_idle();
    }
    let is_cross_site =
        is_forbidden_cross_site(request.method(), request.uri().path(), request.headers(), forwarded.host.as_deref());
    // In tests there is no socket, so the Host header is not required.
    let has_bad_host = info.is_some() && !has_valid_host(&request);
    let log_entry = RequestLog::begin(&request, from);
    let timer = app.metrics.request_latency.begin(&request);
    let fits = head_length(&request) <= LARGEST_HEAD;
    request.extensions_mut().insert(from);
    let in_progress = InProgress::begin(&app);
    let mut response = match admit(&app, from, request.uri().path(), HeadChecks { is_cross_site, has_bad_host, fits }) {
        Ok(place) => hold_permit(next.run(request).await, place),
        Err(no) => no.into_response(),
    };
    drop(in_progress);
    if let Some(code) = response.extensions().get::<Code>() {
        app.metrics.refused(*code);
    }
    if let Some(log_entry) = log_entry {
        log_entry.end(&response);
    }
    timer.end();
    add_security_headers(response.headers_mut(), forwarded.encrypted);
    response
}

/// Whether this request also forgets idle addresses: one of 10,000 does.
const fn is_sweep_due(number: u64) -> bool {
    const SWEEP_EVERY: u64 = 10_000;
    number % SWEEP_EVERY == SWEEP_EVERY - 1
}

/// The length of a request's head in bytes. The HTTP library does not report it.
fn head_length(request: &Request) -> usize {
    /// `GET / HTTP/1.1`, the empty line, and the separators of each header.
    const LINE: usize = "  HTTP/1.1\r\n\r\n".len();
    const AROUND: usize = ": \r\n".len();
    let uri = request.uri();
    let target =
        uri.path_and_query().map_or(0, |it| it.as_str().len()) + uri.authority().map_or(0, |it| it.as_str().len());
    let headers = request.headers().iter().map(|(name, value)| name.as_str().len() + value.len() + AROUND);
    request.method().as_str().len() + target + LINE + headers.sum::<usize>()
}

/// Whether a request has a valid Host header (RFC 9112, section 3.2): exactly one, optional with HTTP/1.0.
fn has_valid_host(request: &Request) -> bool {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    match (hosts.next(), hosts.next()) {
        (None, _) => request.version() != Version::HTTP_11,
        (Some(host), None) => host.is_empty() || host.to_str().is_ok_and(is_host),
        (Some(_), Some(_)) => false,
    }
}

/// A host name or an address, with or without a port.
pub(crate) fn is_host(text: &str) -> bool {
    !text.contains('@') && text.parse::<Authority>().is_ok()
}

/// Checks of a request's head.
#[derive(Clone, Copy)]
struct HeadChecks {
    /// A cross-site request that the origin check refuses.
    is_cross_site: bool,
    /// The Host header is missing or invalid.
    has_bad_host: bool,
    /// The head is within the size limit.
    fits: bool,
}

/// Admits a request or refuses it. Behind a proxy, requests in progress count against the connection limit until their
/// response is sent, because all connections come from the proxy.
fn admit(app: &App, from: Address, path: &str, head: HeadChecks) -> Result<Option<Permit>, ApiError> {
    if app.rate_limits.bans.has_address(from, app.now()) {
        return Err(ApiError::new(Code::NotAllowed, "your address was banned by the operator"));
    }
    if head.is_cross_site {
        return Err(ApiError::new(Code::NotAllowed, "cross-site request refused"));
    }
    if path == HEALTH_PATH {
        app.rate_limits.may_check_health(from)?;
    } else if path.starts_with(ASSETS) {
        app.rate_limits.may_load_asset(from)?;
    } else {
        app.rate_limits.may_request(from)?;
    }
    if head.has_bad_host {
        return Err(ApiError::new(Code::Malformed, "a request has exactly one Host header"));
    }
    if !head.fits {
        return Err(ApiError::new(
            Code::TooMuch,
            format!("the head of the request is too large: at most {LARGEST_HEAD} bytes"),
        ));
    }
    if app.config.trust_proxy.is_none() {
        return Ok(None);
    }
    let permit = app.rate_limits.acquire(&app.rate_limits.connections, Limit::Connections, from);
    Ok(Some(permit.ok_or_else(too_many_connections)?))
}

/// Holds a concurrency guard until the response is sent.
fn hold_permit(response: Response, place: Option<Permit>) -> Response {
    match place {
        Some(place) => response.map(|body| Body::new(PermitBody { body, _place: place })),
        None => response,
    }
}

/// Adds security headers: no content sniffing, and `Secure` cookies for requests that came over TLS.
fn add_security_headers(headers: &mut HeaderMap, encrypted: bool) {
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    let cookie = headers.get(header::SET_COOKIE).filter(|_| encrypted).and_then(|it| it.to_str().ok());
    if let Some(cookie) = cookie.and_then(|cookie| HeaderValue::from_str(&format!("{cookie}; Secure")).ok()) {
        headers.insert(header::SET_COOKIE, cookie);
    }
}

impl SocketGuard {
    /// Opens a WebSocket; it counts until the guard is dropped.
    pub(crate) fn open(app: &Arc<App>, from: Address) -> Result<Self, ApiError> {
        let place = app.rate_limits.acquire_socket(from).ok_or_else(too_many_connections)?;
        app.metrics.connections.fetch_add(1, Ordering::Relaxed);
        Ok(Self { app: Arc::clone(app), _place: place })
    }
}

#[cfg(test)]
mod tests {
    use menagerie_store::Store;

    use super::*;
    use crate::app::Deps;
    use crate::operations::metrics::Metrics;

    fn request(version: Version, hosts: &[&str]) -> Request {
        let builder = Request::builder().method("POST").uri("/api/tables?x=1").version(version);
        hosts.iter().fold(builder, |it, host| it.header("Host", *host)).body(Body::empty()).unwrap()
    }

    #[test]
    fn idle_addresses_are_forgotten_at_every_ten_thousandth_request() {
        let due: Vec<u64> = (0..30_000).filter(|&number| is_sweep_due(number)).collect();
        assert_eq!(due, [9_999, 19_999, 29_999]);
    }

    /// A shutdown waits for the requests in progress, and operators watch the connections.
    #[tokio::test]
    async fn requests_and_connections_that_end_are_not_counted_any_more() {
        let app = App::new(Deps::new(Store::memory().await.unwrap()));
        let counted = || {
            let Metrics { connections, requests_in_progress, .. } = &app.metrics;
            (connections.load(Ordering::Relaxed), requests_in_progress.load(Ordering::Relaxed))
        };
        let socket = SocketGuard::open(&app, Address::from(IpAddr::V4(Ipv4Addr::LOCALHOST))).ok();
        let request = InProgress::begin(&app);
        assert_eq!(counted(), (1, 1));
        drop((socket, request));
        assert_eq!(counted(), (0, 0));
    }

    #[test]
    fn the_length_of_a_head_is_that_of_its_text() {
        let text = "POST /api/tables?x=1 HTTP/1.1\r\nhost: play.example\r\nhost: a\r\n\r\n";
        assert_eq!(head_length(&request(Version::HTTP_11, &["play.example", "a"])), text.len());
        let proxied = Request::get("http://play.example/lobby").body(Body::empty()).unwrap();
        assert_eq!(head_length(&proxied), "GET play.example/lobby HTTP/1.1\r\n\r\n".len());
    }

    #[test]
    fn a_request_has_one_host_that_can_be_one() {
        let valid = |hosts: &[&str]| has_valid_host(&request(Version::HTTP_11, hosts));
        assert!(valid(&["play.example"]) && valid(&["play.example:8080"]) && valid(&["[::1]:80"]) && valid(&[""]));
        assert!(!valid(&[]) && !valid(&["a", "a"]) && !valid(&["me@play.example"]) && !valid(&["a b"]));
        assert!(has_valid_host(&request(Version::HTTP_10, &[])), "HTTP/1.0 needs none");
    }
}
