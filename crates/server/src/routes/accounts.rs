//! Account routes: registration, sign-in, sessions, API tokens. Playing needs no account.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use menagerie_store::{Account, StoreError, TokenHash};
use menagerie_table::names;
use menagerie_table::secret::random_word;
use menagerie_wire::Code;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::accounts::identity::{COOKIE, Identity};
use crate::accounts::password;
use crate::app::App;
use crate::bot_api::users::User;
use crate::error::ApiError;
use crate::http::Shared;
use crate::http::body::Body;
use crate::limits::address::Address;

const TOKEN_LENGTH: usize = 32;
/// Half a year.
const COOKIE_SECONDS: u32 = 180 * 24 * 60 * 60;
/// Reserved names. An account named `ai` or `open` could not be challenged, because `/api/challenge/ai` and
/// `/api/challenge/open` are calls of their own.
const OURS: [&str; 5] = ["ai", "open", "spectator", "computer", "chance"];
/// The scopes of API tokens.
const SCOPES: [&str; 4] = ["board:play", "bot:play", "challenge:read", "challenge:write"];

/// Name and password.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Credentials {
    name: String,
    password: String,
}

/// The account's name and kind.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Me {
    name: String,
    bot: bool,
    created: i64,
}

impl From<&Account> for Me {
    fn from(account: &Account) -> Self {
        Self { name: account.name.clone(), bot: account.bot, created: account.created.0 }
    }
}

/// `POST /api/account`: registers and signs in.
pub(crate) async fn register(
    State(app): Shared,
    Extension(address): Extension<Address>,
    headers: HeaderMap,
    Body(wanted): Body<Credentials>,
) -> Result<Response, ApiError> {
    app.rate_limits.may_sign_in(address)?;
    let name = account_name(&wanted.name)?;
    let hash = password::hash(&app.entropy, wanted.password).await?;
    let account = app.store.create_account(&name, &hash).await?;
    tracing::info!(account = account.name, %address, "an account is registered");
    signed_in(&app, &account, address, &headers).await
}

/// `POST /api/session`: signs in.
pub(crate) async fn sign_in(
    State(app): Shared,
    Extension(address): Extension<Address>,
    headers: HeaderMap,
    Body(given): Body<Credentials>,
) -> Result<Response, ApiError> {
    app.rate_limits.may_sign_in(address)?;
    let known = match app.store.credentials(&given.name).await {
        Ok(known) => Some(known),
        Err(StoreError::NotFound(_)) => None,
        Err(error) => return Err(error.into()),
    };
    let known_place = match &known {
        Some(known) => app.store.is_known_sign_in(known.account.id, place(&known.account, address)).await?,
        None => false,
    };
    let attempt = app.may_try_password(&given.name, address, !known_place)?;
    let right = password::matches(given.password, known.as_ref().map(|it| it.password_hash.clone())).await;
    if let Some(known) = known.as_ref().filter(|_| right) {
        app.password_was_right(attempt);
        return signed_in(&app, &known.account, address, &headers).await;
    }
    // An unknown name is not logged: users sometimes type their password into the name field.
    let account = known.as_ref().map(|it| it.account.name.as_str());
    tracing::info!(account, %address, "sign-in failed");
    Err(ApiError::new(Code::NotAllowed, "the name or the password is wrong"))
}

/// `DELETE /api/session`: signs out.
pub(crate) async fn sign_out(State(app): Shared, me: Identity) -> Result<Response, ApiError> {
    let account = me.person()?;
    if let Some(session) = me.session {
        app.store.revoke_session(account.id, session).await?;
        app.revoked(account.id);
    }
    Ok(with_cookie(StatusCode::NO_CONTENT.into_response(), "", 0))
}

/// The own account, for our page and for clients of Lichess.
#[derive(Serialize, JsonSchema)]
pub(crate) struct OwnAccount {
    #[serde(flatten)]
    me: Me,
    #[serde(flatten)]
    user: User,
}

/// `GET /api/account`
pub(crate) async fn me(State(app): Shared, me: Identity) -> Result<Json<OwnAccount>, ApiError> {
    let account = me.account()?;
    Ok(Json(OwnAccount { me: Me::from(account), user: User::of(&app, account).await? }))
}

/// A password change.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewPassword {
    old: String,
    new: String,
}

/// `POST /api/account/password`: ends every session and opens a new one.
pub(crate) async fn change_password(
    State(app): Shared,
    Extension(address): Extension<Address>,
    me: Identity,
    headers: HeaderMap,
    Body(given): Body<NewPassword>,
) -> Result<Response, ApiError> {
    app.rate_limits.may_sign_in(address)?;
    let account = me.person()?;
    let known = app.store.credentials(&account.name).await?;
    // The session proves that this is the owner, so the budget shared by strangers does not apply.
    let attempt = app.may_try_password(&account.name, address, false)?;
    if !password::matches(given.old, Some(known.password_hash)).await {
        tracing::info!(account = account.name, %address, "password change failed");
        return Err(ApiError::new(Code::NotAllowed, "the old password is wrong"));
    }
    app.password_was_right(attempt);
    let hash = password::hash(&app.entropy, given.new).await?;
    app.store.set_password(account.id, &hash).await?;
    app.revoked(account.id);
    signed_in(&app, account, address, &headers).await
}

/// A session or an API token in a list.
#[derive(Serialize, JsonSchema)]
pub(crate) struct CredentialInfo {
    id: i64,
    label: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    scopes: Option<Vec<String>>,
    created: i64,
    used: i64,
    /// Whether it authenticates this request.
    this: bool,
}

/// `GET /api/account/sessions`
pub(crate) async fn sessions(State(app): Shared, me: Identity) -> Result<Json<Vec<CredentialInfo>>, ApiError> {
    let sessions = app.store.sessions(me.person()?.id).await?;
    let listed = |it: menagerie_store::Session| CredentialInfo {
        this: me.session == Some(it.id),
        id: it.id,
        label: it.label,
        scopes: None,
        created: it.created.0,
        used: it.used.0,
    };
    Ok(Json(sessions.into_iter().map(listed).collect()))
}

/// `DELETE /api/account/sessions/{id}`
pub(crate) async fn revoke_session(
    State(app): Shared,
    me: Identity,
    Path(id): Path<i64>,
) -> Result<StatusCode, ApiError> {
    let account = me.person()?.id;
    app.store.revoke_session(account, id).await?;
    app.revoked(account);
    Ok(StatusCode::NO_CONTENT)
}

/// `DELETE /api/account/sessions`: ends all other sessions.
pub(crate) async fn revoke_others(State(app): Shared, me: Identity) -> Result<StatusCode, ApiError> {
    let account = me.person()?;
    if let Some(session) = me.session {
        app.store.revoke_other_sessions(account.id, session).await?;
        app.revoked(account.id);
    }
    Ok(StatusCode::NO_CONTENT)
}

/// A request for an API token.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewToken {
    label: String,
    #[serde(default)]
    scopes: Vec<String>,
}

/// A new API token. The server shows it only once.
#[derive(Serialize, JsonSchema)]
pub(crate) struct CreatedToken {
    id: i64,
    token: String,
}

/// `POST /api/account/tokens`
pub(crate) async fn make_token(
    State(app): Shared,
    me: Identity,
    Body(wanted): Body<NewToken>,
) -> Result<(StatusCode, Json<CreatedToken>), ApiError> {
    let account = me.person()?;
    if let Some(unknown) = wanted.scopes.iter().find(|scope| !SCOPES.contains(&scope.as_str())) {
        let sentence = format!("there is no scope '{unknown}'; the scopes are: {}", SCOPES.join(", "));
        return Err(ApiError::new(Code::Malformed, sentence));
    }
    let scopes = if wanted.scopes.is_empty() { SCOPES.map(str::to_owned).to_vec() } else { wanted.scopes };
    let label = names::label(&wanted.label)?;
    let token = random_word(&app.entropy, TOKEN_LENGTH);
    let made = app.store.create_api_token(account.id, TokenHash::of(&token), label, &scopes).await?;
    Ok((StatusCode::CREATED, Json(CreatedToken { id: made.id, token })))
}

/// `GET /api/account/tokens`
pub(crate) async fn tokens(State(app): Shared, me: Identity) -> Result<Json<Vec<CredentialInfo>>, ApiError> {
    let listed = |it: menagerie_store::ApiToken| CredentialInfo {
        id: it.id,
        label: it.label,
        scopes: Some(it.scopes),
        created: it.created.0,
        used: it.used.0,
        this: false,
    };
    Ok(Json(app.store.api_tokens(me.person()?.id).await?.into_iter().map(listed).collect()))
}

/// `DELETE /api/account/tokens/{id}`
pub(crate) async fn revoke_token(
    State(app): Shared,
    me: Identity,
    Path(id): Path<i64>,
) -> Result<StatusCode, ApiError> {
    let account = me.person()?.id;
    app.store.revoke_api_token(account, id).await?;
    app.revoked(account);
    Ok(StatusCode::NO_CONTENT)
}

/// The stored digest of an address that the account signed in from.
fn place(account: &Account, address: Address) -> TokenHash {
    TokenHash::of(&format!("{} {address}", account.id.0))
}

async fn signed_in(app: &App, account: &Account, from: Address, headers: &HeaderMap) -> Result<Response, ApiError> {
    if app.is_banned_account(&account.name) {
        return Err(ApiError::new(Code::NotAllowed, "this account was banned by the operator"));
    }
    let token = random_word(&app.entropy, TOKEN_LENGTH);
    app.store.open_session(account.id, TokenHash::of(&token), &browser(headers)).await?;
    app.store.record_sign_in(account.id, place(account, from)).await?;
    Ok(with_cookie(Json(Me::from(account)).into_response(), &token, COOKIE_SECONDS))
}

/// The browser's User-Agent, so that users can tell their sessions apart.
fn browser(headers: &HeaderMap) -> String {
    const LONGEST: usize = 100;
    let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
    agent.chars().take(LONGEST).collect()
}

/// `HttpOnly` hides the cookie from scripts; `SameSite=Strict` keeps other sites from sending it.
fn with_cookie(mut response: Response, token: &str, seconds: u32) -> Response {
    let cookie = format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age={seconds}");
    if let Ok(value) = HeaderValue::from_str(&cookie) {
        response.headers_mut().insert(header::SET_COOKIE, value);
    }
    response
}

/// Letters, digits, `-` and `_`, so that a name can be part of a URL.
fn account_name(text: &str) -> Result<String, ApiError> {
    let fits = (2..=20).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
    let sentence = "an account's name has 2 to 20 letters, digits, hyphens or underscores";
    if OURS.iter().any(|it| it.eq_ignore_ascii_case(text)) {
        return Err(ApiError::new(Code::Taken, "this name is taken"));
    }
    if fits { Ok(text.to_owned()) } else { Err(ApiError::new(Code::Malformed, sentence)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_mean_something_else_are_nobodys() {
        for name in ["ai", "Open", "SPECTATOR"] {
            assert_eq!(account_name(name).unwrap_err().code(), Code::Taken, "{name}");
        }
        assert_eq!(account_name("Aileen").unwrap(), "Aileen");
    }
}
