//! `POST /api/scene`: what a position looks like, for the editor, the rules' live boards, shared links, and for stepping
//! through a record.

use axum::extract::State;
use axum::{Extension, Json};
use menagerie_game::erased::{AnyPosition, ApplyError};
use menagerie_game::text::excerpt;
use menagerie_game::{Actor, EffectLog, Viewer, describe};
use menagerie_match::AnyMatch;
use menagerie_record::BeginError;
use menagerie_table::how_ended;
use menagerie_wire::http::{Look, Looked, Verdict};
use menagerie_wire::{Code, Ended, Happened, Refused};

use crate::error::{ApiError, by_match};
use crate::http::Shared;
use crate::http::blocking::run_blocking;
use crate::http::body::Body;
use crate::limits::address::Address;

/// More events or actions than this are not looked at; the longest match has fewer.
const LONGEST: usize = 5_000;

/// A replay of at most so many events is a request like any other; a longer one is work.
const SHORT: usize = 500;

pub(crate) async fn look(
    State(app): Shared,
    Extension(address): Extension<Address>,
    Body(wanted): Body<Look>,
) -> Result<Json<Looked>, ApiError> {
    let length = wanted.events.len() + wanted.actions.len();
    if length > LONGEST {
        return Err(ApiError::new(Code::TooMuch, format!("at most {LONGEST} events and actions")));
    }
    app.rate_limits.may_use_much_work(address, length / SHORT)?;
    run_blocking(move || replay(&wanted)).await.map(Json)
}

fn replay(wanted: &Look) -> Result<Looked, ApiError> {
    let mut game = begin(&wanted.game, wanted.position.as_deref())?;
    let mut effects = EffectLog::new();
    for event in &wanted.events {
        effects = game.replay_event(event).map_err(|refusal| by_match(&refusal))?;
    }
    if wanted.actions.is_empty() {
        let ended = game.end().map(|end| how_ended(game.info(), end));
        return looked(game.position(), &effects, wanted, ended);
    }
    let mut position = game.position().boxed();
    for action in &wanted.actions {
        effects = position.apply(action).map_err(|error| by_rules(&error))?;
    }
    let ended = ended_by_rules(&*position);
    looked(&*position, &effects, wanted, ended)
}

/// The position that a stranger writes; the start of the game without one.
pub(crate) fn position(game: &str, text: Option<&str>) -> Result<Box<dyn AnyPosition>, ApiError> {
    Ok(begin(game, text)?.position().boxed())
}

fn begin(game: &str, start: Option<&str>) -> Result<Box<dyn AnyMatch>, ApiError> {
    menagerie_record::begin(game, start).map_err(|error| match error {
        BeginError::Game(error) => ApiError::new(Code::NotFound, error.to_string()),
        BeginError::Start(error) => {
            let text = excerpt(start.unwrap_or_default());
            ApiError::new(Code::Malformed, format!("'{text}' is no position: {error}"))
        }
    })
}

/// The view is that of the acting seat or open: whoever gives position and events knows all of it anyway.
fn looked(
    position: &dyn AnyPosition,
    effects: &EffectLog,
    wanted: &Look,
    ended: Option<Ended>,
) -> Result<Looked, ApiError> {
    let info = position.info();
    let actor = if ended.is_some() { Actor::Nobody } else { position.actor() };
    let open = wanted.open || ended.is_some();
    let viewer = if open { Viewer::All } else { actor.seat().map_or(Viewer::Spectator, Viewer::Seat) };
    let view = position.view(viewer);
    let name = |actor: Actor| actor.seat().map_or("chance", |seat| info.seat_name(seat));
    let happened = effects.iter().map(|it| Happened { words: describe(info, &it.effect), what: it.effect.clone() });
    let explained = wanted.explain.as_deref().map(|action| view.explain(action)).transpose();
    let verdict = explained.map_err(|error| ApiError::new(Code::Malformed, error.to_string()))?;
    Ok(Looked {
        position: position.text(),
        seats: position.seats().iter().map(|seat| info.seat_name(seat).to_owned()).collect(),
        actor: if actor == Actor::Nobody { "nobody" } else { name(actor) }.to_owned(),
        scene: view.scene(),
        happened: happened.collect(),
        verdict: verdict.map(|it| Verdict {
            legal: it.legal,
            rule: it.rule.into_owned(),
            reason: it.reason.into_owned(),
        }),
        ended,
    })
}

/// How the position itself is over, whatever led to it.
fn ended_by_rules(position: &dyn AnyPosition) -> Option<Ended> {
    position.outcome()?;
    let over = menagerie_record::begin(position.info().id, Some(&position.text())).ok()?;
    over.end().map(|end| how_ended(over.info(), end))
}

fn by_rules(error: &ApplyError) -> ApiError {
    let (code, rule) = match error {
        ApplyError::Text(_) => (Code::Malformed, None),
        ApplyError::Illegal { verdict, .. } => (Code::Illegal, Some(verdict.rule.to_string())),
    };
    Refused { code, error: error.to_string(), rule }.into()
}
