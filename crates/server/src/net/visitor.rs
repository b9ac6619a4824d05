//! Who has a socket or a stream open, and when they have to go: banned, revoked, or the server shuts down.

use std::sync::Arc;
use std::time::Duration;

use menagerie_store::{AccountId, Millis, StoreError};
use tokio::time::{Instant, interval_at};

use crate::accounts::identity::Identity;
use crate::accounts::revocation::{Key, Until};
use crate::app::App;
use crate::limits::address::Address;
use crate::limits::bans::Banned;

/// How often a listener's right to listen is looked up: another node may have taken it away.
const LOOK_EVERY: Duration = Duration::from_secs(20);

impl App {
    /// Reads who is banned.
    pub(crate) async fn read_bans(&self) -> Result<(), StoreError> {
        let bans = self.store.bans().await?;
        self.rate_limits.bans.0.send_replace(Banned::of(bans));
        Ok(())
    }

    /// Whether an account is kept out.
    pub(crate) fn is_banned_account(&self, name: &str) -> bool {
        self.rate_limits.bans.has_account(name, self.now())
    }

    /// Waits until a visitor has to go: the operator has banned them, what they came with was revoked, or the server ends.
    pub(crate) fn must_go(self: &Arc<Self>, who: Visitor) -> Until {
        let Visitor { address, account, key } = who;
        let is_banned = move |app: &Self| {
            account.as_deref().is_some_and(|name| app.is_banned_account(name))
                || app.rate_limits.bans.has_address(address, app.now())
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
        let (app, mut news) = (Arc::clone(self), self.rate_limits.bans.0.subscribe());
        Box::pin(async move { while !is_banned(&app) && news.changed().await.is_ok() {} })
    }
}

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

impl App {
    /// An account has revoked sessions or tokens: what was opened with them ends.
    pub(crate) fn revoked(&self, account: AccountId) {
        // Nobody need be listening.
        let _ = self.revocations.0.send(account);
    }

    /// Waits until this session or token is revoked, at this node or at another.
    pub(crate) fn until_revoked(self: &Arc<Self>, key: Key) -> Until {
        let (app, mut news) = (Arc::clone(self), self.revocations.0.subscribe());
        Box::pin(async move {
            let mut looks = interval_at(Instant::now() + LOOK_EVERY, LOOK_EVERY);
            loop {
                let concerned = tokio::select! {
                    heard = news.recv() => heard.map_or(true, |account| account == key.account),
                    _ = looks.tick() => true,
                };
                // A store that does not answer revokes nothing.
                if concerned && matches!(app.opens(key).await, Ok(false)) {
                    return;
                }
            }
        })
    }

    /// Whether the store still knows a session or token.
    async fn opens(&self, key: Key) -> Result<bool, StoreError> {
        let is_it = |known: Option<i64>, id: i64, made: Millis| known == Some(id) && made == key.made;
        if key.session.is_some() {
            let sessions = self.store.sessions(key.account).await?;
            return Ok(sessions.iter().any(|it| is_it(key.session, it.id, it.created)));
        }
        let tokens = self.store.api_tokens(key.account).await?;
        Ok(tokens.iter().any(|it| is_it(key.token, it.id, it.created)))
    }
}
