//! Table and lobby routes.

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::{Extension, Json};
use menagerie_store as store;
use menagerie_store::{LobbyPage, Stage};
use menagerie_table::LiveTable;
use menagerie_table::secret::Digest;
use menagerie_wire::http::{CreateTable, Join, Lobby, Seated};
use menagerie_wire::table::Table;
use serde::Deserialize;

use crate::accounts::identity::Identity;
use crate::app::App;
use crate::error::ApiError;
use crate::http::body::Body;
use crate::http::{Shared, bearer};
use crate::limits::address::Address;
use crate::mailbox::input::Input;
use crate::tables::load::{draw_of, listed_table_info, table_id};
use crate::tables::lobby::TableCreator;

/// Tables per page of the lobby.
const LOBBY: u32 = 50;
/// The lobby lists the newest 1,000 tables.
const LAST_PAGE: u32 = 20;

/// `POST /api/tables`
pub(crate) async fn create(
    State(app): Shared,
    Extension(address): Extension<Address>,
    me: Identity,
    Body(wanted): Body<CreateTable>,
) -> Result<(StatusCode, Json<Seated>), ApiError> {
    // The commitment counted against the rate limit already.
    if wanted.commitment.is_none() {
        app.rate_limits.may_make_table(address)?;
    }
    let made = app.create(wanted, me.account.as_ref(), TableCreator::at(address)).await?;
    let table = app.ask(&made.id, |answer| Input::GetTable { visit: false, answer }).await?;
    Ok((StatusCode::CREATED, Json(Seated { table, tokens: made.tokens })))
}

/// `GET /api/tables/{id}`
pub(crate) async fn look(State(app): Shared, Path(id): Path<String>) -> Result<Json<Table>, ApiError> {
    Ok(Json(app.ask(&table_id(&id)?, |answer| Input::GetTable { visit: true, answer }).await?))
}

/// `POST /api/tables/{id}/join`
pub(crate) async fn join(
    State(app): Shared,
    Path(id): Path<String>,
    me: Identity,
    Body(join): Body<Join>,
) -> Result<Json<Seated>, ApiError> {
    let id = table_id(&id)?;
    let question = |answer| Input::Join { join: join.clone(), account: me.account.clone(), answer };
    Ok(Json(app.ask(&id, question).await??))
}

/// `DELETE /api/tables/{id}`: the creator closes a waiting table, with a seat's token as a bearer or with a session.
pub(crate) async fn cancel(
    State(app): Shared,
    Path(id): Path<String>,
    me: Identity,
    headers: HeaderMap,
) -> Result<StatusCode, ApiError> {
    let token = bearer(&headers).map(Digest::of);
    let account = me.account.map(|account| account.name);
    let question = |answer| Input::Cancel { token, account: account.clone(), answer };
    app.ask(&table_id(&id)?, question).await??;
    Ok(StatusCode::NO_CONTENT)
}

/// The query of the lobby.
#[derive(Deserialize)]
pub(crate) struct LobbyQuery {
    /// The page number, from 1.
    page: Option<u32>,
}

/// `GET /api/lobby`
pub(crate) async fn lobby(State(app): Shared, Query(paging): Query<LobbyQuery>) -> Result<Json<Lobby>, ApiError> {
    let page = paging.page.unwrap_or(1).clamp(1, LAST_PAGE) - 1;
    let (waiting, more_waiting) = list(&app, Stage::Waiting, page).await?;
    let (playing, more_playing) = list(&app, Stage::Playing, page).await?;
    Ok(Json(Lobby { waiting, playing, more: more_waiting || more_playing }))
}

/// The tables of a page, and whether more follow.
async fn list(app: &App, stage: Stage, page: u32) -> Result<(Vec<Table>, bool), ApiError> {
    let listed = app.store.lobby(stage, LobbyPage { offset: page * LOBBY, limit: LOBBY + 1 }).await?;
    let mut tables = Vec::new();
    for table in listed.iter().take(LOBBY as usize) {
        tables.extend(shown(app, table).await?);
    }
    Ok((tables, listed.len() > LOBBY as usize))
}

/// A table in a list. Listing does not load the table into memory, so presence is shown only at the table itself.
pub(crate) async fn shown(app: &App, table: &store::Table) -> Result<Option<Table>, ApiError> {
    let state = listed_table_info(&app.store, table).await?;
    match LiveTable::open(state, &[], draw_of(table), app.now()) {
        Ok(room) => Ok(Some(room.shown_table(app.now()))),
        Err(cause) => {
            tracing::warn!(table = %table.id, %cause, "cannot list a table");
            Ok(None)
        }
    }
}
