//! The gate every request passes: bans, and limits per address, so that a flood from one place disturbs nobody else.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::{Arc, PoisonError, RwLock};

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::clock::DefaultClock;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};
use menagerie_store::{Ban, StoreError, Subject};
use menagerie_wire::Code;

use crate::app::App;
use crate::config::{Limits, Rate};
use crate::origin::is_intruding;
use crate::refuse::No;
use crate::tally::{Entered, Tally};

/// Where a request came from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Address(pub(crate) IpAddr);

type Limiter = RateLimiter<IpAddr, HashMapStateStore<IpAddr>, DefaultClock>;

/// What is remembered about addresses.
pub(crate) struct Gate {
    requests: Limiter,
    tables: Limiter,
    secrets: Limiter,
    work: Limiter,
    sockets: Arc<Tally>,
    analyses: Arc<Tally>,
    /// Connections of any kind.
    pub(crate) lines: Arc<Tally>,
    bans: RwLock<Vec<Ban>>,
}

impl Gate {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            requests: limiter(limits.requests),
            tables: limiter(limits.tables),
            secrets: limiter(limits.secrets),
            work: limiter(limits.work),
            sockets: Tally::new(limits.connections_per_address, usize::MAX),
            analyses: Tally::new(limits.analyses_per_address, limits.analyses),
            // As many again for everything that is no socket.
            lines: Tally::new(limits.connections_per_address.saturating_mul(2), usize::MAX),
            bans: RwLock::default(),
        }
    }

    /// Making a table costs more than looking at one.
    pub(crate) fn may_make_table(&self, Address(from): Address) -> Result<(), No> {
        pass(&self.tables, from, "so many tables: wait a minute")
    }

    /// Thinking and drawing keep the processor busy.
    pub(crate) fn may_use_work(&self, Address(from): Address) -> Result<(), No> {
        pass(&self.work, from, "so many questions: wait a minute")
    }

    /// Guessing passwords takes patience.
    pub(crate) fn may_try_secret(&self, Address(from): Address) -> Result<(), No> {
        pass(&self.secrets, from, "so many attempts: wait a minute")
    }

    /// A WebSocket opens; it counts until the guard is dropped.
    pub(crate) fn connect(app: &Arc<App>, Address(from): Address) -> Result<Connected, No> {
        let no = || No::new(Code::TooMuch, "so many connections from your address: close some");
        let place = app.gate.sockets.enter(from).ok_or_else(no)?;
        app.metrics.connections.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        Ok(Connected { app: Arc::clone(app), _place: place })
    }

    /// An analysis begins or waits; it counts until the guard is dropped.
    pub(crate) fn may_analyse(&self, Address(from): Address) -> Result<Entered, No> {
        let no = || No::new(Code::TooFast, "so many analyses: wait until one has ended");
        self.analyses.enter(from).ok_or_else(no)
    }

    fn is_banned(&self, subject: &Subject, now: i64) -> bool {
        let bans = self.bans.read().unwrap_or_else(PoisonError::into_inner);
        bans.iter().any(|ban| ban.subject == *subject && ban.until.is_none_or(|until| until.0 > now))
    }

    /// Forgets addresses that have long been quiet.
    fn forget_quiet(&self) {
        for limiter in [&self.requests, &self.tables, &self.secrets, &self.work] {
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

impl App {
    /// Reads who is banned.
    pub(crate) async fn read_bans(&self) -> Result<(), StoreError> {
        let bans = self.store.bans().await?;
        *self.gate.bans.write().unwrap_or_else(PoisonError::into_inner) = bans;
        Ok(())
    }

    /// Whether an account is kept out.
    pub(crate) fn is_banned_account(&self, name: &str) -> bool {
        self.gate.is_banned(&Subject::Account(name.to_lowercase()), self.now())
    }
}

/// Lets a request in, or not, and counts what was refused.
pub(crate) async fn guard(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    const SWEEP_EVERY: u64 = 10_000;
    let info = request.extensions().get::<ConnectInfo<SocketAddr>>();
    // Without a socket, in tests, everybody is at home.
    let peer = info.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |ConnectInfo(from)| from.ip());
    let told = app.config.trust_proxy.then(|| forwarded_for(request.headers())).flatten();
    let from = told.unwrap_or(peer).to_canonical();
    let number = app.metrics.requests.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    if number % SWEEP_EVERY == SWEEP_EVERY - 1 {
        app.gate.forget_quiet();
    }
    let admitted = if app.gate.is_banned(&Subject::Address(from.to_string()), app.now()) {
        Err(No::new(Code::NotAllowed, "your address was banned by the operator"))
    } else if is_intruding(request.method(), request.uri().path(), request.headers(), app.config.trust_proxy) {
        Err(No::new(Code::NotAllowed, "this was asked by another site's page"))
    } else {
        pass(&app.gate.requests, from, "so many requests: wait a few seconds")
    };
    let encrypted = app.config.trust_proxy && came_encrypted(request.headers());
    request.extensions_mut().insert(Address(from));
    let mut response = match admitted {
        Ok(()) => next.run(request).await,
        Err(no) => no.into_response(),
    };
    if let Some(code) = response.extensions().get::<Code>() {
        app.metrics.refused(*code);
    }
    harden(response.headers_mut(), encrypted);
    response
}

/// Nothing is taken for something else than it says it is; a cookie that came encrypted never goes out otherwise.
fn harden(headers: &mut HeaderMap, encrypted: bool) {
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    let cookie = headers.get(header::SET_COOKIE).filter(|_| encrypted).and_then(|it| it.to_str().ok());
    if let Some(cookie) = cookie.and_then(|cookie| HeaderValue::from_str(&format!("{cookie}; Secure")).ok()) {
        headers.insert(header::SET_COOKIE, cookie);
    }
}

/// Whether the proxy in front was asked over TLS.
fn came_encrypted(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let plain = text("x-forwarded-proto").rsplit(',').next().unwrap_or_default().trim().eq_ignore_ascii_case("https");
    plain || text("forwarded").to_ascii_lowercase().contains("proto=https")
}

/// Where a proxy says that a request comes from. Each proxy adds what it has seen at the end; what stands before that may
/// be the client's own invention.
fn forwarded_for(headers: &HeaderMap) -> Option<IpAddr> {
    let last = |name: &str| {
        let value = headers.get_all(name).iter().next_back()?.to_str().ok()?;
        value.rsplit(',').next().map(str::trim)
    };
    let node = |element: &str| {
        let pairs = element.split(';').filter_map(|pair| pair.trim().split_once('='));
        pairs.into_iter().find(|(name, _)| name.eq_ignore_ascii_case("for")).and_then(|(_, node)| address(node))
    };
    last("forwarded").and_then(node).or_else(|| last("x-forwarded-for").and_then(address))
}

/// `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `"[2001:db8::1]:4711"`.
fn address(node: &str) -> Option<IpAddr> {
    let node = node.trim_matches('"');
    let with_port = || node.parse::<SocketAddr>().ok().map(|address| address.ip());
    let bare = node.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(node);
    with_port().or_else(|| bare.parse().ok())
}

fn pass(limiter: &Limiter, from: IpAddr, sentence: &str) -> Result<(), No> {
    limiter.check_key(&from).map_err(|_| No::new(Code::TooFast, sentence))
}

fn limiter(rate: Rate) -> Limiter {
    let some = |number: u32| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
    RateLimiter::hashmap(Quota::per_minute(some(rate.per_minute)).allow_burst(some(rate.burst)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_proxy_is_believed_and_nobody_before_it() {
        let cases = [
            ("x-forwarded-for", "198.51.100.7", Some("198.51.100.7")),
            ("x-forwarded-for", "10.0.0.1, 198.51.100.7", Some("198.51.100.7")),
            ("x-forwarded-for", "198.51.100.7:5000", Some("198.51.100.7")),
            ("x-forwarded-for", "nonsense", None),
            ("x-forwarded-for", "", None),
            ("forwarded", "for=10.0.0.1, for=198.51.100.7;proto=https", Some("198.51.100.7")),
            ("forwarded", "proto=https;For=\"[2001:db8::1]:4711\"", Some("2001:db8::1")),
            ("forwarded", "for=unknown", None),
        ];
        for (name, value, expected) in cases {
            let mut headers = HeaderMap::new();
            headers.insert(name, value.parse().unwrap());
            assert_eq!(forwarded_for(&headers), expected.map(|it| it.parse().unwrap()), "{name}: {value}");
        }
    }
}
