//! Clients with an open socket or stream, and the signals that end them: ban, revocation, shutdown.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use menagerie_store::{AccountId, Millis, StoreError};
use tokio::time::{Instant, interval_at};

use crate::accounts::identity::Identity;
use crate::accounts::revocation::{Credential, Until};
use crate::app::App;
use crate::limits::address::Address;
use crate::limits::bans::BanList;
use crate::net::close_code::CloseReason;

/// The polling interval for revocations at other nodes.
const LOOK_EVERY: Duration = Duration::from_secs(20);

impl App {
    /// Reads the bans from the store.
    pub(crate) async fn read_bans(&self) -> Result<(), StoreError> {
        let bans = self.store.bans().await?;
        self.rate_limits.bans.0.send_replace(BanList::of(bans));
        Ok(())
    }

    /// Whether an account is banned.
    pub(crate) fn is_banned_account(&self, name: &str) -> bool {
        self.rate_limits.bans.has_account(name, self.now())
    }

    /// Resolves when a client must be disconnected: banned, credential revoked, or the server shuts down.
    pub(crate) fn must_go(self: &Arc<Self>, who: Visitor) -> Until {
        let Visitor { address, account, key } = who;
        let is_banned = move |app: &Self| {
            account.as_deref().is_some_and(|name| app.is_banned_account(name))
                || app.rate_limits.bans.has_address(address, app.now())
        };
        let until: Until = Box::pin(either(Box::pin(self.until_banned(is_banned)), Box::pin(self.ended())));
        match key {
            Some(key) => Box::pin(either(until, self.until_revoked(key))),
            None => until,
        }
    }

    /// Resolves when the client of a socket must be disconnected: its address or one of these accounts is banned, or this
    /// credential is revoked.
    pub(crate) fn until_rejected(
        self: &Arc<Self>,
        address: Address,
        accounts: Vec<String>,
        key: Option<Credential>,
    ) -> UntilRejected {
        let banned = self.until_banned(move |app| {
            app.rate_limits.bans.has_address(address, app.now())
                || accounts.iter().any(|name| app.is_banned_account(name))
        });
        let Some(key) = key else { return Box::pin(banned.map(|()| CloseReason::Banned)) };
        let revoked = self.until_revoked(key);
        Box::pin(async move {
            tokio::select! {
                () = banned => CloseReason::Banned,
                () = revoked => CloseReason::SignedOut,
            }
        })
    }

    fn until_banned(
        self: &Arc<Self>,
        is_banned: impl Fn(&Self) -> bool + Send + 'static,
    ) -> impl Future<Output = ()> + Send + 'static {
        let (app, mut news) = (Arc::clone(self), self.rate_limits.bans.0.subscribe());
        async move { while !is_banned(&app) && news.changed().await.is_ok() {} }
    }
}

/// The boxed future that ends a socket, and why.
pub(crate) type UntilRejected = Pin<Box<dyn Future<Output = CloseReason> + Send>>;

/// Waits for the first of two futures.
async fn either(one: Until, other: Until) {
    tokio::select! {
        () = one => {}
        () = other => {}
    }
}

/// A client with an open socket or stream.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    /// The client's address.
    pub(crate) address: Address,
    /// The name of its account.
    pub(crate) account: Option<String>,
    /// The credential whose revocation ends the connection.
    key: Option<Credential>,
}

impl Visitor {
    /// A client authorised by seat tokens; the revocation of its session does not end the connection.
    pub(crate) fn new(address: Address, who: &Identity) -> Self {
        Self { address, account: who.account.as_ref().map(|account| account.name.clone()), key: None }
    }

    /// A client authorised by its session or API token.
    pub(crate) fn with_key(address: Address, who: &Identity) -> Self {
        Self { key: Credential::of(who), ..Self::new(address, who) }
    }
}

impl App {
    /// An account revoked sessions or tokens: their streams end.
    pub(crate) fn revoked(&self, account: AccountId) {
        // There may be no listeners.
        let _ = self.revocations.0.send(account);
    }

    /// Resolves when this session or token is revoked, at this node or at another.
    pub(crate) fn until_revoked(self: &Arc<Self>, key: Credential) -> Until {
        let (app, mut news) = (Arc::clone(self), self.revocations.0.subscribe());
        Box::pin(async move {
            let mut looks = interval_at(Instant::now() + LOOK_EVERY, LOOK_EVERY);
            loop {
                let concerned = tokio::select! {
                    heard = news.recv() => heard.map_or(true, |account| account == key.account),
                    _ = looks.tick() => true,
                };
                // If the store does not answer, the credential stays valid.
                if concerned && matches!(app.is_valid(key).await, Ok(false)) {
                    return;
                }
            }
        })
    }

    /// Whether a session or token is still valid in the store.
    async fn is_valid(&self, key: Credential) -> Result<bool, StoreError> {
        let is_it = |known: Option<i64>, id: i64, made: Millis| known == Some(id) && made == key.made;
        if key.session.is_some() {
            let sessions = self.store.sessions(key.account).await?;
            return Ok(sessions.iter().any(|it| is_it(key.session, it.id, it.created)));
        }
        let tokens = self.store.api_tokens(key.account).await?;
        Ok(tokens.iter().any(|it| is_it(key.token, it.id, it.created)))
    }
}
