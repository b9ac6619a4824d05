//! Games as bot authors fetch them: `GET /game/export/{id}` and `GET /api/games/user/{name}`.

use axum::Extension;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use menagerie_record::Record;
use menagerie_store as store;
use menagerie_store::Page;
use menagerie_wire::table::{SeatInfo, Stage, Table};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::aside::aside;
use super::records::accepts;
use super::tables::{shown, table_id};
use super::{Shared, bearer};
use crate::address::Address;
use crate::app::App;
use crate::host::Input;
use crate::program::shapes::{color, person, speed, status};
use crate::recording::Past;
use crate::refuse::No;
use crate::room::Stamped;
use crate::secret::Digest;
use crate::stored::listed_state;

/// Games of an account that are looked through at most.
const MOST: u32 = 200;

/// How games are asked for, in the words of Lichess.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Wanted {
    /// False to leave the events out.
    #[serde(default = "yes")]
    moves: bool,
    /// False to leave the events' times out.
    #[serde(default = "yes")]
    clocks: bool,
    /// Whether JSON holds the record's text too.
    #[serde(default)]
    pgn_in_json: bool,
    /// So many games, newest first.
    max: Option<usize>,
}

const fn yes() -> bool {
    true
}

/// A game in the shape that bot authors know.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Exported {
    id: String,
    rated: bool,
    /// The game with its options.
    variant: String,
    speed: &'static str,
    perf: String,
    created_at: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_move_at: Option<i64>,
    status: &'static str,
    /// By colour.
    players: Map<String, Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<String>,
    /// What each seat got, in order of play.
    #[serde(skip_serializing_if = "Option::is_none")]
    scores: Option<Vec<(String, f64)>>,
    /// The actions in force.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pgn: Option<String>,
}

/// `GET /game/export/{id}`: the record's text, or a game as JSON by `Accept`. What a running match tells depends on the
/// bearer, as with any record.
pub(crate) async fn game(
    State(app): Shared,
    Extension(address): Extension<Address>,
    Path(id): Path<String>,
    Query(wanted): Query<Wanted>,
    headers: HeaderMap,
) -> Result<Response, No> {
    app.gate.may_use_work(address)?;
    let token = bearer(&headers).map(Digest::of);
    let id = table_id(&id)?;
    let past = app.ask(&id, |answer| Input::Past { token, answer }).await??;
    if !accepts(&headers, "application/json") {
        let text = aside(move || past.record().map(|record| trimmed(record, wanted).to_text())).await?;
        return Ok(([(header::CONTENT_TYPE, PGN)], text).into_response());
    }
    let table = app.ask(&id, |answer| Input::Look { visit: true, answer }).await?;
    let result = app.store.table(&id).await?.result;
    let game =
        aside(move || past.record_and_moves().map(|played| exported(table, played, result.as_ref(), wanted))).await?;
    Ok(axum::Json(game).into_response())
}

const PGN: &str = "application/x-chess-pgn; charset=utf-8";

/// `GET /api/games/user/{name}`: the games that are over, newest first, one JSON object per line, or their records' texts
/// if `Accept` asks for `application/x-chess-pgn`.
pub(crate) async fn games_of(
    State(app): Shared,
    Extension(address): Extension<Address>,
    Path(name): Path<String>,
    Query(wanted): Query<Wanted>,
    headers: HeaderMap,
) -> Result<Response, No> {
    let account = app.store.account_named(&name).await?;
    let as_text = accepts(&headers, "application/x-chess-pgn");
    let mut games = app.store.history(account.id, &Page::first(MOST)).await?.items;
    games.retain(|stored| stored.stage == Stage::Over);
    games.truncate(wanted.max.unwrap_or(usize::MAX));
    app.gate.may_use_much_work(address, games.len())?;
    let mut body = String::new();
    for stored in games {
        body += &one_of_many(&app, stored, wanted, as_text).await?;
    }
    let kind = if as_text { PGN } else { "application/x-ndjson" };
    Ok(([(header::CONTENT_TYPE, kind)], body).into_response())
}

/// One of an account's games. Its table stays where it is, in the store.
async fn one_of_many(app: &App, stored: store::Table, wanted: Wanted, as_text: bool) -> Result<String, No> {
    let Some(table) = shown(app, &stored).await? else { return Ok(String::new()) };
    let state = listed_state(&app.store, &stored).await?;
    let events = app.store.events(&stored.id, 1).await?;
    let log = events.into_iter().map(|event| Stamped { text: event.text, at: event.at.0 }).collect();
    let past = Past::finished(state, stored.dice, log);
    aside(move || {
        let (record, moves) = past.record_and_moves()?;
        if as_text {
            return Ok(trimmed(record, wanted).to_text() + "\n");
        }
        let game = exported(table, (record, moves), stored.result.as_ref(), wanted);
        serde_json::to_string(&game).map(|line| line + "\n").map_err(|cause| No::trouble(&cause))
    })
    .await
}

/// Without what was not wanted.
fn trimmed(mut record: Record, wanted: Wanted) -> Record {
    if !wanted.moves {
        record.events.clear();
    }
    if !wanted.clocks {
        record.events.iter_mut().for_each(|entry| entry.at = None);
    }
    record
}

fn exported(
    table: Table,
    (record, moves): (Record, String),
    result: Option<&menagerie_wire::Ended>,
    wanted: Wanted,
) -> Exported {
    let player = |seat: &SeatInfo| (color(&table.game, &seat.seat).to_owned(), person(&table, seat));
    let players = table.seats.iter().map(player).collect();
    let winner = result.and_then(|ended| ended.scores.iter().find(|(_, score)| *score >= 1.0));
    Exported {
        rated: table.rated,
        speed: speed(table.clock),
        perf: menagerie_game::GameName::new(&table.game).id.to_owned(),
        created_at: table.created,
        last_move_at: record.events.last().and_then(|entry| entry.at),
        status: status(table.stage, result),
        players,
        winner: winner.map(|(seat, _)| color(&table.game, seat).to_owned()),
        scores: result.map(|ended| ended.scores.clone()),
        moves: wanted.moves.then_some(moves),
        pgn: wanted.pgn_in_json.then(|| trimmed(record, wanted).to_text()),
        id: table.id,
        variant: table.game,
    }
}
