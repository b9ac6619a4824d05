//! Profiles and histories of accounts.

use axum::Json;
use axum::extract::{Path, Query, State};
use menagerie_store::{Cursor, Millis, Page};
use menagerie_wire::table::Table;
use menagerie_wire::{Code, Ended};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::accounts::rating::{is_provisional, rating_name};
use crate::error::ApiError;
use crate::http::Shared;
use crate::routes::tables::shown;

/// A profile, ready for a page.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Profile {
    name: String,
    bot: bool,
    created: i64,
    ratings: Vec<Rated>,
}

/// A rating in one game.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Rated {
    /// The game's id; `djambi:2` where two seats have a rating of their own.
    game: String,
    /// What people call it.
    name: String,
    rating: i32,
    deviation: i32,
    games: u32,
    /// The number still moves much.
    provisional: bool,
}

/// `GET /api/players/{name}`
pub(crate) async fn profile(State(app): Shared, Path(name): Path<String>) -> Result<Json<Profile>, ApiError> {
    let account = app.store.account_named(&name).await?;
    let rated = |(game, it): (String, menagerie_store::Rating)| Rated {
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

/// Which part of a history.
#[derive(Deserialize)]
pub(crate) struct Part {
    /// The `next` of the part before.
    after: Option<String>,
}

/// A part of a history, newest first.
#[derive(Serialize, JsonSchema)]
pub(crate) struct History {
    tables: Vec<Played>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// A table and how it ended.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Played {
    table: Table,
    #[serde(skip_serializing_if = "Option::is_none")]
    ended: Option<Ended>,
}

/// `GET /api/players/{name}/history`
pub(crate) async fn history(
    State(app): Shared,
    Path(name): Path<String>,
    Query(part): Query<Part>,
) -> Result<Json<History>, ApiError> {
    const PART: u32 = 30;
    let account = app.store.account_named(&name).await?;
    let wrong = || ApiError::new(Code::Malformed, "?after= takes what the part before gave as its next");
    let after = part.after.map(|text| cursor(&text).ok_or_else(wrong)).transpose()?;
    let page = Page { limit: PART, after };
    let found = app.store.history(account.id, &page).await?;
    let mut tables = Vec::new();
    for table in found.items {
        // A private table is its players' business while it goes on.
        if table.settings.public || table.result.is_some() {
            let ended = table.result.clone();
            tables.extend(shown(&app, &table).await?.map(|table| Played { table, ended }));
        }
    }
    Ok(Json(History { tables, next: found.next.map(|it| format!("{}-{}", it.at.0, it.id)) }))
}

fn cursor(text: &str) -> Option<Cursor> {
    let (at, id) = text.split_once('-')?;
    Some(Cursor { at: Millis(at.parse().ok()?), id: id.to_owned() })
}
