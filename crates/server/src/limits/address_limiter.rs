//! A rate limit per client address that also counts what the address spent at other nodes.
//!
//! Each node decides alone and at once (generic cell rate algorithm). It tells the other nodes what each address spent, and
//! they charge it too. A remote charge may put an address into debt; otherwise nodes with empty budgets would each grant the
//! full rate. `docs/host/cluster.md` states the error that remains.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::config::Rate;
use crate::limits::address::Address;

/// The others are told at once when an address has spent this part of its burst since they were told last.
const URGENT_PART: u32 = 8;

/// The budgets of all addresses under one limit.
pub(crate) struct AddressLimiter {
    /// None: unlimited.
    limit: Option<Quota>,
    /// Whether other nodes must be told.
    is_shared: bool,
    begun: Instant,
    state: Mutex<State>,
}

#[derive(Clone, Copy)]
struct Quota {
    /// The time after which one unit is refilled.
    period: Duration,
    burst: u32,
}

#[derive(Default)]
struct State {
    /// When each budget is full again, since `begun`. An address without an entry has a full budget.
    full_at: HashMap<Address, Duration>,
    /// What each address spent here since the other nodes were told.
    untold: HashMap<Address, u32>,
}

/// A request over the limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exceeded {
    /// It can be repeated after this time.
    Wait(Duration),
    /// It asks for more than the burst.
    Never,
}

impl AddressLimiter {
    pub(crate) fn new(rate: Rate, is_shared: bool) -> Self {
        let quota = || Quota { period: Duration::from_mins(1) / rate.per_minute.max(1), burst: rate.burst.max(1) };
        let limit = (rate.per_minute < u32::MAX).then(quota);
        Self { limit, is_shared, begun: Instant::now(), state: Mutex::default() }
    }

    /// Spends units of an address's budget. Returns whether the other nodes should be told at once.
    pub(crate) fn spend(&self, from: Address, units: u32) -> Result<bool, Exceeded> {
        self.spend_at(from, units, self.begun.elapsed())
    }

    fn spend_at(&self, from: Address, units: u32, now: Duration) -> Result<bool, Exceeded> {
        let Some(quota) = self.limit else { return Ok(false) };
        if units > quota.burst {
            return Err(Exceeded::Never);
        }
        let mut state = self.lock();
        let full_at = state.full_at.get(&from).copied().unwrap_or(now).max(now) + quota.period * units;
        let latest = now + quota.period * quota.burst;
        if full_at > latest {
            return Err(Exceeded::Wait(full_at.saturating_sub(latest)));
        }
        state.full_at.insert(from, full_at);
        if !self.is_shared {
            return Ok(false);
        }
        let untold = state.untold.entry(from).or_default();
        *untold += units;
        Ok(*untold >= quota.burst.div_ceil(URGENT_PART))
    }

    /// Charges what an address spent at another node. The debt is at most one burst: more would be a fault of that node.
    pub(crate) fn charge(&self, from: Address, units: u32) {
        self.charge_at(from, units, self.begun.elapsed());
    }

    fn charge_at(&self, from: Address, units: u32, now: Duration) {
        let Some(quota) = self.limit else { return };
        let mut state = self.lock();
        let full_at = state.full_at.entry(from).or_insert(now);
        let charged = (*full_at).max(now).saturating_add(quota.period.saturating_mul(units));
        *full_at = charged.min(now + quota.period * quota.burst * 2);
    }

    /// What the other nodes must be told.
    pub(crate) fn take_untold(&self) -> HashMap<Address, u32> {
        std::mem::take(&mut self.lock().untold)
    }

    /// Forgets addresses whose budgets are full again.
    pub(crate) fn remove_idle(&self) {
        self.remove_idle_at(self.begun.elapsed());
    }

    fn remove_idle_at(&self, now: Duration) {
        self.lock().full_at.retain(|_, full_at| *full_at > now);
    }

    /// As if this time had passed.
    #[cfg(test)]
    pub(crate) fn advance(&mut self, time: Duration) {
        self.begun -= time;
    }

    /// The number of addresses that are remembered.
    #[cfg(test)]
    pub(crate) fn addresses(&self) -> usize {
        self.lock().full_at.len()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: Rate = Rate { per_minute: 60, burst: 16 };

    fn address() -> Address {
        "192.0.2.1".parse().unwrap()
    }

    fn granted(limiter: &AddressLimiter, now: Duration) -> u32 {
        (0..1_000).take_while(|_| limiter.spend_at(address(), 1, now).is_ok()).count() as u32
    }

    #[test]
    fn an_address_has_its_burst_and_then_its_rate() {
        let limiter = AddressLimiter::new(RATE, false);
        let second = Duration::from_secs(1);
        assert_eq!(granted(&limiter, Duration::ZERO), 16);
        assert_eq!(limiter.spend_at(address(), 1, Duration::ZERO), Err(Exceeded::Wait(second)));
        assert_eq!(limiter.spend_at(address(), 3, Duration::ZERO), Err(Exceeded::Wait(3 * second)));
        assert_eq!(limiter.spend_at(address(), 17, Duration::ZERO), Err(Exceeded::Never));
        assert_eq!(granted(&limiter, second * 5), 5);
        assert!(limiter.spend_at("192.0.2.2".parse().unwrap(), 16, Duration::ZERO).is_ok());
        assert!(limiter.take_untold().is_empty(), "a single server tells nobody");
    }

    fn tell_each_other(nodes: &[AddressLimiter], now: Duration) {
        for (index, node) in nodes.iter().enumerate() {
            for (from, units) in node.take_untold() {
                let others = nodes.iter().enumerate().filter(|(other, _)| *other != index);
                others.for_each(|(_, other)| other.charge_at(from, units, now));
            }
        }
    }

    /// Nodes that told each other nothing would grant 4 times the burst.
    #[test]
    fn four_nodes_together_grant_one_burst_and_three_eighths() {
        let nodes: Vec<AddressLimiter> = (0..4).map(|_| AddressLimiter::new(RATE, true)).collect();
        let mut total = 0;
        // A client that goes to the next node with each request; nodes tell the others when it is urgent.
        for request in 0..1_000 {
            match nodes[request % 4].spend_at(address(), 1, Duration::ZERO) {
                Ok(true) => tell_each_other(&nodes, Duration::ZERO),
                Ok(false) => {}
                Err(_) => continue,
            }
            total += 1;
        }
        assert!((16..=16 + 3 * 2).contains(&total), "{total}");
    }

    /// The client uses everything at all nodes at the same moment, and nodes tell the others only once a second.
    #[test]
    fn in_the_long_run_four_nodes_grant_one_rate() {
        let nodes: Vec<AddressLimiter> = (0..4).map(|_| AddressLimiter::new(RATE, true)).collect();
        let mut total = 0;
        for now in (0..600).map(Duration::from_secs) {
            total += nodes.iter().map(|node| granted(node, now)).sum::<u32>();
            tell_each_other(&nodes, now);
        }
        assert!(total <= 4 * 16 + 600, "{total}");
    }

    #[test]
    fn what_was_spent_elsewhere_is_a_debt_of_at_most_one_burst() {
        let limiter = AddressLimiter::new(RATE, true);
        limiter.charge_at(address(), u32::MAX, Duration::ZERO);
        let wait = Duration::from_secs(17);
        assert_eq!(limiter.spend_at(address(), 1, Duration::ZERO), Err(Exceeded::Wait(wait)));
        assert!(limiter.spend_at(address(), 1, wait).is_ok());
    }

    /// A flood from many addresses does not fill the memory for good.
    #[test]
    fn an_address_is_forgotten_when_its_budget_is_full_again_and_not_before() {
        let (mut limiter, second) = (AddressLimiter::new(RATE, false), Duration::from_secs(1));
        limiter.spend_at(address(), 2, Duration::ZERO).unwrap();
        limiter.remove_idle_at(second);
        assert_eq!(granted(&limiter, second), 15, "one unit is still missing");
        limiter.remove_idle_at(16 * second);
        assert_eq!(limiter.addresses(), 1);
        limiter.remove_idle_at(17 * second);
        assert_eq!(limiter.addresses(), 0);
        limiter.spend(address(), 16).unwrap();
        limiter.remove_idle();
        assert_eq!(limiter.addresses(), 1, "it was spent a moment ago");
        limiter.advance(16 * second);
        limiter.remove_idle();
        assert_eq!(limiter.addresses(), 0);
    }

    #[test]
    fn without_a_limit_nothing_is_counted() {
        let limiter = AddressLimiter::new(Rate { per_minute: u32::MAX, burst: u32::MAX }, true);
        assert_eq!(limiter.spend(address(), u32::MAX), Ok(false));
        limiter.charge(address(), u32::MAX);
        assert!(limiter.take_untold().is_empty());
    }

    /// An address that spends much at once is told to the other nodes at once.
    #[test]
    fn a_large_part_of_a_burst_is_urgent() {
        let limiter = AddressLimiter::new(RATE, true);
        let part = RATE.burst.div_ceil(URGENT_PART);
        let spend = |units| limiter.spend_at(address(), units, Duration::ZERO);
        assert_eq!(spend(part - 1), Ok(false));
        assert_eq!(spend(1), Ok(true));
        limiter.take_untold();
        assert_eq!(spend(1), Ok(false), "the other nodes know of the rest");
    }
}
