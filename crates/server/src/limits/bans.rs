//! Bans by address and by account, cached in memory and announced to open connections when they change.

use std::collections::HashMap;
use std::hash::Hash;

use menagerie_store::{Ban, Subject};
use menagerie_table::clock::Millis;
use tokio::sync::watch;

use crate::limits::address::Address;

/// Until when each is banned; for good if there is no end.
#[derive(Default)]
pub(crate) struct Banned {
    addresses: HashMap<Address, Option<Millis>>,
    accounts: HashMap<String, Option<Millis>>,
}

impl Banned {
    pub(crate) fn of(bans: Vec<Ban>) -> Self {
        let mut banned = Self::default();
        for Ban { subject, until, .. } in bans {
            let until = until.map(|until| until.0);
            match subject {
                Subject::Account(name) => keep_longer(&mut banned.accounts, name.to_lowercase(), until),
                Subject::Address(text) => {
                    if let Ok(address) = text.parse() {
                        keep_longer(&mut banned.addresses, address, until);
                    } else {
                        tracing::warn!(text, "a ban names no address");
                    }
                }
            }
        }
        banned
    }
}

/// One network may be banned by several of its addresses.
fn keep_longer<K: Hash + Eq>(bans: &mut HashMap<K, Option<Millis>>, whom: K, until: Option<Millis>) {
    let longer = |known: Option<Millis>| known.zip(until).map(|(known, until)| known.max(until));
    let known = bans.entry(whom).or_insert(until);
    *known = longer(*known);
}

/// Who is banned, for those who ask and those who want to hear of changes.
pub(crate) struct Bans(pub(crate) watch::Sender<Banned>);

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
