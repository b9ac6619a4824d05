//! `POST /api/analyse`: the computer's opinion of a position, one thought per line while it thinks.

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use menagerie_game::Viewer;
use menagerie_store::Payers;
use menagerie_wire::http::Analyse;
use menagerie_wire::{Code, Thought};
use serde_json::json;
use tokio::sync::mpsc;

use crate::accounts::identity::Identity;
use crate::bot_api::lines;
use crate::engine::search::{Allowed, Question};
use crate::engine::thinkers::Claim;
use crate::error::ApiError;
use crate::http::Shared;
use crate::http::body::Body;
use crate::limits::address::Address;
use crate::net::visitor::Visitor;
use crate::routes::scene::position;
use crate::tables::seating::creator;

const LONGEST: u32 = 10_000;
const USUAL: u32 = 2_000;
const MOST_LINES: u8 = 5;
/// Thoughts that may wait; a slow reader misses some.
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
    let claim = Claim::of_visitor(Payers { creator, table: None });
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
    let seat = seat.ok_or_else(|| ApiError::new(Code::NotNow, "nobody has anything to decide in this position"))?;
    Ok(Question {
        game: wanted.game.clone(),
        seat,
        view: position.view(Viewer::Seat(seat)).text(),
        past: None,
        level: None,
        time: Allowed::Move(u64::from(wanted.time.unwrap_or(USUAL).clamp(10, LONGEST))),
        lines: usize::from(wanted.lines.unwrap_or(1).clamp(1, MOST_LINES)),
        seed: 0,
    })
}
