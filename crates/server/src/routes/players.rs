//! Profiles and game histories of accounts.

use axum::Json;
use axum::extract::{Path, Query, State};
use menagerie_store::{Cursor, Millis, PageRequest};
use menagerie_wire::table::Table;
use menagerie_wire::{Code, Ended};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::accounts::rating::{is_provisional, rating_name};
use crate::error::ApiError;
use crate::http::Shared;
use crate::records::stored::ToWire;
use crate::routes::tables::shown;

/// A profile.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Profile {
    name: String,
    bot: bool,
    created: i64,
    ratings: Vec<RatingInfo>,
}

/// A rating in one game.
#[derive(Serialize, JsonSchema)]
pub(crate) struct RatingInfo {
    /// The rating key: the game's id, or `djambi:2` for two seats.
    game: String,
    /// The display name.
    name: String,
    rating: i32,
    deviation: i32,
    games: u32,
    /// Whether the rating is provisional.
    provisional: bool,
}

/// `GET /api/players/{name}`
pub(crate) async fn profile(State(app): Shared, Path(name): Path<String>) -> Result<Json<Profile>, ApiError> {
    let account = app.store.account_named(&name).await?;
    let rated = |(game, it): (String, menagerie_store::Rating)| RatingInfo {
        name: rating_name(&game),
        game,
        rating: it.value.round() as i32,
        deviation: it.deviation.round() as i32,
        games: it.games,
        provisional: is_provisional(&it),
    };
    let ratings = app.store.ratings(account.id).await?.into_iter().map(rated).collect();
    Ok(Json(Profile { name: account.name, bot: account.bot, created: account.created.0, ratings }))
}

/// The query of a history page.
#[derive(Deserialize)]
pub(crate) struct HistoryQuery {
    /// The `next` cursor of the previous page.
    after: Option<String>,
}

/// A page of a history, newest first.
#[derive(Serialize, JsonSchema)]
pub(crate) struct History {
    tables: Vec<HistoryEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// A table and its result.
#[derive(Serialize, JsonSchema)]
pub(crate) struct HistoryEntry {
    table: Table,
    #[serde(skip_serializing_if = "Option::is_none")]
    ended: Option<Ended>,
}

/// `GET /api/players/{name}/history`
pub(crate) async fn history(
    State(app): Shared,
    Path(name): Path<String>,
    Query(part): Query<HistoryQuery>,
) -> Result<Json<History>, ApiError> {
    const PART: u32 = 30;
    let account = app.store.account_named(&name).await?;
    let wrong = || ApiError::new(Code::Malformed, "?after= takes the next cursor of the previous page");
    let after = part.after.map(|text| cursor(&text).ok_or_else(wrong)).transpose()?;
    let page = PageRequest { limit: PART, after };
    let found = app.store.history(account.id, &page).await?;
    let mut tables = Vec::new();
    for table in found.items {
        // A private running match is visible to its players only.
        if table.settings.public || table.result.is_some() {
            let ended = table.result.as_ref().map(ToWire::to_wire);
            tables.extend(shown(&app, &table).await?.map(|table| HistoryEntry { table, ended }));
        }
    }
    Ok(Json(History { tables, next: found.next.map(|it| format!("{}-{}", it.at.0, it.id)) }))
}

fn cursor(text: &str) -> Option<Cursor> {
    let (at, id) = text.split_once('-')?;
    Some(Cursor { at: Millis(at.parse().ok()?), id: id.to_owned() })
}
