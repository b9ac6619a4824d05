//! Answers looks without a server: `games` prints every game's facts; without a word, each line of standard input is a
//! [`SceneRequest`] and gets a [`SceneResponse`] or a sentence. The page's tests and its mock server draw from it.

use std::error::Error;
use std::io::{BufRead, Write, stdin, stdout};

use menagerie_catalog::{Chosen, games};
use menagerie_game::erased::AnyPosition;
use menagerie_game::{Actor, EffectLog, GameInfo, Viewer, describe};
use menagerie_wire::facts::Game;
use menagerie_wire::http::{SceneRequest, SceneResponse, Verdict};
use menagerie_wire::{DescribedEffect, EndCause, Ended};

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = stdout().lock();
    if std::env::args().nth(1).as_deref() == Some("games") {
        let facts: Vec<Game> = games().iter().map(|&game| Game::complete(game)).collect();
        serde_json::to_writer(&mut out, &facts)?;
        return Ok(());
    }
    for line in stdin().lock().lines() {
        match look(&line?) {
            Ok(looked) => serde_json::to_writer(&mut out, &looked)?,
            Err(error) => serde_json::to_writer(&mut out, &serde_json::json!({ "error": error.to_string() }))?,
        }
        writeln!(out)?;
        out.flush()?;
    }
    Ok(())
}

fn look(line: &str) -> Result<SceneResponse, Box<dyn Error>> {
    let look: SceneRequest = serde_json::from_str(line)?;
    let chosen: Chosen = look.game.parse()?;
    let mut position = match &look.position {
        Some(text) => chosen.game.read(text)?,
        None => chosen.start(),
    };
    let mut log = EffectLog::new();
    for action in &look.actions {
        log = position.apply(action)?;
    }
    let info = position.info();
    let viewer = position.actor().seat().map_or(Viewer::Spectator, Viewer::Seat);
    let view = position.view(viewer);
    let verdict = look.explain.map(|action| view.explain(&action)).transpose()?;
    Ok(SceneResponse {
        position: position.text(),
        seats: position.seats().iter().map(|seat| info.seat_name(seat).to_owned()).collect(),
        actor: actor(info, position.actor()),
        scene: view.scene(),
        happened: happened(info, viewer, log),
        verdict: verdict.map(|verdict| Verdict {
            legal: verdict.legal,
            rule: verdict.rule.to_string(),
            reason: verdict.reason.to_string(),
        }),
        ended: ended(info, &*position),
    })
}

fn actor(info: &GameInfo, actor: Actor) -> String {
    match actor {
        Actor::Seat(seat) => info.seat_name(seat).to_owned(),
        Actor::Chance => "chance".to_owned(),
        Actor::Nobody => "nobody".to_owned(),
    }
}

fn happened(info: &GameInfo, viewer: Viewer, log: EffectLog) -> Vec<DescribedEffect> {
    let heard = log.into_iter().filter(|told| told.audience.includes(viewer));
    heard.map(|told| DescribedEffect { words: describe(info, &told.effect), what: told.effect }).collect()
}

fn ended(info: &GameInfo, position: &dyn AnyPosition) -> Option<Ended> {
    let outcome = position.outcome()?;
    let score = |seat| (info.seat_name(seat).to_owned(), outcome.score(seat).as_f64());
    Some(Ended {
        scores: position.seats().iter().map(score).collect(),
        rule: String::new(),
        reason: "the game is over".to_owned(),
        cause: Some(EndCause::Rules),
    })
}
