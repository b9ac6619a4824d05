//! Bans by address and by account, cached in memory and announced to open connections when they change.

use std::collections::HashMap;
use std::hash::Hash;

use menagerie_store::{Ban, BanSubject};
use menagerie_table::clock::Millis;
use tokio::sync::watch;

use crate::limits::address::Address;

/// The end of each ban; `None` is permanent.
#[derive(Default)]
pub(crate) struct BanList {
    addresses: HashMap<Address, Option<Millis>>,
    accounts: HashMap<String, Option<Millis>>,
}

impl BanList {
    pub(crate) fn of(bans: Vec<Ban>) -> Self {
        let mut banned = Self::default();
        for Ban { subject, until, .. } in bans {
            let until = until.map(|until| until.0);
            match subject {
                BanSubject::Account(name) => keep_longer(&mut banned.accounts, name.to_lowercase(), until),
                BanSubject::Address(text) => {
                    if let Ok(address) = text.parse() {
                        keep_longer(&mut banned.addresses, address, until);
                    } else {
                        tracing::warn!(text, "a stored ban has no valid address");
                    }
                }
            }
        }
        banned
    }
}

/// Several addresses of one network may be banned: the longest ban counts.
fn keep_longer<K: Hash + Eq>(bans: &mut HashMap<K, Option<Millis>>, whom: K, until: Option<Millis>) {
    let longer = |known: Option<Millis>| known.zip(until).map(|(known, until)| known.max(until));
    let known = bans.entry(whom).or_insert(until);
    *known = longer(*known);
}

/// The current bans, with change notification.
pub(crate) struct Bans(pub(crate) watch::Sender<BanList>);

impl Bans {
    pub(crate) fn new() -> Self {
        Self(watch::Sender::default())
    }

    pub(crate) fn has_address(&self, address: Address, now: Millis) -> bool {
        holds(&self.0.borrow().addresses, &address, now)
    }

    pub(crate) fn has_account(&self, name: &str, now: Millis) -> bool {
        holds(&self.0.borrow().accounts, &name.to_lowercase(), now)
    }
}

fn holds<K: Hash + Eq>(bans: &HashMap<K, Option<Millis>>, whom: &K, now: Millis) -> bool {
    bans.get(whom).is_some_and(|until| until.is_none_or(|until| until > now))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bans(list: &[(BanSubject, Option<Millis>)]) -> Bans {
        let ban = |(subject, until): &(BanSubject, Option<Millis>)| Ban {
            subject: subject.clone(),
            reason: "noise".to_owned(),
            until: until.map(menagerie_store::Millis),
            at: menagerie_store::Millis(0),
        };
        let bans = Bans::new();
        bans.0.send_replace(BanList::of(list.iter().map(ban).collect()));
        bans
    }

    #[test]
    fn a_ban_ends_at_its_time_and_one_without_a_time_never() {
        let address = |text: &str| BanSubject::Address(text.to_owned());
        let bans = bans(&[
            (address("192.0.2.1"), Some(1_000)),
            (address("192.0.2.2"), None),
            (BanSubject::Account("Ann".to_owned()), Some(1_000)),
        ]);
        let one = "192.0.2.1".parse().unwrap();
        assert!(bans.has_address(one, 999) && !bans.has_address(one, 1_000));
        assert!(bans.has_address("192.0.2.2".parse().unwrap(), Millis::MAX));
        assert!(!bans.has_address("192.0.2.3".parse().unwrap(), 0));
        assert!(bans.has_account("ANN", 999) && !bans.has_account("ann", 1_000) && !bans.has_account("bob", 0));
    }

    #[test]
    fn of_two_bans_of_one_network_the_longer_one_counts() {
        let network = |last: u8| BanSubject::Address(format!("2001:db8::{last}"));
        let one = "2001:db8::9".parse().unwrap();
        for until in [[Some(1_000), Some(2_000)], [Some(2_000), Some(1_000)]] {
            let bans = bans(&[(network(1), until[0]), (network(2), until[1])]);
            assert!(bans.has_address(one, 1_999) && !bans.has_address(one, 2_000), "{until:?}");
        }
        for until in [[None, Some(2_000)], [Some(2_000), None]] {
            let bans = bans(&[(network(1), until[0]), (network(2), until[1])]);
            assert!(bans.has_address(one, Millis::MAX), "{until:?}");
        }
    }
}
