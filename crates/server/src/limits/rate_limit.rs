//! Rate limits and concurrency limits per client address: a flood from one address does not slow down the others.

use std::sync::Arc;

use menagerie_wire::Code;
use tokio::sync::Notify;

use crate::config::Limits;
use crate::error::ServerError;
use crate::limits::address::Address;
use crate::limits::address_limiter::{AddressLimiter, Exceeded};
use crate::limits::bans::Bans;
use crate::limits::concurrency::{Concurrency, Permit};
use crate::limits::limit_log::{Limit, LimitLog};

/// The largest request head in bytes; a browser's has a tenth of it.
pub(crate) const LARGEST_HEAD: usize = 32 * 1024;

/// The limiters of all addresses.
pub(crate) struct RateLimits {
    requests: AddressLimiter,
    health_checks: AddressLimiter,
    assets: AddressLimiter,
    tables: AddressLimiter,
    sign_ins: AddressLimiter,
    work: AddressLimiter,
    reports: AddressLimiter,
    spectator_chat: AddressLimiter,
    /// Wakes the task that tells other nodes what addresses have spent.
    pub(crate) urgent: Notify,
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
    /// `is_shared`: other nodes are told what addresses spend here.
    pub(crate) fn new(limits: &Limits, is_shared: bool) -> Self {
        let limiter = |rate| AddressLimiter::new(rate, is_shared);
        Self {
            requests: limiter(limits.requests),
            health_checks: AddressLimiter::new(limits.health_checks, false),
            assets: AddressLimiter::new(limits.assets, false),
            tables: limiter(limits.tables),
            sign_ins: limiter(limits.sign_ins),
            work: limiter(limits.work),
            reports: limiter(limits.reports),
            spectator_chat: limiter(limits.spectator_chat),
            urgent: Notify::new(),
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

    /// Any request.
    pub(crate) fn may_request(&self, from: Address) -> Result<(), ServerError> {
        self.pass(Limit::Requests, from, 1, "too many requests: wait a few seconds")
    }

    /// A health check. It does not count as a request: if the players of an address, or of a proxy that the server does
    /// not know, have spent their requests, the node is still well.
    pub(crate) fn may_check_health(&self, from: Address) -> Result<(), ServerError> {
        self.pass(Limit::HealthChecks, from, 1, "too many health checks: wait a second")
    }

    /// A file of the page. It does not count as a request: a first visit loads over a hundred files at once, and several
    /// people may share an address.
    pub(crate) fn may_load_asset(&self, from: Address) -> Result<(), ServerError> {
        self.pass(Limit::Assets, from, 1, "too many files of the page: wait a few seconds")
    }

    /// Creating a table costs more than reading one.
    pub(crate) fn may_make_table(&self, from: Address) -> Result<(), ServerError> {
        self.pass(Limit::Tables, from, 1, "too many tables from your address: wait a minute")
    }

    /// Searches, drawing and replays keep a processor busy.
    pub(crate) fn may_use_work(&self, from: Address) -> Result<(), ServerError> {
        self.pass(Limit::Work, from, 1, "too many requests for analysis, pictures or records: wait a minute")
    }

    /// The same for several units of work in one request.
    pub(crate) fn may_use_much_work(&self, from: Address, pieces: usize) -> Result<(), ServerError> {
        let units = u32::try_from(pieces).unwrap_or(u32::MAX);
        self.pass(Limit::Work, from, units, "too much work in one request: wait a minute, or ask for less")
    }

    /// The operator has to read each report.
    pub(crate) fn may_report(&self, from: Address) -> Result<(), ServerError> {
        self.pass(Limit::Reports, from, 1, "too many reports: wait a minute")
    }

    /// Limits password guessing.
    pub(crate) fn may_sign_in(&self, from: Address) -> Result<(), ServerError> {
        self.pass(Limit::SignIns, from, 1, "too many attempts: wait a minute")
    }

    /// Limits the chat of spectators at all tables together. Seats have a limit of their own at each table.
    pub(crate) fn may_chat_as_spectator(&self, from: Address) -> Result<(), ServerError> {
        self.pass(Limit::Chat, from, 1, "too many chat messages: wait a few seconds")
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
    fn pass(&self, limit: Limit, from: Address, units: u32, sentence: &str) -> Result<(), ServerError> {
        let Some(limiter) = self.limiter(limit) else { return Ok(()) };
        let exceeded = match limiter.spend(from, units) {
            Ok(is_urgent) => {
                if is_urgent {
                    self.urgent.notify_one();
                }
                return Ok(());
            }
            Err(exceeded) => exceeded,
        };
        self.limit_log.hit(limit, from);
        Err(match exceeded {
            Exceeded::Wait(time) => ServerError::wait(time, sentence),
            Exceeded::Never => ServerError::new(Code::TooFast, sentence),
        })
    }

    fn limiter(&self, limit: Limit) -> Option<&AddressLimiter> {
        let mut limiters = self.shared_limiters().into_iter().chain(self.own_limiters());
        limiters.find(|(known, _)| *known == limit).map(|(_, limiter)| limiter)
    }

    /// The rate limits per address that each node has for itself: a load balancer asks each node as often, and files are
    /// cheap.
    fn own_limiters(&self) -> [(Limit, &AddressLimiter); 2] {
        [(Limit::HealthChecks, &self.health_checks), (Limit::Assets, &self.assets)]
    }

    /// The rate limits per address that hold at all nodes together.
    fn shared_limiters(&self) -> [(Limit, &AddressLimiter); 6] {
        [
            (Limit::Requests, &self.requests),
            (Limit::Tables, &self.tables),
            (Limit::SignIns, &self.sign_ins),
            (Limit::Work, &self.work),
            (Limit::Reports, &self.reports),
            (Limit::Chat, &self.spectator_chat),
        ]
    }

    /// What addresses have spent here since the other nodes were told: for each limit its name, and units by address.
    pub(crate) fn take_untold(&self) -> Vec<(&'static str, Vec<(Address, u32)>)> {
        let untold = |(limit, limiter): (Limit, &AddressLimiter)| {
            (limit.as_str(), limiter.take_untold().into_iter().collect::<Vec<_>>())
        };
        self.shared_limiters().into_iter().map(untold).filter(|(_, by)| !by.is_empty()).collect()
    }

    /// Charges what an address has spent at another node. A limit that only a newer node knows is ignored.
    pub(crate) fn charge(&self, limit: &str, from: Address, units: u32) {
        let known = self.shared_limiters().into_iter().find(|(known, _)| known.as_str() == limit);
        if let Some((_, limiter)) = known {
            limiter.charge(from, units);
        }
    }

    /// Forgets addresses whose budgets are full again.
    pub(crate) fn remove_idle(&self) {
        for (_, limiter) in self.shared_limiters().into_iter().chain(self.own_limiters()) {
            limiter.remove_idle();
        }
    }
}

pub(crate) fn too_many_connections() -> ServerError {
    ServerError::too_many("too many connections from your address: close some")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// A flood from many addresses does not fill the memory for good.
    #[test]
    fn idle_addresses_are_forgotten_under_every_limit() {
        let mut limits = RateLimits::new(&Limits::default(), false);
        let from: Address = "192.0.2.1".parse().unwrap();
        limits.may_make_table(from).unwrap();
        limits.may_load_asset(from).unwrap();
        let remembered = |limits: &RateLimits| [limits.tables.addresses(), limits.assets.addresses()];
        limits.remove_idle();
        assert_eq!(remembered(&limits), [1, 1], "they were here a moment ago");
        // One unit is refilled after a minute at the latest.
        let minute = Duration::from_mins(1);
        limits.tables.advance(minute);
        limits.assets.advance(minute);
        limits.remove_idle();
        assert_eq!(remembered(&limits), [0, 0]);
    }
}
