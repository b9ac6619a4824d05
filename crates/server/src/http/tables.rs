//! Tables and the lobby.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::{Extension, Json};
use menagerie_store as store;
use menagerie_store::{Page, TableId};
use menagerie_wire::Code;
use menagerie_wire::http::{CreateTable, Join, Lobby, Seated};
use menagerie_wire::table::{Stage, Table};

use super::Shared;
use super::body::Body;
use crate::address::Address;
use crate::app::App;
use crate::host::Input;
use crate::identity::Identity;
use crate::refuse::No;
use crate::room::Room;
use crate::stored::{draw_of, listed_state};

/// As many tables as a lobby shows.
const LOBBY: u32 = 50;

/// `POST /api/tables`
pub(crate) async fn create(
    State(app): Shared,
    Extension(address): Extension<Address>,
    me: Identity,
    Body(wanted): Body<CreateTable>,
) -> Result<(StatusCode, Json<Seated>), No> {
    // A commitment was counted when it was made.
    if wanted.commitment.is_none() {
        app.gate.may_make_table(address)?;
    }
    let made = app.create(wanted, address, me.account.as_ref()).await?;
    let table = app.ask(&made.id, |answer| Input::Look { visit: false, answer }).await?;
    Ok((StatusCode::CREATED, Json(Seated { table, tokens: made.tokens })))
}

/// `GET /api/tables/{id}`
pub(crate) async fn look(State(app): Shared, Path(id): Path<String>) -> Result<Json<Table>, No> {
    Ok(Json(app.ask(&table_id(&id)?, |answer| Input::Look { visit: true, answer }).await?))
}

/// `POST /api/tables/{id}/join`
pub(crate) async fn join(
    State(app): Shared,
    Path(id): Path<String>,
    me: Identity,
    Body(join): Body<Join>,
) -> Result<Json<Seated>, No> {
    let id = table_id(&id)?;
    let question = |answer| Input::Join { join: join.clone(), account: me.account.clone(), answer };
    Ok(Json(app.ask(&id, question).await??))
}

/// `GET /api/lobby`
pub(crate) async fn lobby(State(app): Shared) -> Result<Json<Lobby>, No> {
    let waiting = list(&app, Stage::Waiting).await?;
    let playing = list(&app, Stage::Playing).await?;
    Ok(Json(Lobby { waiting, playing }))
}

async fn list(app: &App, stage: Stage) -> Result<Vec<Table>, No> {
    let mut tables = Vec::new();
    for table in app.store.lobby(stage, &Page::first(LOBBY)).await?.items {
        tables.extend(shown(app, &table).await?);
    }
    Ok(tables)
}

/// A table in a list. Listed tables are not opened: whether somebody is there at this moment shows at the table itself.
pub(crate) async fn shown(app: &App, table: &store::Table) -> Result<Option<Table>, No> {
    let state = listed_state(&app.store, table).await?;
    match Room::open(state, &[], draw_of(table), app.now()) {
        Ok(room) => Ok(Some(room.shown_table(app.now()))),
        Err(cause) => {
            tracing::warn!(table = %table.id, %cause, "a table cannot be listed");
            Ok(None)
        }
    }
}

/// A table's id in an address.
pub(crate) fn table_id(text: &str) -> Result<TableId, No> {
    text.parse().map_err(|_| No::new(Code::NotFound, "there is no such table"))
}
