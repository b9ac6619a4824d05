//! Rate limits and concurrency limits per client address: a flood from one address does not slow down the others.

use std::num::NonZeroU32;
use std::sync::Arc;

use governor::clock::{Clock, DefaultClock};
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};
use menagerie_wire::Code;

use crate::config::{Limits, Rate};
use crate::error::ServerError;
use crate::limits::address::Address;
use crate::limits::bans::Bans;
use crate::limits::concurrency::{Concurrency, Permit};
use crate::limits::limit_log::{Limit, LimitLog};

/// The largest request head in bytes; a browser's has a tenth of it.
pub(crate) const LARGEST_HEAD: usize = 32 * 1024;

type Limiter = RateLimiter<Address, HashMapStateStore<Address>, DefaultClock>;

/// The limiters of all addresses.
pub(crate) struct RateLimits {
    pub(crate) requests: Limiter,
    tables: Limiter,
    sign_ins: Limiter,
    work: Limiter,
    reports: Limiter,
    sockets: Arc<Concurrency>,
    analyses: Arc<Concurrency>,
    pictures: Arc<Concurrency>,
    records: Arc<Concurrency>,
    /// TCP connections of any kind.
    pub(crate) connections: Arc<Concurrency>,
    /// The throttled log of refusals.
    pub(crate) limit_log: LimitLog,
    /// The bans.
    pub(crate) bans: Bans,
}

impl RateLimits {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            requests: limiter(limits.requests),
            tables: limiter(limits.tables),
            sign_ins: limiter(limits.sign_ins),
            work: limiter(limits.work),
            reports: limiter(limits.reports),
            sockets: Concurrency::new(limits.connections_per_address, usize::MAX),
            analyses: Concurrency::new(limits.analyses_per_address, limits.analyses),
            pictures: Concurrency::new(limits.pictures_per_address, usize::MAX),
            records: Concurrency::new(limits.records_per_address, usize::MAX),
            // Twice the socket limit: plain requests need connections too.
            connections: Concurrency::new(limits.connections_per_address.saturating_mul(2), usize::MAX),
            limit_log: LimitLog::new(),
            bans: Bans::new(),
        }
    }

    /// Creating a table costs more than reading one.
    pub(crate) fn may_make_table(&self, from: Address) -> Result<(), ServerError> {
        self.pass(&self.tables, Limit::Tables, from, "too many tables from your address: wait a minute")
    }

    /// Searches, drawing and replays keep a processor busy.
    pub(crate) fn may_use_work(&self, from: Address) -> Result<(), ServerError> {
        self.pass(&self.work, Limit::Work, from, "too many requests for analysis, pictures or records: wait a minute")
    }

    /// The same for several units of work in one request.
    pub(crate) fn may_use_much_work(&self, from: Address, pieces: usize) -> Result<(), ServerError> {
        let Some(pieces) = u32::try_from(pieces).ok().and_then(NonZeroU32::new) else { return Ok(()) };
        let sentence = "too much work in one request: wait a minute, or ask for less";
        let no = match self.work.check_key_n(&from, pieces) {
            Ok(Ok(())) => return Ok(()),
            Ok(Err(until)) => ServerError::wait(until.wait_time_from(self.work.clock().now()), sentence),
            // More units than the burst allows: never possible at once.
            Err(_) => ServerError::new(Code::TooFast, sentence),
        };
        self.limit_log.hit(Limit::Work, from);
        Err(no)
    }

    /// The operator has to read each report.
    pub(crate) fn may_report(&self, from: Address) -> Result<(), ServerError> {
        self.pass(&self.reports, Limit::Reports, from, "too many reports: wait a minute")
    }

    /// Limits password guessing.
    pub(crate) fn may_sign_in(&self, from: Address) -> Result<(), ServerError> {
        self.pass(&self.sign_ins, Limit::SignIns, from, "too many attempts: wait a minute")
    }

    /// Takes a place for an analysis; dropping the guard frees it.
    pub(crate) fn may_analyse(&self, from: Address) -> Result<Permit, ServerError> {
        let no = || ServerError::new(Code::TooFast, "too many analyses at once: wait until one has ended");
        self.acquire(&self.analyses, Limit::Analyses, from).ok_or_else(no)
    }

    /// Takes a place for a picture; dropping the guard frees it.
    pub(crate) fn may_draw(&self, from: Address) -> Result<Permit, ServerError> {
        let no = || ServerError::new(Code::TooFast, "too many pictures at once: wait until one is drawn");
        self.acquire(&self.pictures, Limit::Pictures, from).ok_or_else(no)
    }

    /// Takes a place for an uploaded record; dropping the guard frees it.
    pub(crate) fn may_upload_record(&self, from: Address) -> Result<Permit, ServerError> {
        let no = || ServerError::new(Code::TooFast, "too many records at once: send one after the other");
        self.acquire(&self.records, Limit::Records, from).ok_or_else(no)
    }

    /// Takes a place for a WebSocket; dropping the guard frees it.
    pub(crate) fn acquire_socket(&self, from: Address) -> Option<Permit> {
        self.acquire(&self.sockets, Limit::Sockets, from)
    }

    /// Checks a concurrency limit.
    pub(crate) fn acquire(&self, concurrency: &Arc<Concurrency>, limit: Limit, from: Address) -> Option<Permit> {
        let place = concurrency.acquire(from);
        if place.is_none() {
            self.limit_log.hit(limit, from);
        }
        place
    }

    /// Checks a rate limit.
    pub(crate) fn pass(
        &self,
        limiter: &Limiter,
        limit: Limit,
        from: Address,
        sentence: &str,
    ) -> Result<(), ServerError> {
        limiter.check_key(&from).map_err(|until| {
            self.limit_log.hit(limit, from);
            ServerError::wait(until.wait_time_from(limiter.clock().now()), sentence)
        })
    }

    /// Forgets addresses whose budgets are full again.
    pub(crate) fn remove_idle(&self) {
        for limiter in [&self.requests, &self.tables, &self.sign_ins, &self.work, &self.reports] {
            limiter.retain_recent();
        }
    }
}

fn limiter(rate: Rate) -> Limiter {
    let some = |number: u32| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
    RateLimiter::hashmap(Quota::per_minute(some(rate.per_minute)).allow_burst(some(rate.burst)))
}

pub(crate) fn too_many_connections() -> ServerError {
    ServerError::too_many("too many connections from your address: close some")
}
