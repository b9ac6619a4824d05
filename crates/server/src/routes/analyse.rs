//! `POST /api/analyse`: streams the engine's analysis of a position, one JSON object per line.

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use menagerie_api::scene::position;
use menagerie_game::Viewer;
use menagerie_game::erased::AnyView;
use menagerie_store::BudgetOwners;
use menagerie_wire::http::Analyse;
use menagerie_wire::{Code, Thought};
use serde_json::json;
use tokio::sync::mpsc;

use crate::accounts::identity::Identity;
use crate::bot_api::lines;
use crate::engine::search::{Question, TimeLimit};
use crate::engine::thinkers::Claim;
use crate::error::ApiError;
use crate::http::Shared;
use crate::http::body::Body;
use crate::limits::address::Address;
use crate::net::visitor::Visitor;
use crate::tables::seating::creator;

const LONGEST: u32 = 10_000;
const USUAL: u32 = 2_000;
const MOST_LINES: u8 = 5;
/// Reports queued for a slow client; it misses some when the queue is full.
const WAITING: usize = 16;

pub(crate) async fn analyse(
    State(app): Shared,
    Extension(address): Extension<Address>,
    me: Identity,
    Body(wanted): Body<Analyse>,
) -> Result<Response, ApiError> {
    app.rate_limits.may_use_work(address)?;
    let question = question(&wanted)?;
    let place = app.rate_limits.may_analyse(address)?;
    let (told, thoughts) = mpsc::channel(WAITING);
    let listener = told.clone();
    let creator = creator(address, me.account.as_ref());
    let claim = Claim::of_visitor(BudgetOwners { creator, table: None });
    let visitor = Visitor::new(address, &me);
    let (must_go, nobody_waits) = (app.must_go(visitor.clone()), app.must_go(visitor));
    let tell = move |thought: Thought| {
        let _ = told.try_send(json!(thought));
    };
    tokio::spawn(async move {
        let _place = place;
        let gone = async {
            tokio::select! {
                () = listener.closed() => {}
                () = nobody_waits => {}
            }
        };
        app.analyse(question, claim, gone, tell).await;
    });
    Ok(lines(Vec::new(), thoughts, must_go))
}

fn question(wanted: &Analyse) -> Result<Question, ApiError> {
    let position = position(&wanted.game, Some(&wanted.position))?;
    let seat = position.actor().seat();
    let seat = seat.ok_or_else(|| ApiError::new(Code::NotNow, "no seat is to move in this position"))?;
    let view = position.view(Viewer::Seat(seat));
    check_actions(&*view, &wanted.actions)?;
    Ok(Question {
        game: wanted.game.clone(),
        seat,
        view: view.text(),
        past: None,
        level: None,
        time: TimeLimit::Move(u64::from(wanted.time.unwrap_or(USUAL).clamp(10, LONGEST))),
        lines: usize::from(wanted.lines.unwrap_or(1).clamp(1, MOST_LINES)),
        actions: wanted.actions.clone(),
        seed: 0,
    })
}

/// The search ignores actions that are not legal, so the caller is told about them here.
fn check_actions(view: &dyn AnyView, actions: &[String]) -> Result<(), ApiError> {
    if actions.len() > usize::from(MOST_LINES) {
        return Err(ApiError::new(Code::TooMuch, format!("at most {MOST_LINES} actions")));
    }
    for action in actions {
        let verdict = view.explain(action).map_err(|error| ApiError::new(Code::Malformed, error.to_string()))?;
        if !verdict.legal {
            return Err(ApiError::new(Code::Illegal, verdict.reason));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use menagerie_catalog::Chosen;

    use super::*;

    /// `docs/host/security.md`: whatever the client asks for.
    #[test]
    fn an_analysis_takes_ten_seconds_at_most() {
        let game = menagerie_catalog::games()[0].info().id;
        let position = game.parse::<Chosen>().unwrap().start().text();
        let wanted =
            |time| Analyse { game: game.to_owned(), position: position.clone(), lines: None, time, actions: vec![] };
        for (time, expected) in [(Some(u32::MAX), 10_000), (Some(3_000), 3_000), (None, 2_000)] {
            assert_eq!(question(&wanted(time)).ok().unwrap().time, TimeLimit::Move(expected), "{time:?}");
        }
    }
}
