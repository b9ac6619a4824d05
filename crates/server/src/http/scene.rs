//! `POST /api/scene`: what a position looks like, for the editor, the rules' live boards and shared links.

use axum::Json;
use menagerie_catalog::Chosen;
use menagerie_game::erased::{AnyPosition, ApplyError};
use menagerie_game::text::excerpt;
use menagerie_game::{Actor, EffectLog, Viewer, describe};
use menagerie_wire::http::{Look, Looked, Verdict};
use menagerie_wire::{Code, Ended, Happened, Refused};

use super::body::Body;
use crate::refuse::No;

/// A line of play longer than this is not looked at.
const LONGEST: usize = 2_000;

pub(crate) async fn look(Body(wanted): Body<Look>) -> Result<Json<Looked>, No> {
    let mut position = position(&wanted.game, wanted.position.as_deref())?;
    if wanted.actions.len() > LONGEST {
        return Err(No::new(Code::TooMuch, format!("at most {LONGEST} actions")));
    }
    let mut effects = EffectLog::new();
    for action in &wanted.actions {
        effects = position.apply(action).map_err(|error| by_rules(&error))?;
    }
    Ok(Json(looked(&*position, &effects, wanted.explain.as_deref())?))
}

/// The game that a stranger names.
pub(super) fn game(name: &str) -> Result<Chosen, No> {
    name.parse().map_err(|error| No::new(Code::NotFound, format!("{error}")))
}

/// The position that a stranger writes; the start of the game without one.
pub(super) fn position(name: &str, text: Option<&str>) -> Result<Box<dyn AnyPosition>, No> {
    let chosen = game(name)?;
    let Some(text) = text else { return Ok(chosen.start()) };
    let wrong = |error| No::new(Code::Malformed, format!("'{}' is no position: {error}", excerpt(text)));
    chosen.game.read(text).map_err(wrong)
}

/// The view is that of the acting seat: whoever gives the position text knows all of it anyway.
fn looked(position: &dyn AnyPosition, effects: &EffectLog, explain: Option<&str>) -> Result<Looked, No> {
    let info = position.info();
    let actor = position.actor();
    let view = position.view(actor.seat().map_or(Viewer::Spectator, Viewer::Seat));
    let name = |actor: Actor| actor.seat().map_or("chance", |seat| info.seat_name(seat));
    let happened = effects.iter().map(|it| Happened { words: describe(info, &it.effect), what: it.effect.clone() });
    let explained = explain.map(|action| view.explain(action)).transpose();
    let verdict = explained.map_err(|error| No::new(Code::Malformed, error.to_string()))?;
    Ok(Looked {
        position: position.text(),
        actor: if actor == Actor::Nobody { "nobody" } else { name(actor) }.to_owned(),
        scene: view.scene(),
        happened: happened.collect(),
        verdict: verdict.map(|it| Verdict {
            legal: it.legal,
            rule: it.rule.into_owned(),
            reason: it.reason.into_owned(),
        }),
        ended: ended(position),
    })
}

fn ended(position: &dyn AnyPosition) -> Option<Ended> {
    let outcome = position.outcome()?;
    let info = position.info();
    let scores = outcome.seats().iter().map(|seat| (info.seat_name(seat).to_owned(), outcome.score(seat).as_f64()));
    let reason = menagerie_record::begin(info.id, Some(&position.text())).ok()?.end()?.reason.clone();
    Some(Ended { scores: scores.collect(), rule: reason.rule.to_owned(), reason: reason.sentence.into_owned() })
}

fn by_rules(error: &ApplyError) -> No {
    let (code, rule) = match error {
        ApplyError::Text(_) => (Code::Malformed, None),
        ApplyError::Illegal { verdict, .. } => (Code::Illegal, Some(verdict.rule.to_string())),
    };
    No(Refused { code, error: error.to_string(), rule })
}
