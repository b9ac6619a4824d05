//! Tests of the Monte-Carlo player.

mod djambi;
mod heaven_hell;
mod limits;
mod probabilities_and_proofs;
mod shogi5;
mod toy_game;

use std::sync::atomic::AtomicBool;

use menagerie_game::Rules;
use menagerie_search::{Limits, Method, Request, SearchResult, Settings, Thinker};

/// The result of a fresh Monte-Carlo player with one thread after this many iterations.
#[track_caller]
fn ask<R: Rules>(position: &R, visits: u64) -> SearchResult<R::Action> {
    answer(Method::MonteCarlo, &Request::at(position).within(Limits::nodes(visits)))
}

/// The result of a fresh player with this method.
#[track_caller]
fn answer<R: Rules>(method: Method, request: &Request<R>) -> SearchResult<R::Action> {
    let mut thinker = Thinker::by(method, Settings::default());
    thinker.think(request, &AtomicBool::new(false), &mut |_| {}).expect("the actor has something to decide")
}

/// Reads a position.
#[track_caller]
fn read<R: Rules>(text: &str) -> R {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}
