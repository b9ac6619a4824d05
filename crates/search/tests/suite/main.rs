//! Tests of the alpha-beta player.

mod draws;
mod history;
mod levels;
mod limits;
mod signature;
mod turns;
mod wins;

use std::sync::atomic::AtomicBool;

use menagerie_game::Rules;
use menagerie_search::{Evaluation, Request, SearchResult, Settings, Thinker};

/// One thread with the classical evaluation: what these tests say of the search does not depend on the nets.
fn settings() -> Settings {
    Settings { threads: 1, hash: 4, evaluation: Evaluation::Classical, ..Settings::default() }
}

/// The result of a fresh player.
fn ask<R: Rules>(request: &Request<R>) -> SearchResult<R::Action> {
    let mut thinker = Thinker::new(settings());
    thinker.think(request, &AtomicBool::new(false), &mut |_| {}).expect("there is something to decide")
}
