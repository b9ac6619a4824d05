//! What Monte-Carlo players promise.

mod djambi;
mod fable;
mod fables;
mod heaven_hell;
mod limits;
mod shogi5;

use std::sync::atomic::AtomicBool;

use menagerie_game::Rules;
use menagerie_search::{Answer, Limits, Method, Request, Settings, Thinker};

/// What a fresh Monte-Carlo player with one thread does here within so many visits.
#[track_caller]
fn ask<R: Rules>(position: &R, visits: u64) -> Answer<R::Action> {
    answer(Method::MonteCarlo, &Request::at(position).within(Limits::nodes(visits)))
}

/// What a fresh player by this method answers.
#[track_caller]
fn answer<R: Rules>(method: Method, request: &Request<R>) -> Answer<R::Action> {
    let mut thinker = Thinker::by(method, Settings::default());
    thinker.think(request, &AtomicBool::new(false), &mut |_| {}).expect("the actor has something to decide")
}

/// Reads a position.
#[track_caller]
fn read<R: Rules>(text: &str) -> R {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}
