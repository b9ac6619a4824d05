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
    if wanted.actions.is_empty() && !wanted.pass {
        let ended = game.end().map(|end| how_ended(game.info(), end));
        return looked(game.position(), &effects, wanted, ended);
    }
    let mut position = game.position().boxed();
    for action in &wanted.actions {
        effects = position.apply(action).map_err(|error| by_rules(&error))?;
    }
    if wanted.pass {
        position = passed(&*position)?;
        effects = EffectLog::new();
    }
    let ended = ended_by_rules(&*position);
    looked(&*position, &effects, wanted, ended)
}

/// The position at the start of the next living seat's turn. A text that the rules refuse, such as one in which a king can be
/// captured, is no position to analyse.
fn passed(position: &dyn AnyPosition) -> Result<Box<dyn AnyPosition>, Refused> {
    let cannot = || refused(Code::NotNow, "the seat to act cannot pass here, so there are no threats to show");
    let actor = position.actor().seat().filter(|_| position.outcome().is_none()).ok_or_else(cannot)?;
    let living = position.living();
    let later = living.iter().filter(|&seat| seat > actor);
    let next = later.chain(living.iter().filter(|&seat| seat < actor)).next().ok_or_else(cannot)?;
    let turned = position.with_turn(next).ok_or_else(cannot)?;
    menagerie_catalog::find(position.info().id).ok_or_else(cannot)?.read(&turned.text()).map_err(|_| cannot())
}

/// Parses a position text; the start position without one.
pub fn position(game: &str, text: Option<&str>) -> Result<Box<dyn AnyPosition>, Refused> {
    Ok(begin(game, text)?.position().boxed())
}

pub(crate) fn begin(game: &str, start: Option<&str>) -> Result<Box<dyn AnyMatch>, Refused> {
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

pub(crate) fn by_rules(error: &ApplyError) -> Refused {
    let (code, rule) = match error {
        ApplyError::Text(_) => (Code::Malformed, None),
        ApplyError::Illegal { verdict, .. } => (Code::Illegal, Some(verdict.rule.to_string())),
    };
    Refused { code, error: error.to_string(), rule }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passing(game: &str, position: Option<&str>) -> Result<SceneResponse, Refused> {
        look(&SceneRequest {
            game: game.to_owned(),
            position: position.map(str::to_owned),
            events: vec![],
            actions: vec![],
            pass: true,
            open: false,
            explain: None,
        })
    }

    #[test]
    fn after_a_pass_the_next_seat_may_act_in_a_position_that_can_be_analysed() {
        for game in menagerie_catalog::games().iter().map(|game| game.info().id) {
            let begins = position(game, None).unwrap().actor();
            let seen = passing(game, None);
            if begins.seat().is_none() {
                assert_eq!(seen.unwrap_err().code, Code::NotNow, "{game} begins with a draw");
                continue;
            }
            let seen = seen.unwrap();
            let again = position(game, Some(&seen.position)).unwrap();
            assert_ne!(seen.actor, seen.seats[0], "{game}");
            assert_eq!(again.text(), seen.position);
            assert!(!seen.scene.choices.is_empty(), "{game}");
        }
    }

    #[test]
    fn nobody_passes_when_the_game_is_over() {
        let over = passing("jungle", Some("7/7/7/7/7/7/7/7/3R3 b"));
        assert!(over.is_err(), "{over:?}");
    }
}
