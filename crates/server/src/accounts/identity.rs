//! Authentication: the account, session or API token of a request, and the scopes it has.

use menagerie_store::{Account, Millis};
use menagerie_wire::Code;

use crate::error::ServerError;

/// The name of the session cookie.
pub(crate) const COOKIE: &str = "session";

/// The scopes that calls require: one of each list, as on Lichess.
pub(crate) const PLAY: &[&str] = &["bot:play", "board:play"];
pub(crate) const LISTEN: &[&str] = &["challenge:read", "bot:play", "board:play"];
pub(crate) const CHALLENGE: &[&str] = &["challenge:write", "bot:play", "board:play"];

/// The sender of a request: an account or a guest.
#[derive(Clone, Debug, Default)]
pub(crate) struct Identity {
    /// The account.
    pub(crate) account: Option<Account>,
    /// The id of the session that authenticated the request.
    pub(crate) session: Option<i64>,
    /// The id of the API token that authenticated the request.
    pub(crate) token: Option<i64>,
    /// When that session or token was created: ids are reused.
    pub(crate) made: Option<Millis>,
    /// The API token's scopes. A session has all scopes.
    pub(crate) scopes: Option<Vec<String>>,
}

impl Identity {
    /// The account; a guest is refused with 401.
    pub(crate) fn account(&self) -> Result<&Account, ServerError> {
        let sentence = "no valid session or API token: sign in first, or send Authorization: Bearer TOKEN";
        self.account.as_ref().ok_or_else(|| ServerError::unauthenticated(sentence))
    }

    /// The name of the account whose seats this request may play and see; nothing for a guest.
    pub(crate) fn player(&self) -> Option<&str> {
        self.allowed(PLAY).ok().map(|account| account.name.as_str())
    }

    /// The account of a signed-in person. API tokens cannot manage their own account.
    pub(crate) fn person(&self) -> Result<&Account, ServerError> {
        let account = self.account()?;
        let no = || ServerError::new(Code::NotAllowed, "an API token cannot do this: sign in");
        if self.session.is_some() { Ok(account) } else { Err(no()) }
    }

    /// The account, if its token has one of these scopes.
    pub(crate) fn allowed(&self, scopes: &[&str]) -> Result<&Account, ServerError> {
        let account = self.account()?;
        let allows = self.scopes.as_ref().is_none_or(|own| own.iter().any(|it| scopes.contains(&it.as_str())));
        let lacks =
            || ServerError::new(Code::NotAllowed, format!("this token lacks the scope {}", scopes.join(" or ")));
        if allows { Ok(account) } else { Err(lacks()) }
    }
}
