//! Records: fetched, replayed to any point, and checked for those who bring one.

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use menagerie_record::{Record, verify};
use menagerie_table::secret::Digest;
use menagerie_wire::Code;
use menagerie_wire::http::{LogPage, Looked};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::http::blocking::run_blocking;
use crate::http::{Shared, bearer};
use crate::limits::address::Address;
use crate::mailbox::input::Input;
use crate::tables::load::table_id;

/// How a record is asked for.
#[derive(Deserialize)]
pub(crate) struct Wanted {
    /// Only the first so many events.
    until: Option<usize>,
}

/// `GET /api/tables/{id}/record`: as text, or as JSON by `Accept`. While the match goes on, the holder of a seat's token
/// (as a bearer) gets that seat's knowledge, everybody else what all know.
pub(crate) async fn fetch(
    State(app): Shared,
    Extension(address): Extension<Address>,
    Path(id): Path<String>,
    Query(wanted): Query<Wanted>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    app.rate_limits.may_use_work(address)?;
    let token = bearer(&headers).map(Digest::of);
    let past = app.ask(&table_id(&id)?, |answer| Input::Past { token, answer }).await??;
    let mut record = run_blocking(move || past.record()).await?;
    if let Some(until) = wanted.until.filter(|&until| until < record.events.len()) {
        record.events.truncate(until);
        record.ended = None;
    }
    if accepts(&headers, "application/json") {
        return Ok(([(header::CONTENT_TYPE, "application/json")], record.to_json()).into_response());
    }
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], record.to_text()).into_response())
}

/// `GET /api/tables/{id}/at/{version}`: what the match looked like after so many events; open when it is over, before
/// that as far as the bearer of a seat's token, or everybody, may know.
pub(crate) async fn at(
    State(app): Shared,
    Extension(address): Extension<Address>,
    Path((id, version)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Json<Looked>, ApiError> {
    app.rate_limits.may_use_work(address)?;
    let version = version.parse().map_err(|_| ApiError::new(Code::Malformed, "a version is a number of events"))?;
    let token = bearer(&headers).map(Digest::of);
    let past = app.ask(&table_id(&id)?, |answer| Input::Past { token, answer }).await??;
    run_blocking(move || past.at(version)).await.map(Json)
}

/// Which part of a log is asked for.
#[derive(Deserialize)]
pub(crate) struct Part {
    /// Only entries before this version.
    before: Option<u32>,
    /// At most this many.
    limit: Option<u32>,
}

/// The most entries in one answer.
const LONGEST_PAGE: u32 = 500;

/// `GET /api/tables/{id}/log`: a part of the log, as far as the bearer of a seat's token, or everybody, may know it.
pub(crate) async fn log(
    State(app): Shared,
    Extension(address): Extension<Address>,
    Path(id): Path<String>,
    Query(wanted): Query<Part>,
    headers: HeaderMap,
) -> Result<Json<LogPage>, ApiError> {
    app.rate_limits.may_use_work(address)?;
    let token = bearer(&headers).map(Digest::of);
    let past = app.ask(&table_id(&id)?, |answer| Input::Past { token, answer }).await??;
    let most = wanted.limit.unwrap_or(LONGEST_PAGE).clamp(1, LONGEST_PAGE);
    run_blocking(move || past.log(wanted.before, most)).await.map(Json)
}

/// Whether a kind of answer was asked for.
pub(crate) fn accepts(headers: &HeaderMap, kind: &str) -> bool {
    headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).is_some_and(|accept| accept.contains(kind))
}

/// What was found when a record was played through.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Checked {
    game: String,
    events: usize,
    /// Actions played.
    actions: usize,
    /// The position at the end.
    position: String,
}

/// `POST /api/records/verify`: plays a record (text or JSON) through and checks every action, the result and the dice.
pub(crate) async fn check(
    State(app): Shared,
    Extension(address): Extension<Address>,
    body: String,
) -> Result<Json<Checked>, ApiError> {
    app.rate_limits.may_use_work(address)?;
    run_blocking(move || checked(&body)).await.map(Json)
}

fn checked(text: &str) -> Result<Checked, ApiError> {
    let record = read(text)?;
    let verified = verify(&record).map_err(|error| ApiError::new(Code::Illegal, error.to_string()))?;
    let game = played(&record)?;
    Ok(Checked {
        game: record.game.clone(),
        events: record.events.len(),
        actions: verified.actions as usize,
        position: game.position().text(),
    })
}

/// A record in either form.
pub(crate) fn read(text: &str) -> Result<Record, ApiError> {
    text.parse::<Record>().map_err(|error| ApiError::new(Code::Malformed, error.to_string()))
}

/// The match of a record, at its end.
pub(crate) fn played(record: &Record) -> Result<Box<dyn menagerie_match::AnyMatch>, ApiError> {
    let game = menagerie_record::begin(&record.game, record.start.as_deref());
    let mut game = game.map_err(|error| ApiError::new(Code::Malformed, error.to_string()))?;
    for entry in &record.events {
        game.replay_event(&entry.event).map_err(|error| ApiError::new(Code::Illegal, error.to_string()))?;
    }
    Ok(game)
}
