//! A position as a scene, for the editor, the boards in the rules, shared links, and stepping through a record.

use menagerie_game::erased::{AnyPosition, ApplyError};
use menagerie_game::text::excerpt;
use menagerie_game::{Actor, EffectLog, Viewer, describe};
use menagerie_match::AnyMatch;
use menagerie_record::BeginError;
use menagerie_table::how_ended;
use menagerie_table::refusal::by_match;
use menagerie_wire::http::{SceneRequest, SceneResponse, Verdict};
use menagerie_wire::{Code, DescribedEffect, Ended, Refused};

use crate::refused;

/// The most events and actions in one request; the longest match has fewer.
const LONGEST: usize = 5_000;

/// How many events and actions a request replays.
pub fn length(wanted: &SceneRequest) -> usize {
    wanted.events.len() + wanted.actions.len()
}

/// The position after the events and actions, as a scene.
pub fn look(wanted: &SceneRequest) -> Result<SceneResponse, Refused> {
    if length(wanted) > LONGEST {
        return Err(refused(Code::TooMuch, format!("at most {LONGEST} events and actions")));
    }
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

/// Parses a position text; the start position without one.
pub fn position(game: &str, text: Option<&str>) -> Result<Box<dyn AnyPosition>, Refused> {
    Ok(begin(game, text)?.position().boxed())
}

fn begin(game: &str, start: Option<&str>) -> Result<Box<dyn AnyMatch>, Refused> {
    menagerie_record::begin(game, start).map_err(|error| match error {
        BeginError::Game(error) => refused(Code::NotFound, error.to_string()),
        BeginError::Start(error) => {
            let text = excerpt(start.unwrap_or_default());
            refused(Code::Malformed, format!("'{text}' is no position: {error}"))
        }
    })
}

/// The view is that of the seat to move, or open. That leaks nothing: the client sent position and events.
fn looked(
    position: &dyn AnyPosition,
    effects: &EffectLog,
    wanted: &SceneRequest,
    ended: Option<Ended>,
) -> Result<SceneResponse, Refused> {
    let info = position.info();
    let actor = if ended.is_some() { Actor::Nobody } else { position.actor() };
    let open = wanted.open || ended.is_some();
    let viewer = if open { Viewer::All } else { actor.seat().map_or(Viewer::Spectator, Viewer::Seat) };
    let view = position.view(viewer);
    let name = |actor: Actor| actor.seat().map_or("chance", |seat| info.seat_name(seat));
    let happened =
        effects.iter().map(|it| DescribedEffect { words: describe(info, &it.effect), what: it.effect.clone() });
    let explained = wanted.explain.as_deref().map(|action| view.explain(action)).transpose();
    let verdict = explained.map_err(|error| refused(Code::Malformed, error.to_string()))?;
    Ok(SceneResponse {
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

/// The position's own result, whatever led to it.
fn ended_by_rules(position: &dyn AnyPosition) -> Option<Ended> {
    position.outcome()?;
    let over = menagerie_record::begin(position.info().id, Some(&position.text())).ok()?;
    over.end().map(|end| how_ended(over.info(), end))
}

fn by_rules(error: &ApplyError) -> Refused {
    let (code, rule) = match error {
        ApplyError::Text(_) => (Code::Malformed, None),
        ApplyError::Illegal { verdict, .. } => (Code::Illegal, Some(verdict.rule.to_string())),
    };
    Refused { code, error: error.to_string(), rule }
}
