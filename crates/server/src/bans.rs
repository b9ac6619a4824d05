//! Who is kept out: known in memory, so that every request can be asked, and told to what is open when it changes.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use menagerie_store::{Ban, StoreError, Subject};
use tokio::sync::watch;

use crate::address::Address;
use crate::app::App;
use crate::clock::Millis;
use crate::identity::Identity;

/// Until when each is banned; for good if there is no end.
#[derive(Default)]
pub(crate) struct Banned {
    addresses: HashMap<Address, Option<Millis>>,
    accounts: HashMap<String, Option<Millis>>,
}

impl Banned {
    fn of(bans: Vec<Ban>) -> Self {
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
pub(crate) struct Bans(watch::Sender<Banned>);

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

impl App {
    /// Reads who is banned.
    pub(crate) async fn read_bans(&self) -> Result<(), StoreError> {
        let bans = self.store.bans().await?;
        self.gate.bans.0.send_replace(Banned::of(bans));
        Ok(())
    }

    /// Whether an account is kept out.
    pub(crate) fn is_banned_account(&self, name: &str) -> bool {
        self.gate.bans.has_account(name, self.now())
    }

    /// Waits until a visitor has to go: the operator has banned them, or the server ends.
    pub(crate) fn must_go(self: &Arc<Self>, who: Visitor) -> impl Future<Output = ()> + Send + use<> {
        let (app, ended, mut news) = (Arc::clone(self), self.ended(), self.gate.bans.0.subscribe());
        let banned = async move {
            loop {
                let by_name = who.account.as_deref().is_some_and(|name| app.is_banned_account(name));
                if by_name || app.gate.bans.has_address(who.address, app.now()) || news.changed().await.is_err() {
                    return;
                }
            }
        };
        async move {
            tokio::select! {
                () = banned => {}
                () = ended => {}
            }
        }
    }
}

/// Whoever has something open: a socket or a stream.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    /// Where it was opened from.
    pub(crate) address: Address,
    /// The name of the account that opened it.
    pub(crate) account: Option<String>,
}

impl Visitor {
    pub(crate) fn new(address: Address, who: &Identity) -> Self {
        Self { address, account: who.account.as_ref().map(|account| account.name.clone()) }
    }
}
