//! Who a request is from, if its sender has an account: a session's cookie, or an API token as a bearer.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use menagerie_store::{Account, Millis, TokenHash};
use menagerie_wire::Code;

use crate::app::App;
use crate::http::bearer;
use crate::refuse::No;

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
    pub(crate) fn account(&self) -> Result<&Account, No> {
        let sentence = "no valid session or API token: sign in first, or send Authorization: Bearer TOKEN";
        self.account.as_ref().ok_or_else(|| No::unauthenticated(sentence))
    }

    /// The account, if a person is signed in: an API token does not manage its own account.
    pub(crate) fn person(&self) -> Result<&Account, No> {
        let account = self.account()?;
        let no = || No::new(Code::NotAllowed, "an API token cannot do this: sign in");
        if self.session.is_some() { Ok(account) } else { Err(no()) }
    }

    /// The account, if its token has one of these scopes.
    pub(crate) fn allowed(&self, scopes: &[&str]) -> Result<&Account, No> {
        let account = self.account()?;
        let allows = self.scopes.as_ref().is_none_or(|own| own.iter().any(|it| scopes.contains(&it.as_str())));
        let lacks = || No::new(Code::NotAllowed, format!("this token lacks the scope {}", scopes.join(" or ")));
        if allows { Ok(account) } else { Err(lacks()) }
    }
}

impl FromRequestParts<Arc<App>> for Identity {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Infallible> {
        let found = match (bearer(&parts.headers), cookie(&parts.headers)) {
            (Some(token), _) => by_token(app, token).await,
            (None, Some(token)) => by_session(app, token).await,
            (None, None) => None,
        };
        let banned = |it: &Self| it.account.as_ref().is_some_and(|account| app.is_banned_account(&account.name));
        Ok(found.filter(|it| !banned(it)).unwrap_or_default())
    }
}

async fn by_session(app: &App, token: &str) -> Option<Identity> {
    let session = app.store.session(&TokenHash::of(token)).await.ok()??;
    let account = app.store.account(session.account).await.ok()?;
    let made = Some(session.created);
    Some(Identity { account: Some(account), session: Some(session.id), token: None, made, scopes: None })
}

async fn by_token(app: &App, token: &str) -> Option<Identity> {
    let token = app.store.api_token(&TokenHash::of(token)).await.ok()??;
    let account = app.store.account(token.account).await.ok()?;
    let (made, scopes) = (Some(token.created), Some(token.scopes));
    Some(Identity { account: Some(account), session: None, token: Some(token.id), made, scopes })
}

fn cookie(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get(header::COOKIE)?.to_str().ok()?;
    let pairs = cookies.split(';').filter_map(|pair| pair.trim().split_once('='));
    pairs.into_iter().find(|(name, _)| *name == COOKIE).map(|(_, value)| value)
}
