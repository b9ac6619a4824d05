//! What the alpha-beta player promises.

mod draws;
mod history;
mod limits;
mod signature;
mod turns;
mod wins;

use std::sync::atomic::AtomicBool;

use menagerie_game::Rules;
use menagerie_search::{Request, SearchResult, Settings, Thinker};

/// The result of a fresh player.
fn ask<R: Rules>(request: &Request<R>) -> SearchResult<R::Action> {
    let mut thinker = Thinker::new(Settings { threads: 1, hash: 4 });
    thinker.think(request, &AtomicBool::new(false), &mut |_| {}).expect("there is something to decide")
}
