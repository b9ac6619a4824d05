//! The gate every request passes: bans, and limits per address, so that a flood from one place disturbs nobody else.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::clock::{Clock, DefaultClock};
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};
use menagerie_wire::Code;

use crate::address::Address;
use crate::app::App;
use crate::bans::Bans;
use crate::config::{Limits, Rate};
use crate::hits::{Hits, Limit};
use crate::noted::Noted;
use crate::origin::is_intruding;
use crate::refuse::No;
use crate::tally::{Entered, Held, Tally};

/// The largest head of a request, in bytes: a browser's is a tenth of it.
pub(crate) const LARGEST_HEAD: usize = 32 * 1024;

type Limiter = RateLimiter<Address, HashMapStateStore<Address>, DefaultClock>;

/// What is remembered about addresses.
pub(crate) struct Gate {
    requests: Limiter,
    tables: Limiter,
    secrets: Limiter,
    work: Limiter,
    complaints: Limiter,
    sockets: Arc<Tally>,
    analyses: Arc<Tally>,
    pictures: Arc<Tally>,
    records: Arc<Tally>,
    /// Connections of any kind.
    pub(crate) lines: Arc<Tally>,
    /// What the log says of all these limits.
    pub(crate) hits: Hits,
    /// Who is kept out.
    pub(crate) bans: Bans,
}

impl Gate {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            requests: limiter(limits.requests),
            tables: limiter(limits.tables),
            secrets: limiter(limits.secrets),
            work: limiter(limits.work),
            complaints: limiter(limits.complaints),
            sockets: Tally::new(limits.connections_per_address, usize::MAX),
            analyses: Tally::new(limits.analyses_per_address, limits.analyses),
            pictures: Tally::new(limits.pictures_per_address, usize::MAX),
            records: Tally::new(limits.records_per_address, usize::MAX),
            // As many again for everything that is no socket.
            lines: Tally::new(limits.connections_per_address.saturating_mul(2), usize::MAX),
            hits: Hits::new(),
            bans: Bans::new(),
        }
    }

    /// Making a table costs more than looking at one.
    pub(crate) fn may_make_table(&self, from: Address) -> Result<(), No> {
        self.pass(&self.tables, Limit::Tables, from, "so many tables: wait a minute")
    }

    /// Thinking, drawing and replaying keep the processor busy.
    pub(crate) fn may_use_work(&self, from: Address) -> Result<(), No> {
        self.pass(&self.work, Limit::Work, from, "so many questions: wait a minute")
    }

    /// The same for so many pieces of work at once.
    pub(crate) fn may_use_much_work(&self, from: Address, pieces: usize) -> Result<(), No> {
        let Some(pieces) = u32::try_from(pieces).ok().and_then(NonZeroU32::new) else { return Ok(()) };
        let sentence = "so many questions: wait a minute, or ask for less";
        let no = match self.work.check_key_n(&from, pieces) {
            Ok(Ok(())) => return Ok(()),
            Ok(Err(until)) => No::wait(until.wait_time_from(self.work.clock().now()), sentence),
            // So much is never allowed at once.
            Err(_) => No::new(Code::TooFast, sentence),
        };
        self.hits.hit(Limit::Work, from);
        Err(no)
    }

    /// Somebody has to read complaints.
    pub(crate) fn may_complain(&self, from: Address) -> Result<(), No> {
        self.pass(&self.complaints, Limit::Complaints, from, "so many complaints: wait a minute")
    }

    /// Guessing passwords takes patience.
    pub(crate) fn may_try_secret(&self, from: Address) -> Result<(), No> {
        self.pass(&self.secrets, Limit::SignIns, from, "so many attempts: wait a minute")
    }

    /// A WebSocket opens; it counts until the guard is dropped.
    pub(crate) fn connect(app: &Arc<App>, from: Address) -> Result<Connected, No> {
        let place = app.gate.enter(&app.gate.sockets, Limit::Sockets, from).ok_or_else(too_many_connections)?;
        app.metrics.connections.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        Ok(Connected { app: Arc::clone(app), _place: place })
    }

    /// An analysis begins or waits; it counts until the guard is dropped.
    pub(crate) fn may_analyse(&self, from: Address) -> Result<Entered, No> {
        let no = || No::new(Code::TooFast, "so many analyses: wait until one has ended");
        self.enter(&self.analyses, Limit::Analyses, from).ok_or_else(no)
    }

    /// A picture is drawn or waits for that; it counts until the guard is dropped.
    pub(crate) fn may_have_drawn(&self, from: Address) -> Result<Entered, No> {
        let no = || No::new(Code::TooFast, "so many pictures at once: wait until one is drawn");
        self.enter(&self.pictures, Limit::Pictures, from).ok_or_else(no)
    }

    /// A record arrives; it counts until the guard is dropped.
    pub(crate) fn may_bring_record(&self, from: Address) -> Result<Entered, No> {
        let no = || No::new(Code::TooFast, "so many records at once: bring one after the other");
        self.enter(&self.records, Limit::Records, from).ok_or_else(no)
    }

    /// Counts something that takes its time.
    fn enter(&self, tally: &Arc<Tally>, limit: Limit, from: Address) -> Option<Entered> {
        let place = tally.enter(from);
        if place.is_none() {
            self.hits.hit(limit, from);
        }
        place
    }

    /// Counts something that happens.
    fn pass(&self, limiter: &Limiter, limit: Limit, from: Address, sentence: &str) -> Result<(), No> {
        limiter.check_key(&from).map_err(|until| {
            self.hits.hit(limit, from);
            No::wait(until.wait_time_from(limiter.clock().now()), sentence)
        })
    }

    /// Forgets addresses that have long been quiet.
    fn forget_quiet(&self) {
        for limiter in [&self.requests, &self.tables, &self.secrets, &self.work, &self.complaints] {
            limiter.retain_recent();
        }
    }
}

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
        app.gate.forget_quiet();
    }
    let intrudes = is_intruding(request.method(), request.uri().path(), request.headers(), told.host.as_deref());
    // Without a socket, in tests, a request has come by no protocol that asks for a host.
    let flawed = info.is_some() && !names_its_host(&request);
    let noted = Noted::begin(&request, from);
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
fn admit(app: &App, from: Address, head: Head) -> Result<Option<Entered>, No> {
    if app.gate.bans.has_address(from, app.now()) {
        return Err(No::new(Code::NotAllowed, "your address was banned by the operator"));
    }
    if head.intrudes {
        return Err(No::new(Code::NotAllowed, "this was asked by another site's page"));
    }
    app.gate.pass(&app.gate.requests, Limit::Requests, from, "so many requests: wait a few seconds")?;
    if head.flawed {
        return Err(No::new(Code::Malformed, "a request names its host once, in the header Host"));
    }
    if !head.fits {
        return Err(No::new(Code::TooMuch, format!("the head of a request has at most {LARGEST_HEAD} bytes")));
    }
    if app.config.trust_proxy.is_none() {
        return Ok(None);
    }
    app.gate.enter(&app.gate.lines, Limit::Lines, from).map(Some).ok_or_else(too_many_connections)
}

pub(crate) fn too_many_connections() -> No {
    No::too_many("so many connections from your address: close some")
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

fn limiter(rate: Rate) -> Limiter {
    let some = |number: u32| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
    RateLimiter::hashmap(Quota::per_minute(some(rate.per_minute)).allow_burst(some(rate.burst)))
}
