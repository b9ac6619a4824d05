//! Revocation: streams that a session or an API token opened end when it is revoked.

use std::pin::Pin;

use menagerie_store::{AccountId, Millis};
use tokio::sync::broadcast;

use crate::accounts::identity::Identity;

/// Revocations queued for a slow listener. A listener that missed some reads the store.
const WAITING: usize = 64;

/// Broadcasts the accounts that revoked a session or a token.
pub(crate) struct Revocations(pub(crate) broadcast::Sender<AccountId>);

impl Revocations {
    pub(crate) fn new() -> Self {
        Self(broadcast::Sender::new(WAITING))
    }
}

/// The session or API token that opened a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Credential {
    pub(crate) account: AccountId,
    pub(crate) session: Option<i64>,
    pub(crate) token: Option<i64>,
    /// When it was created: ids are reused.
    pub(crate) made: Millis,
}

impl Credential {
    /// The credential of a request; none for a guest.
    pub(crate) fn of(who: &Identity) -> Option<Self> {
        let (account, made) = (who.account.as_ref()?.id, who.made?);
        Some(Self { account, session: who.session, token: who.token, made })
    }
}

/// A boxed future that ends a connection. The box keeps idle connections small: futures that hold it would reserve its
/// size twice.
pub(crate) type Until = Pin<Box<dyn Future<Output = ()> + Send>>;
