//! What a session or an API token has opened ends with it.

use std::sync::Arc;
use std::time::Duration;

use menagerie_store::{AccountId, Millis, StoreError};
use tokio::sync::broadcast;
use tokio::time::{Instant, interval_at};

use crate::app::App;
use crate::bans::Until;
use crate::identity::Identity;

/// How often a listener's right to listen is looked up: another node may have taken it away.
const LOOK_EVERY: Duration = Duration::from_secs(20);
/// Revocations that may wait for a listener; whoever has missed some looks in the store.
const WAITING: usize = 64;

/// Who has revoked a session or a token.
pub(crate) struct Revocations(broadcast::Sender<AccountId>);

impl Revocations {
    pub(crate) fn new() -> Self {
        Self(broadcast::Sender::new(WAITING))
    }
}

/// What a stream was opened with: a session or an API token of an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Key {
    account: AccountId,
    session: Option<i64>,
    token: Option<i64>,
    /// When it was made: another one may have got its number since.
    made: Millis,
}

impl Key {
    /// What a request came with; nothing for a guest.
    pub(crate) fn of(who: &Identity) -> Option<Self> {
        let (account, made) = (who.account.as_ref()?.id, who.made?);
        Some(Self { account, session: who.session, token: who.token, made })
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
