//! Game export in the shapes of Lichess: one game, the games of an account, or several by id.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use menagerie_record::Record;
use menagerie_store as store;
use menagerie_store::{AccountId, MatchResult, PageRequest, Stage, StoreError, TableId};
use menagerie_table::StampedEvent;
use menagerie_wire::Code;
use menagerie_wire::table::{SeatInfo, Table};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::accounts::identity::Identity;
use crate::accounts::rating::rating_key;
use crate::app::App;
use crate::bot_api::lichess_json::{color, person, speed, status};
use crate::error::ApiError;
use crate::http::Shared;
use crate::http::blocking::run_blocking;
use crate::http::body::{flag, flag_if_any};
use crate::limits::address::Address;
use crate::mailbox::input::Input;
use crate::records::stored::{ToWire, past_dice};
use crate::routes::records::accepts;
use crate::routes::tables::shown;
use crate::routes::visible_past::{VisiblePast, past_for};
use crate::tables::load::listed_table_info;
use menagerie_api::past::Past;

/// The most games of an account that one request examines.
const MOST: u32 = 200;
/// The most ids in one request, as on Lichess.
const MAX_IDS: usize = 300;

/// The export options, named as on Lichess.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExportOptions {
    /// False leaves the events out.
    #[serde(default = "yes", deserialize_with = "flag")]
    moves: bool,
    /// False leaves the events' times out.
    #[serde(default = "yes", deserialize_with = "flag")]
    clocks: bool,
    /// Whether JSON includes the record's text.
    #[serde(default, deserialize_with = "flag")]
    pgn_in_json: bool,
}

/// The filter for an account's games, named as on Lichess.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameFilter {
    /// The number of games, newest first.
    max: Option<usize>,
    /// Created at this time or later, in milliseconds since 1970.
    since: Option<i64>,
    /// Created at this time or earlier.
    until: Option<i64>,
    /// Against this account.
    vs: Option<String>,
    /// Only rated or only casual games.
    #[serde(default, deserialize_with = "flag_if_any")]
    rated: Option<bool>,
    /// Games or rating keys, separated by commas.
    perf_type: Option<String>,
    /// The account's colour.
    color: Option<String>,
    /// `dateAsc` for the oldest first.
    sort: Option<String>,
}

impl GameFilter {
    fn fits(&self, table: &store::Table, account: AccountId, rival: Option<AccountId>) -> bool {
        let seat_of = |account| {
            let sits = |seat: &&store::Seat| matches!(seat.player, store::Player::Person { account: Some(it), .. } if it == account);
            table.seats.iter().find(sits)
        };
        let own_color = || seat_of(account).map(|seat| color(&table.game, &seat.seat));
        let is_wanted = |games: &String| {
            let key = rating_key(&table.game);
            games.split(',').any(|game| game == key || game == table.game)
        };
        self.since.is_none_or(|since| table.created.0 >= since)
            && self.until.is_none_or(|until| table.created.0 <= until)
            && self.rated.is_none_or(|rated| table.settings.rated == rated)
            && rival.is_none_or(|rival| seat_of(rival).is_some())
            && self.perf_type.as_ref().is_none_or(is_wanted)
            && self.color.as_deref().is_none_or(|color| own_color() == Some(color))
    }
}

const fn yes() -> bool {
    true
}

/// A game in the shape of Lichess.
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
    /// The score of each seat, in order of play.
    #[serde(skip_serializing_if = "Option::is_none")]
    scores: Option<Vec<(String, f64)>>,
    /// The actions in force.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pgn: Option<String>,
}

/// `GET /game/export/{id}`: the record's text, or JSON by `Accept`. For a running match the response depends on the
/// bearer token, as with any record.
pub(crate) async fn game(
    State(app): Shared,
    visible: VisiblePast,
    Query(wanted): Query<ExportOptions>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    fetched(&app, visible, wanted, &headers).await
}

async fn fetched(
    app: &Arc<App>,
    VisiblePast { id, past }: VisiblePast,
    wanted: ExportOptions,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    if !accepts(headers, "application/json") {
        let text = run_blocking(move || Ok(trimmed(past.record()?, wanted).to_text())).await?;
        return Ok(([(header::CONTENT_TYPE, PGN)], text).into_response());
    }
    let table = app.ask(&id, |answer| Input::GetTable { visit: true, answer }).await?;
    let result = app.store.table(&id).await?.result;
    let game = run_blocking(move || Ok(exported(table, past.record_and_moves()?, result.as_ref(), wanted))).await?;
    Ok(axum::Json(game).into_response())
}

const PGN: &str = "application/x-chess-pgn; charset=utf-8";

/// `GET /api/games/user/{name}`: an account's finished games, newest first, one JSON object per line. With `Accept:
/// application/x-chess-pgn` it returns their records as text.
pub(crate) async fn games_of(
    State(app): Shared,
    Extension(address): Extension<Address>,
    Path(name): Path<String>,
    Query(wanted): Query<ExportOptions>,
    Query(filter): Query<GameFilter>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let account = app.store.account_named(&name).await?;
    let rival = match &filter.vs {
        Some(rival) => Some(app.store.account_named(rival).await?.id),
        None => None,
    };
    let mut games = app.store.history(account.id, &PageRequest::first(MOST)).await?.items;
    games.retain(|stored| stored.stage == Stage::Over && filter.fits(stored, account.id, rival));
    games.truncate(filter.max.unwrap_or(usize::MAX));
    if filter.sort.as_deref() == Some("dateAsc") {
        games.reverse();
    }
    many(&app, address, games, wanted, &headers).await
}

/// `POST /api/games/export/_ids`: finished games by id, separated by commas. Unknown and running games are left out.
pub(crate) async fn several(
    State(app): Shared,
    Extension(address): Extension<Address>,
    Query(wanted): Query<ExportOptions>,
    headers: HeaderMap,
    body: String,
) -> Result<Response, ApiError> {
    let ids: Vec<TableId> = body.split(',').filter_map(|id| id.trim().parse().ok()).collect();
    if ids.len() > MAX_IDS {
        return Err(ApiError::new(Code::TooMuch, format!("at most {MAX_IDS} games at once")));
    }
    let mut games = Vec::new();
    for id in ids {
        match app.store.table(&id).await {
            Ok(stored) if stored.stage == Stage::Over => games.push(stored),
            Ok(_) | Err(StoreError::NotFound(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    many(&app, address, games, wanted, &headers).await
}

/// `GET /api/user/{name}/current-game`: the newest public game in progress of an account, or its last game.
pub(crate) async fn current(
    State(app): Shared,
    Extension(address): Extension<Address>,
    Path(name): Path<String>,
    Query(wanted): Query<ExportOptions>,
    me: Identity,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    app.rate_limits.may_use_work(address)?;
    let account = app.store.account_named(&name).await?;
    let games = app.store.history(account.id, &PageRequest::first(MOST)).await?.items;
    // A private running match is visible to its players only.
    let shown =
        |table: &&store::Table| table.stage == Stage::Over || (table.stage == Stage::Playing && table.settings.public);
    let game = games.iter().find(|table| table.stage == Stage::Playing && shown(table));
    let game = game.or_else(|| games.iter().find(shown));
    let game = game.ok_or_else(|| ApiError::new(Code::NotFound, "this account has played no game yet"))?;
    let visible = VisiblePast { id: game.id.clone(), past: past_for(&app, &game.id, &headers, &me).await? };
    fetched(&app, visible, wanted, &headers).await
}

/// Finished games, one JSON object per line, or one text after the other.
async fn many(
    app: &App,
    address: Address,
    games: Vec<store::Table>,
    wanted: ExportOptions,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    app.rate_limits.may_use_much_work(address, games.len())?;
    let as_text = accepts(headers, "application/x-chess-pgn");
    let mut body = String::new();
    for stored in games {
        body += &one_of_many(app, stored, wanted, as_text).await?;
    }
    let kind = if as_text { PGN } else { "application/x-ndjson" };
    Ok(([(header::CONTENT_TYPE, kind)], body).into_response())
}

/// Exports one game from the store. Its table is not loaded into memory.
async fn one_of_many(
    app: &App,
    stored: store::Table,
    wanted: ExportOptions,
    as_text: bool,
) -> Result<String, ApiError> {
    let Some(table) = shown(app, &stored).await? else { return Ok(String::new()) };
    let state = listed_table_info(&app.store, &stored).await?;
    let events = app.store.events(&stored.id, 1).await?;
    let log = events.into_iter().map(|event| StampedEvent { text: event.text, at: event.at.0 }).collect();
    let past = Past::finished(state, stored.dice.as_ref().map(past_dice), log);
    run_blocking(move || {
        let (record, moves) = past.record_and_moves()?;
        if as_text {
            return Ok(trimmed(record, wanted).to_text() + "\n");
        }
        let game = exported(table, (record, moves), stored.result.as_ref(), wanted);
        serde_json::to_string(&game).map(|line| line + "\n").map_err(|cause| ApiError::trouble(&cause))
    })
    .await
}

/// Removes what the options leave out.
fn trimmed(mut record: Record, wanted: ExportOptions) -> Record {
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
    result: Option<&MatchResult>,
    wanted: ExportOptions,
) -> Exported {
    let player = |seat: &SeatInfo| (color(&table.game, &seat.seat).to_owned(), person(&table, seat));
    let players = table.seats.iter().map(player).collect();
    let winner = result.and_then(|ended| ended.scores.iter().find(|(_, score)| *score >= 1.0));
    Exported {
        rated: table.rated,
        speed: speed(table.clock),
        perf: rating_key(&table.game),
        created_at: table.created,
        last_move_at: record.events.last().and_then(|entry| entry.at),
        status: status(table.stage, result.map(ToWire::to_wire).as_ref()),
        players,
        winner: winner.map(|(seat, _)| color(&table.game, seat).to_owned()),
        scores: result.map(|ended| ended.scores.clone()),
        moves: wanted.moves.then_some(moves),
        pgn: wanted.pgn_in_json.then(|| trimmed(record, wanted).to_text()),
        id: table.id,
        variant: table.game,
    }
}
