//! A rate limit on failed sign-ins per account. Nodes tell each other of attempts (`cluster/limit_sharing.rs`). It never ends
//! a session.
//!
//! Two budgets limit the guesses at one account's password. One address has 10 failures, and one more every 10 minutes.
//! All addresses that the account has not signed in from share 30 failures, and one more every 2 minutes. That is more
//! than one address can use up, so one attacker cannot lock the owner out. Addresses that the account signed in from
//! before do not use the shared budget; therefore many attackers cannot either.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use menagerie_table::clock::Millis;
use menagerie_table::secret::Digest;

use crate::error::ServerError;
use crate::limits::address::Address;

/// A failure budget: the burst, and the period after which one more is allowed.
#[derive(Clone, Copy)]
struct Budget {
    burst: i64,
    period: Millis,
}

const OF_ADDRESS: Budget = Budget { burst: 10, period: 10 * 60_000 };
const OF_STRANGERS: Budget = Budget { burst: 30, period: 2 * 60_000 };
/// With more keys than this, those with full budgets are removed.
const MAX_KEYS: usize = 10_000;

/// The key of a budget.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    Address([u8; 32], Address),
    Strangers([u8; 32]),
}

impl Key {
    const fn budget(self) -> Budget {
        match self {
            Self::Address(..) => OF_ADDRESS,
            Self::Strangers(_) => OF_STRANGERS,
        }
    }
}

/// The time at which each key's budget is full again (generic cell rate algorithm).
#[derive(Default)]
pub(crate) struct SignInLimit(Mutex<HashMap<Key, Millis>>);

/// An attempt at any node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SignIn {
    /// The digest of the account's name.
    pub(crate) account: [u8; 32],
    pub(crate) from: Address,
    /// Whether the account has never signed in from there.
    pub(crate) stranger: bool,
}

impl SignIn {
    pub(crate) fn new(name: &str, from: Address, stranger: bool) -> Self {
        Self { account: Digest::of(&name.to_lowercase()).0, from, stranger }
    }

    /// The budgets that it uses.
    fn keys(self) -> impl Iterator<Item = Key> {
        let shared = self.stranger.then_some(Key::Strangers(self.account));
        std::iter::once(Key::Address(self.account, self.from)).chain(shared)
    }
}

impl SignInLimit {
    /// Admits an attempt or refuses it. It counts as a failure until [`SignInLimit::refund`]. Unknown names have the same
    /// limits, so that a refusal does not reveal which names exist.
    pub(crate) fn attempt(&self, attempt: SignIn, now: Millis) -> Result<(), ServerError> {
        let mut full_at = self.lock();
        if full_at.len() > MAX_KEYS {
            full_at.retain(|_, at| *at > now);
        }
        // Both budgets must have room before either is used.
        for key in attempt.keys() {
            check(key, full_at.get(&key).copied().unwrap_or(now).max(now), now)?;
        }
        charge(&mut full_at, attempt, now);
        Ok(())
    }

    /// Counts an attempt that another node has admitted.
    pub(crate) fn charge(&self, attempt: SignIn, now: Millis) {
        charge(&mut self.lock(), attempt, now);
    }

    /// The password was right.
    pub(crate) fn refund(&self, attempt: SignIn) {
        let mut full_at = self.lock();
        for key in attempt.keys() {
            if let Some(at) = full_at.get_mut(&key) {
                *at -= key.budget().period;
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Key, Millis>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn charge(full_at: &mut HashMap<Key, Millis>, attempt: SignIn, now: Millis) {
    for key in attempt.keys() {
        let at = full_at.entry(key).or_insert(now);
        *at = (*at).max(now) + key.budget().period;
    }
}

fn check(key: Key, full_at: Millis, now: Millis) -> Result<(), ServerError> {
    let Budget { burst, period } = key.budget();
    let wait = full_at + period - burst * period - now;
    if wait <= 0 {
        return Ok(());
    }
    let sentence = match key {
        Key::Address(..) => "too many wrong passwords for this account from your address: wait a few minutes",
        Key::Strangers(_) => {
            "too many wrong passwords for this account: wait a few minutes, or sign in where you did before"
        }
    };
    Err(ServerError::wait(Duration::from_millis(wait as u64), sentence))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> Address {
        Address::from(std::net::IpAddr::from([192, 0, 2, last]))
    }

    /// The number of failures before a refusal.
    fn failures(limit: &SignInLimit, from: Address, known: bool, now: Millis) -> usize {
        (0..1_000).take_while(|_| limit.attempt(SignIn::new("ann", from, !known), now).is_ok()).count()
    }

    #[test]
    fn one_address_guesses_ten_times_and_then_every_ten_minutes() {
        let limit = SignInLimit::default();
        assert_eq!(failures(&limit, address(1), false, 0), 10);
        assert_eq!(failures(&limit, address(1), false, 9 * 60_000), 0);
        assert_eq!(failures(&limit, address(1), false, 10 * 60_000), 1);
        assert!(
            limit.attempt(SignIn::new("bob", address(1), true), 0).is_ok(),
            "another account has a budget of its own"
        );
        assert!(limit.attempt(SignIn::new("ANN", address(1), true), 0).is_err(), "however the name is written");
    }

    #[test]
    fn many_addresses_share_thirty_failures() {
        let limit = SignInLimit::default();
        let all: usize = (1..=20).map(|last| failures(&limit, address(last), false, 0)).sum();
        assert_eq!(all, 30);
        assert_eq!(failures(&limit, address(99), true, 0), 10, "the owner's address does not share them");
        assert_eq!(failures(&limit, address(30), false, 2 * 60_000), 1);
    }

    /// One attacker who never stops leaves room for the owner at an unknown address.
    #[test]
    fn one_address_does_not_lock_the_owner_out() {
        let limit = SignInLimit::default();
        for minute in 0..24 * 60 {
            failures(&limit, address(1), false, minute * 60_000);
            let attempt = SignIn::new("ann", address(2), true);
            limit.attempt(attempt, minute * 60_000).expect("the owner may try");
            limit.refund(attempt);
        }
    }

    #[test]
    fn what_succeeds_does_not_count() {
        let limit = SignInLimit::default();
        for _ in 0..100 {
            let attempt = SignIn::new("ann", address(1), true);
            limit.attempt(attempt, 0).unwrap();
            limit.refund(attempt);
        }
    }

    #[test]
    fn a_success_takes_back_its_own_attempt_only() {
        let limit = SignInLimit::default();
        let attempt = SignIn::new("ann", address(1), true);
        for _ in 0..9 {
            limit.attempt(attempt, 0).unwrap();
        }
        limit.refund(attempt);
        assert_eq!(failures(&limit, address(1), false, 0), 2);
    }

    /// Guesses at very many names do not fill the memory for good.
    #[test]
    fn full_budgets_are_forgotten_when_there_are_too_many() {
        let limit = SignInLimit::default();
        for number in 0..MAX_KEYS {
            limit.attempt(SignIn::new(&format!("guest {number}"), address(1), false), 0).unwrap();
        }
        let later = OF_ADDRESS.period;
        limit.attempt(SignIn::new("ann", address(1), false), later).unwrap();
        assert_eq!(limit.lock().len(), MAX_KEYS + 1, "as many are kept");
        limit.attempt(SignIn::new("ann", address(1), false), later - 1).unwrap();
        assert_eq!(limit.lock().len(), MAX_KEYS + 1, "none was full a moment before");
        limit.attempt(SignIn::new("bob", address(1), false), later).unwrap();
        assert_eq!(limit.lock().len(), 2, "ann, whose budget is not full again, and bob");
    }

    #[test]
    fn failures_at_other_nodes_count() {
        let limit = SignInLimit::default();
        for _ in 0..7 {
            limit.charge(SignIn::new("ann", address(1), true), 0);
        }
        assert_eq!(failures(&limit, address(1), false, 0), 3);
        assert_eq!(failures(&limit, address(2), false, 0), 10, "another address has its own failures");
    }
}
