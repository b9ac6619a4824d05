//! The identity extractor: a session cookie, or an API token as a bearer.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use menagerie_store::TokenHash;

use crate::accounts::identity::{COOKIE, Identity};
use crate::app::App;
use crate::http::bearer;

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
