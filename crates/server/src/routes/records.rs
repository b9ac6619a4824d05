//! Record routes: fetch a record, replay it to any version, verify one.

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use menagerie_record::{Record, verify};
use menagerie_wire::Code;
use menagerie_wire::http::{LogPage, SceneResponse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::http::Shared;
use crate::http::blocking::run_blocking;
use crate::limits::address::Address;
use crate::routes::visible_past::VisiblePast;

/// The query of a record.
#[derive(Deserialize)]
pub(crate) struct RecordQuery {
    /// Stop after this number of events.
    until: Option<usize>,
}

/// `GET /api/tables/{id}/record`: as text, or as JSON by `Accept`. While the match runs, a seat's token (as a bearer) or
/// the session of its account shows that seat's view; others get the public view.
pub(crate) async fn fetch(
    Query(wanted): Query<RecordQuery>,
    VisiblePast { past, .. }: VisiblePast,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let mut record = run_blocking(move || Ok(past.record()?)).await?;
    if let Some(until) = wanted.until.filter(|&until| until < record.events.len()) {
        record.events.truncate(until);
        record.ended = None;
    }
    if accepts(&headers, "application/json") {
        return Ok(([(header::CONTENT_TYPE, "application/json")], record.to_json()).into_response());
    }
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], record.to_text()).into_response())
}

/// `GET /api/tables/{id}/at/{version}`: the match after this number of events. A finished match is shown in full, a
/// running one as the caller may know it.
pub(crate) async fn at(
    VisiblePast { past, .. }: VisiblePast,
    Path((_, version)): Path<(String, String)>,
) -> Result<Json<SceneResponse>, ApiError> {
    let version =
        version.parse().map_err(|_| ApiError::new(Code::Malformed, "the version must be a number of events"))?;
    run_blocking(move || Ok(past.at(version)?)).await.map(Json)
}

/// The query of a log page.
#[derive(Deserialize)]
pub(crate) struct LogQuery {
    /// Only entries before this version.
    before: Option<u32>,
    /// The most entries to return.
    limit: Option<u32>,
}

/// The most entries in one response.
const LONGEST_PAGE: u32 = 500;

/// `GET /api/tables/{id}/log`: a page of the log, as the caller may know it.
pub(crate) async fn log(
    VisiblePast { past, .. }: VisiblePast,
    Query(wanted): Query<LogQuery>,
) -> Result<Json<LogPage>, ApiError> {
    let most = wanted.limit.unwrap_or(LONGEST_PAGE).clamp(1, LONGEST_PAGE);
    run_blocking(move || Ok(past.log(wanted.before, most)?)).await.map(Json)
}

/// Whether the `Accept` header names this content type.
pub(crate) fn accepts(headers: &HeaderMap, kind: &str) -> bool {
    headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).is_some_and(|accept| accept.contains(kind))
}

/// The result of a verification.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Verified {
    game: String,
    events: usize,
    /// The number of actions.
    actions: usize,
    /// The final position.
    position: String,
}

/// `POST /api/records/verify`: replays a record (text or JSON) and checks every action, the result and the dice.
pub(crate) async fn check(
    State(app): Shared,
    Extension(address): Extension<Address>,
    body: String,
) -> Result<Json<Verified>, ApiError> {
    app.rate_limits.may_use_work(address)?;
    run_blocking(move || checked(&body)).await.map(Json)
}

fn checked(text: &str) -> Result<Verified, ApiError> {
    let record = read(text)?;
    let verified = verify(&record).map_err(|error| ApiError::new(Code::Illegal, error.to_string()))?;
    let game = played(&record)?;
    Ok(Verified {
        game: record.game.clone(),
        events: record.events.len(),
        actions: verified.actions as usize,
        position: game.position().text(),
    })
}

/// Parses a record as text or JSON.
pub(crate) fn read(text: &str) -> Result<Record, ApiError> {
    text.parse::<Record>().map_err(|error| ApiError::new(Code::Malformed, error.to_string()))
}

/// Replays a record to its end.
pub(crate) fn played(record: &Record) -> Result<Box<dyn menagerie_match::AnyMatch>, ApiError> {
    let game = menagerie_record::begin(&record.game, record.start.as_deref());
    let mut game = game.map_err(|error| ApiError::new(Code::Malformed, error.to_string()))?;
    for entry in &record.events {
        game.replay_event(&entry.event).map_err(|error| ApiError::new(Code::Illegal, error.to_string()))?;
    }
    Ok(game)
}
