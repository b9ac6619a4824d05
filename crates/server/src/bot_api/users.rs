//! Accounts in the shape of Lichess's users: profiles, who is online, and which programs are.

use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use menagerie_store::{Account, PageRequest, StoreError};
use menagerie_wire::Code;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::accounts::rating::is_provisional;
use crate::app::App;
use crate::error::ApiError;
use crate::http::Shared;
use crate::http::body::flag;
use crate::limits::address::Address;

/// Accounts that are looked up at once: profiles, and statuses, as many as on Lichess.
const MOST_PROFILES: usize = 300;
const MOST_STATUSES: usize = 100;

/// An account as everybody may see it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct User {
    pub(crate) id: String,
    pub(crate) username: String,
    /// `BOT` for programs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) title: Option<&'static str>,
    /// Its ratings: by game, and for games of more than two seats also by `GAME:2`.
    pub(crate) perfs: Map<String, Value>,
    pub(crate) created_at: i64,
    /// Its page.
    pub(crate) url: String,
}

impl User {
    pub(crate) async fn of(app: &App, account: &Account) -> Result<Self, ApiError> {
        let perf = |(key, it): (String, menagerie_store::Rating)| {
            let (rating, rd) = (it.value.round() as i32, it.deviation.round() as i32);
            (key, json!({"games": it.games, "rating": rating, "rd": rd, "prov": is_provisional(&it)}))
        };
        Ok(Self {
            id: account.name.to_lowercase(),
            username: account.name.clone(),
            title: title(account),
            perfs: app.store.ratings(account.id).await?.into_iter().map(perf).collect(),
            created_at: account.created.0,
            url: format!("{}/u/{}", app.reach().unwrap_or_default().trim_end_matches('/'), account.name),
        })
    }
}

pub(crate) fn title(account: &Account) -> Option<&'static str> {
    account.bot.then_some("BOT")
}

/// A profile and whether its account is here now.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Profile {
    #[serde(flatten)]
    user: User,
    /// Whether the account listens to its events at this node.
    online: bool,
}

/// `GET /api/user/{name}`
pub(crate) async fn one(State(app): Shared, Path(name): Path<String>) -> Result<Json<Profile>, ApiError> {
    let account = app.store.account_named(&name).await?;
    Ok(Json(Profile { user: User::of(&app, &account).await?, online: app.event_hub.is_listening(account.id) }))
}

/// `POST /api/users`: the profiles of accounts named in the body, separated by commas. Names that nobody has are left out.
pub(crate) async fn several(
    State(app): Shared,
    Extension(address): Extension<Address>,
    body: String,
) -> Result<Json<Vec<User>>, ApiError> {
    let mut users = Vec::new();
    for account in named(&app, address, &body, MOST_PROFILES).await? {
        users.push(User::of(&app, &account).await?);
    }
    Ok(Json(users))
}

/// Whose status.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StatusQuery {
    ids: String,
    #[serde(default, deserialize_with = "flag")]
    with_game_ids: bool,
}

/// Whether an account is here.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Status {
    id: String,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'static str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    online: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    playing: bool,
    /// The newest of its public games.
    #[serde(skip_serializing_if = "Option::is_none")]
    playing_id: Option<String>,
}

/// `GET /api/users/status?ids=a,b`
pub(crate) async fn statuses(
    State(app): Shared,
    Extension(address): Extension<Address>,
    Query(asked): Query<StatusQuery>,
) -> Result<Json<Vec<Status>>, ApiError> {
    let mut statuses = Vec::new();
    for account in named(&app, address, &asked.ids, MOST_STATUSES).await? {
        // A private table is its players' business while it goes on.
        let games = app.store.playing(account.id, &PageRequest::first(10)).await?.items;
        let public = games.iter().find(|table| table.settings.public);
        statuses.push(Status {
            id: account.name.to_lowercase(),
            title: title(&account),
            online: app.event_hub.is_listening(account.id),
            playing: public.is_some(),
            playing_id: public.filter(|_| asked.with_game_ids).map(|table| table.id.to_string()),
            name: account.name,
        });
    }
    Ok(Json(statuses))
}

/// How many programs to list.
#[derive(Deserialize)]
pub(crate) struct ListQuery {
    nb: Option<usize>,
}

/// `GET /api/bot/online`: the programs that listen to their events, one per line.
pub(crate) async fn online_bots(State(app): Shared, Query(few): Query<ListQuery>) -> Result<Response, ApiError> {
    let mut lines = String::new();
    for name in app.event_hub.bots().into_iter().take(few.nb.unwrap_or(usize::MAX)) {
        let user = User::of(&app, &app.store.account_named(&name).await?).await?;
        lines += &serde_json::to_string(&user).map_err(|cause| ApiError::trouble(&cause))?;
        lines.push('\n');
    }
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], lines).into_response())
}

/// The accounts in a list of names that exist.
async fn named(app: &App, address: Address, names: &str, most: usize) -> Result<Vec<Account>, ApiError> {
    let names: Vec<&str> = names.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
    if names.len() > most {
        return Err(ApiError::new(Code::TooMuch, format!("at most {most} names at once")));
    }
    // One piece of work for every ten look-ups.
    app.rate_limits.may_use_much_work(address, names.len().div_ceil(10))?;
    let mut accounts = Vec::new();
    for name in names {
        match app.store.account_named(name).await {
            Ok(account) => accounts.push(account),
            Err(StoreError::NotFound(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(accounts)
}
