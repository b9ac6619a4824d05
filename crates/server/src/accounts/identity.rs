//! Authentication: the account, session or API token of a request, and the scopes it has.

use menagerie_store::{Account, Millis};
use menagerie_wire::Code;

use crate::error::ApiError;

/// The cookie of a session.
pub(crate) const COOKIE: &str = "session";

/// What calls need of a token: one of these scopes, as on Lichess.
pub(crate) const PLAY: &[&str] = &["bot:play", "board:play"];
pub(crate) const LISTEN: &[&str] = &["challenge:read", "bot:play", "board:play"];
pub(crate) const CHALLENGE: &[&str] = &["challenge:write", "bot:play", "board:play"];

/// Whoever sends a request: an account, or a guest.
#[derive(Clone, Debug, Default)]
pub(crate) struct Identity {
    /// The account.
    pub(crate) account: Option<Account>,
    /// The session it came with.
    pub(crate) session: Option<i64>,
    /// The API token it came with.
    pub(crate) token: Option<i64>,
    /// When that session or token was made: numbers are given again.
    pub(crate) made: Option<Millis>,
    /// What an API token allows; a session allows everything.
    pub(crate) scopes: Option<Vec<String>>,
}

impl Identity {
    /// The account; guests are refused.
    pub(crate) fn account(&self) -> Result<&Account, ApiError> {
        let sentence = "no valid session or API token: sign in first, or send Authorization: Bearer TOKEN";
        self.account.as_ref().ok_or_else(|| ApiError::unauthenticated(sentence))
    }

    /// The account, if a person is signed in: an API token does not manage its own account.
    pub(crate) fn person(&self) -> Result<&Account, ApiError> {
        let account = self.account()?;
        let no = || ApiError::new(Code::NotAllowed, "an API token cannot do this: sign in");
        if self.session.is_some() { Ok(account) } else { Err(no()) }
    }

    /// The account, if its token has one of these scopes.
    pub(crate) fn allowed(&self, scopes: &[&str]) -> Result<&Account, ApiError> {
        let account = self.account()?;
        let allows = self.scopes.as_ref().is_none_or(|own| own.iter().any(|it| scopes.contains(&it.as_str())));
        let lacks = || ApiError::new(Code::NotAllowed, format!("this token lacks the scope {}", scopes.join(" or ")));
        if allows { Ok(account) } else { Err(lacks()) }
    }
}
