//! Revocation: streams opened with a session or an API token end when it is revoked.

use std::pin::Pin;

use menagerie_store::{AccountId, Millis};
use tokio::sync::broadcast;

use crate::accounts::identity::Identity;

/// Revocations that may wait for a listener; whoever has missed some looks in the store.
const WAITING: usize = 64;

/// Who has revoked a session or a token.
pub(crate) struct Revocations(pub(crate) broadcast::Sender<AccountId>);

impl Revocations {
    pub(crate) fn new() -> Self {
        Self(broadcast::Sender::new(WAITING))
    }
}

/// What a stream was opened with: a session or an API token of an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Key {
    pub(crate) account: AccountId,
    pub(crate) session: Option<i64>,
    pub(crate) token: Option<i64>,
    /// When it was made: another one may have got its number since.
    pub(crate) made: Millis,
}

impl Key {
    /// What a request came with; nothing for a guest.
    pub(crate) fn of(who: &Identity) -> Option<Self> {
        let (account, made) = (who.account.as_ref()?.id, who.made?);
        Some(Self { account, session: who.session, token: who.token, made })
    }
}

/// Something that is waited for beside everything else. In a box, because whatever passes it on keeps room for it twice, and most
/// connections are idle.
pub(crate) type Until = Pin<Box<dyn Future<Output = ()> + Send>>;
