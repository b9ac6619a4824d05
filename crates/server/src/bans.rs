//! Who is kept out: known in memory, so that every request can be asked, and told to what is open when it changes.

use std::collections::HashMap;
use std::hash::Hash;
use std::pin::Pin;
use std::sync::Arc;

use menagerie_game::Seat;
use menagerie_store::{Ban, StoreError, Subject};
use menagerie_wire::{Code, Refused};
use tokio::sync::watch;

use crate::address::Address;
use crate::app::App;
use crate::clock::Millis;
use crate::host::Host;
use crate::identity::Identity;
use crate::refuse::refused;
use crate::revoked::Key;
use crate::secret::Digest;

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

    /// Waits until a visitor has to go: the operator has banned them, what they came with was revoked, or the server ends.
    pub(crate) fn must_go(self: &Arc<Self>, who: Visitor) -> Until {
        let Visitor { address, account, key } = who;
        let is_banned = move |app: &Self| {
            account.as_deref().is_some_and(|name| app.is_banned_account(name))
                || app.gate.bans.has_address(address, app.now())
        };
        let until: Until = Box::pin(either(self.until_banned(is_banned), Box::pin(self.ended())));
        match key {
            Some(key) => Box::pin(either(until, self.until_revoked(key))),
            None => until,
        }
    }

    /// Waits until one of these accounts is banned.
    pub(crate) fn banned(self: &Arc<Self>, accounts: Vec<String>) -> Until {
        self.until_banned(move |app| accounts.iter().any(|name| app.is_banned_account(name)))
    }

    fn until_banned(self: &Arc<Self>, is_banned: impl Fn(&Self) -> bool + Send + 'static) -> Until {
        let (app, mut news) = (Arc::clone(self), self.gate.bans.0.subscribe());
        Box::pin(async move { while !is_banned(&app) && news.changed().await.is_ok() {} })
    }
}

impl Host {
    /// Whether nobody who is banned plays the seats of these tokens, shown on a socket or in a request.
    pub(crate) fn check_bans(&self, tokens: &[Digest]) -> Result<(), Refused> {
        let table = self.room.table();
        let is_banned =
            |&seat: &Seat| table.account_on(seat).is_some_and(|account| self.app.is_banned_account(account));
        if table.seats_of(tokens).iter().any(is_banned) {
            return Err(refused(Code::NotAllowed, "the account on this seat was banned by the operator"));
        }
        Ok(())
    }
}

/// Something that is waited for beside everything else. In a box, because whatever passes it on keeps room for it twice, and most
/// connections are idle.
pub(crate) type Until = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Waits for the first of two.
pub(crate) async fn either(one: Until, other: Until) {
    tokio::select! {
        () = one => {}
        () = other => {}
    }
}

/// Whoever has something open: a socket or a stream.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    /// Where it was opened from.
    pub(crate) address: Address,
    /// The name of the account that opened it.
    pub(crate) account: Option<String>,
    /// The session or token that it ends with.
    key: Option<Key>,
}

impl Visitor {
    /// Somebody who plays or looks on by the tokens of seats, whatever becomes of their session.
    pub(crate) fn new(address: Address, who: &Identity) -> Self {
        Self { address, account: who.account.as_ref().map(|account| account.name.clone()), key: None }
    }

    /// Somebody who hears what the session or token they came with allows.
    pub(crate) fn with_key(address: Address, who: &Identity) -> Self {
        Self { key: Key::of(who), ..Self::new(address, who) }
    }
}
