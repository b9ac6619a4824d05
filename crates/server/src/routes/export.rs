//! Games as bot authors fetch them: one, those of an account, or several by their ids.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use menagerie_record::Record;
use menagerie_store as store;
use menagerie_store::{AccountId, Page, StoreError, TableId};
use menagerie_table::Stamped;
use menagerie_table::secret::Digest;
use menagerie_wire::Code;
use menagerie_wire::table::{SeatInfo, Stage, Table};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::accounts::rating::rating_key;
use crate::app::App;
use crate::bot_api::shapes::{color, person, speed, status};
use crate::error::ApiError;
use crate::http::blocking::run_blocking;
use crate::http::body::{flag, flag_if_any};
use crate::http::{Shared, bearer};
use crate::limits::address::Address;
use crate::mailbox::input::Input;
use crate::records::past::Past;
use crate::routes::records::accepts;
use crate::routes::tables::shown;
use crate::tables::load::{listed_state, table_id};

/// Games of an account that are looked through at most.
const MOST: u32 = 200;
/// Games that are fetched by their ids at most, as on Lichess.
const MOST_IDS: usize = 300;

/// How games are asked for, in the words of Lichess.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Wanted {
    /// False to leave the events out.
    #[serde(default = "yes", deserialize_with = "flag")]
    moves: bool,
    /// False to leave the events' times out.
    #[serde(default = "yes", deserialize_with = "flag")]
    clocks: bool,
    /// Whether JSON holds the record's text too.
    #[serde(default, deserialize_with = "flag")]
    pgn_in_json: bool,
}

/// Which games of an account, in the words of Lichess.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Filter {
    /// So many games, newest first.
    max: Option<usize>,
    /// Made at this time or later, in milliseconds since 1970.
    since: Option<i64>,
    /// Made at this time or earlier.
    until: Option<i64>,
    /// Against this account.
    vs: Option<String>,
    /// Rated ones only, or the others only.
    #[serde(default, deserialize_with = "flag_if_any")]
    rated: Option<bool>,
    /// Games or their ratings' keys, separated by commas.
    perf_type: Option<String>,
    /// The account's colour.
    color: Option<String>,
    /// `dateAsc` for the oldest first.
    sort: Option<String>,
}

impl Filter {
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
) -> Result<Response, ApiError> {
    app.rate_limits.may_use_work(address)?;
    fetched(&app, &table_id(&id)?, wanted, &headers).await
}

async fn fetched(app: &Arc<App>, id: &TableId, wanted: Wanted, headers: &HeaderMap) -> Result<Response, ApiError> {
    let token = bearer(headers).map(Digest::of);
    let past = app.ask(id, |answer| Input::Past { token, answer }).await??;
    if !accepts(headers, "application/json") {
        let text = run_blocking(move || past.record().map(|record| trimmed(record, wanted).to_text())).await?;
        return Ok(([(header::CONTENT_TYPE, PGN)], text).into_response());
    }
    let table = app.ask(id, |answer| Input::Look { visit: true, answer }).await?;
    let result = app.store.table(id).await?.result;
    let game =
        run_blocking(move || past.record_and_moves().map(|played| exported(table, played, result.as_ref(), wanted)))
            .await?;
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
    Query(filter): Query<Filter>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let account = app.store.account_named(&name).await?;
    let rival = match &filter.vs {
        Some(rival) => Some(app.store.account_named(rival).await?.id),
        None => None,
    };
    let mut games = app.store.history(account.id, &Page::first(MOST)).await?.items;
    games.retain(|stored| stored.stage == Stage::Over && filter.fits(stored, account.id, rival));
    games.truncate(filter.max.unwrap_or(usize::MAX));
    if filter.sort.as_deref() == Some("dateAsc") {
        games.reverse();
    }
    many(&app, address, games, wanted, &headers).await
}

/// `POST /api/games/export/_ids`: games by their ids, separated by commas, as far as there are such games and they are over.
pub(crate) async fn several(
    State(app): Shared,
    Extension(address): Extension<Address>,
    Query(wanted): Query<Wanted>,
    headers: HeaderMap,
    body: String,
) -> Result<Response, ApiError> {
    let ids: Vec<TableId> = body.split(',').filter_map(|id| id.trim().parse().ok()).collect();
    if ids.len() > MOST_IDS {
        return Err(ApiError::new(Code::TooMuch, format!("at most {MOST_IDS} games at once")));
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

/// `GET /api/user/{name}/current-game`: the newest public game that an account plays, or the last one it has played.
pub(crate) async fn current(
    State(app): Shared,
    Extension(address): Extension<Address>,
    Path(name): Path<String>,
    Query(wanted): Query<Wanted>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    app.rate_limits.may_use_work(address)?;
    let account = app.store.account_named(&name).await?;
    let games = app.store.history(account.id, &Page::first(MOST)).await?.items;
    // A private table is its players' business while it goes on.
    let shown =
        |table: &&store::Table| table.stage == Stage::Over || (table.stage == Stage::Playing && table.settings.public);
    let game = games.iter().find(|table| table.stage == Stage::Playing && shown(table));
    let game = game.or_else(|| games.iter().find(shown));
    let game = game.ok_or_else(|| ApiError::new(Code::NotFound, "this account has played no game yet"))?;
    fetched(&app, &game.id, wanted, &headers).await
}

/// Games that are over, one JSON object per line, or one text after the other.
async fn many(
    app: &App,
    address: Address,
    games: Vec<store::Table>,
    wanted: Wanted,
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

/// One of an account's games. Its table stays where it is, in the store.
async fn one_of_many(app: &App, stored: store::Table, wanted: Wanted, as_text: bool) -> Result<String, ApiError> {
    let Some(table) = shown(app, &stored).await? else { return Ok(String::new()) };
    let state = listed_state(&app.store, &stored).await?;
    let events = app.store.events(&stored.id, 1).await?;
    let log = events.into_iter().map(|event| Stamped { text: event.text, at: event.at.0 }).collect();
    let past = Past::finished(state, stored.dice, log);
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
        perf: rating_key(&table.game),
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
