//! Rate limits and concurrency limits per client address: one address that floods the server does not slow down the
//! others.

use std::num::NonZeroU32;
use std::sync::Arc;

use governor::clock::{Clock, DefaultClock};
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};
use menagerie_wire::Code;

use crate::config::{Limits, Rate};
use crate::error::ApiError;
use crate::limits::address::Address;
use crate::limits::bans::Bans;
use crate::limits::concurrency::{Concurrency, Entered};
use crate::limits::limit_log::{Limit, LimitLog};

/// The largest head of a request, in bytes: a browser's is a tenth of it.
pub(crate) const LARGEST_HEAD: usize = 32 * 1024;

type Limiter = RateLimiter<Address, HashMapStateStore<Address>, DefaultClock>;

/// What is remembered about addresses.
pub(crate) struct RateLimits {
    pub(crate) requests: Limiter,
    tables: Limiter,
    secrets: Limiter,
    work: Limiter,
    complaints: Limiter,
    sockets: Arc<Concurrency>,
    analyses: Arc<Concurrency>,
    pictures: Arc<Concurrency>,
    records: Arc<Concurrency>,
    /// Connections of any kind.
    pub(crate) lines: Arc<Concurrency>,
    /// What the log says of all these limits.
    pub(crate) limit_log: LimitLog,
    /// Who is kept out.
    pub(crate) bans: Bans,
}

impl RateLimits {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            requests: limiter(limits.requests),
            tables: limiter(limits.tables),
            secrets: limiter(limits.secrets),
            work: limiter(limits.work),
            complaints: limiter(limits.complaints),
            sockets: Concurrency::new(limits.connections_per_address, usize::MAX),
            analyses: Concurrency::new(limits.analyses_per_address, limits.analyses),
            pictures: Concurrency::new(limits.pictures_per_address, usize::MAX),
            records: Concurrency::new(limits.records_per_address, usize::MAX),
            // As many again for everything that is no socket.
            lines: Concurrency::new(limits.connections_per_address.saturating_mul(2), usize::MAX),
            limit_log: LimitLog::new(),
            bans: Bans::new(),
        }
    }

    /// Making a table costs more than looking at one.
    pub(crate) fn may_make_table(&self, from: Address) -> Result<(), ApiError> {
        self.pass(&self.tables, Limit::Tables, from, "too many tables from your address: wait a minute")
    }

    /// Thinking, drawing and replaying keep the processor busy.
    pub(crate) fn may_use_work(&self, from: Address) -> Result<(), ApiError> {
        self.pass(&self.work, Limit::Work, from, "too many requests for analysis, pictures or records: wait a minute")
    }

    /// The same for so many pieces of work at once.
    pub(crate) fn may_use_much_work(&self, from: Address, pieces: usize) -> Result<(), ApiError> {
        let Some(pieces) = u32::try_from(pieces).ok().and_then(NonZeroU32::new) else { return Ok(()) };
        let sentence = "too much work in one request: wait a minute, or ask for less";
        let no = match self.work.check_key_n(&from, pieces) {
            Ok(Ok(())) => return Ok(()),
            Ok(Err(until)) => ApiError::wait(until.wait_time_from(self.work.clock().now()), sentence),
            // So much is never allowed at once.
            Err(_) => ApiError::new(Code::TooFast, sentence),
        };
        self.limit_log.hit(Limit::Work, from);
        Err(no)
    }

    /// Somebody has to read complaints.
    pub(crate) fn may_complain(&self, from: Address) -> Result<(), ApiError> {
        self.pass(&self.complaints, Limit::Complaints, from, "too many reports: wait a minute")
    }

    /// Guessing passwords takes patience.
    pub(crate) fn may_try_secret(&self, from: Address) -> Result<(), ApiError> {
        self.pass(&self.secrets, Limit::SignIns, from, "too many attempts: wait a minute")
    }

    /// An analysis begins or waits; it counts until the guard is dropped.
    pub(crate) fn may_analyse(&self, from: Address) -> Result<Entered, ApiError> {
        let no = || ApiError::new(Code::TooFast, "too many analyses at once: wait until one has ended");
        self.enter(&self.analyses, Limit::Analyses, from).ok_or_else(no)
    }

    /// A picture is drawn or waits for that; it counts until the guard is dropped.
    pub(crate) fn may_have_drawn(&self, from: Address) -> Result<Entered, ApiError> {
        let no = || ApiError::new(Code::TooFast, "too many pictures at once: wait until one is drawn");
        self.enter(&self.pictures, Limit::Pictures, from).ok_or_else(no)
    }

    /// A record arrives; it counts until the guard is dropped.
    pub(crate) fn may_bring_record(&self, from: Address) -> Result<Entered, ApiError> {
        let no = || ApiError::new(Code::TooFast, "too many records at once: send one after the other");
        self.enter(&self.records, Limit::Records, from).ok_or_else(no)
    }

    /// A WebSocket opens; it counts until the guard is dropped.
    pub(crate) fn enter_socket(&self, from: Address) -> Option<Entered> {
        self.enter(&self.sockets, Limit::Sockets, from)
    }

    /// Counts something that takes its time.
    pub(crate) fn enter(&self, tally: &Arc<Concurrency>, limit: Limit, from: Address) -> Option<Entered> {
        let place = tally.enter(from);
        if place.is_none() {
            self.limit_log.hit(limit, from);
        }
        place
    }

    /// Counts something that happens.
    pub(crate) fn pass(&self, limiter: &Limiter, limit: Limit, from: Address, sentence: &str) -> Result<(), ApiError> {
        limiter.check_key(&from).map_err(|until| {
            self.limit_log.hit(limit, from);
            ApiError::wait(until.wait_time_from(limiter.clock().now()), sentence)
        })
    }

    /// Forgets addresses that have long been quiet.
    pub(crate) fn forget_quiet(&self) {
        for limiter in [&self.requests, &self.tables, &self.secrets, &self.work, &self.complaints] {
            limiter.retain_recent();
        }
    }
}

fn limiter(rate: Rate) -> Limiter {
    let some = |number: u32| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
    RateLimiter::hashmap(Quota::per_minute(some(rate.per_minute)).allow_burst(some(rate.burst)))
}

pub(crate) fn too_many_connections() -> ApiError {
    ApiError::too_many("too many connections from your address: close some")
}
