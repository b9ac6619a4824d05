//! `POST /api/import`: turns a record into a finished table.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::{Extension, Json};
use menagerie_game::SeatSet;
use menagerie_match::AnyMatch;
use menagerie_record::dice::Secret;
use menagerie_record::{Record, verify};
use menagerie_store::{
    Dice, DiceSecret, MatchResult, NewEvent, NewTable, Player, Seat, SeatPlan, Settings, Stage, TableId,
};
use menagerie_table::{how_ended, names};
use menagerie_wire::Code;
use menagerie_wire::http::Imported;
use serde::Deserialize;

use crate::app::App;
use crate::error::ApiError;
use crate::http::Shared;
use crate::http::blocking::run_blocking;
use crate::limits::address::Address;
use crate::records::stored::ToStored;
use crate::routes::records::{played, read};

/// The most events of a record.
const MOST_EVENTS: usize = 20_000;
/// Events per append.
const TOGETHER: usize = 500;

/// A record in a form, as clients of Lichess send it.
#[derive(Deserialize)]
struct Form {
    pgn: String,
}

/// A verified record, ready to be stored.
struct Ready {
    table: NewTable,
    events: Vec<NewEvent>,
    result: MatchResult,
}

/// Accepts a record as text, as JSON, or as the form field `pgn`. It verifies every action, the result and the dice.
pub(crate) async fn import(
    State(app): Shared,
    Extension(address): Extension<Address>,
    headers: HeaderMap,
    body: String,
) -> Result<(StatusCode, Json<Imported>), ApiError> {
    app.rate_limits.may_make_table(address)?;
    let is_form = headers
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"application/x-www-form-urlencoded"));
    let id = app.new_table_id();
    let table = id.clone();
    let ready = run_blocking(move || prepare(table, &body, is_form)).await?;
    keep(&app, ready).await?;
    Ok((StatusCode::CREATED, Json(Imported { url: app.link(&id), id: id.to_string() })))
}

fn prepare(id: TableId, body: &str, is_form: bool) -> Result<Ready, ApiError> {
    // `curl -d` labels the plain text of a record as a form.
    let form = is_form.then(|| serde_urlencoded::from_str::<Form>(body).ok()).flatten();
    let record = read(form.as_ref().map_or(body, |form| &form.pgn))?;
    if record.events.len() > MOST_EVENTS {
        return Err(ApiError::new(Code::TooMuch, format!("a record has at most {MOST_EVENTS} events")));
    }
    verify(&record).map_err(|error| ApiError::new(Code::Illegal, error.to_string()))?;
    let game = played(&record)?;
    let end = game.end().ok_or_else(|| ApiError::new(Code::NotNow, "only a match that is over can be imported"))?;
    let start = game.start();
    let table = NewTable {
        id,
        game: record.game.clone(),
        start: start.text(),
        // Tags of other record formats are ignored.
        settings: Settings { clock: record.control().unwrap_or_default().to_stored(), ..Settings::default() },
        // Until the log is complete.
        stage: Stage::Closed,
        seats: seats(&record, start.seats(), &*game)?,
        dice: dice(&record),
        rematch_of: None,
        creator: None,
    };
    Ok(Ready { table, events: events(&record)?, result: how_ended(game.info(), end).to_stored() })
}

/// The seats with the names in the record; no seat has a token.
fn seats(record: &Record, seats: SeatSet, game: &dyn AnyMatch) -> Result<Vec<Seat>, ApiError> {
    let seat = |seat| {
        let seat = game.info().seat_name(seat).to_owned();
        let named = record.seats.iter().find(|(known, _)| *known == seat).map_or(&*seat, |(_, name)| name);
        let name = names::name(named)?;
        let player = Player::Person { name: name.clone(), account: None, bot: false };
        Ok(Seat { seat, plan: SeatPlan::Here { name }, player, token: None })
    };
    seats.iter().map(seat).collect()
}

/// The dice, if the record holds their secret. `verify` has checked it against the commitment.
fn dice(record: &Record) -> Option<Dice> {
    let proof = record.dice.as_ref()?;
    let secret = Secret::from_hex(proof.secret.as_deref()?)?;
    let secret = *secret.as_bytes();
    let commitment = menagerie_table::secret::Digest::of_bytes(&secret).0;
    Some(Dice { secret: DiceSecret(secret), commitment, nonces: proof.nonces.clone(), next: None })
}

/// The log, each event with its author.
fn events(record: &Record) -> Result<Vec<NewEvent>, ApiError> {
    let game = menagerie_record::begin(&record.game, record.start.as_deref());
    let mut game = game.map_err(|error| ApiError::new(Code::Malformed, error.to_string()))?;
    let mut events = Vec::with_capacity(record.events.len());
    for entry in &record.events {
        let by = menagerie_table::author_name(&*game, &entry.event).to_owned();
        game.replay_event(&entry.event).map_err(|error| ApiError::new(Code::Illegal, error.to_string()))?;
        events.push(NewEvent { text: entry.event.clone(), by });
    }
    Ok(events)
}

/// Stores the table and its log; the last append also stores the result.
async fn keep(app: &App, Ready { table, events, result }: Ready) -> Result<(), ApiError> {
    app.store.create_table(&table).await?;
    let mut parts = events.chunks(TOGETHER).peekable();
    let mut written = 0;
    while let Some(part) = parts.next() {
        let appended = match parts.peek() {
            Some(_) => app.store.append(&table.id, written, part).await?,
            None => app.store.append_end(&table.id, written, part, result.clone()).await?,
        };
        written = appended.seq;
    }
    tracing::info!(table = %table.id, game = table.game, events = written, "a record is imported");
    Ok(())
}
