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
