//! Whatever text comes as an action, doing and explaining it does not panic, and both agree on whether it is legal.
//! The first byte chooses the game, the second how far into a game we are, the rest is the action.
#![no_main]

use libfuzzer_sys::fuzz_target;
use menagerie_game::{Options, Viewer};

fuzz_target!(|input: &[u8]| {
    let [first, steps, action @ ..] = input else { return };
    let games = menagerie_catalog::games();
    let mut position = games[usize::from(*first) % games.len()].start(Options::NONE);
    for step in 0..usize::from(*steps) {
        let actions = position.actions();
        let Some(chosen) = actions.get((step * 7 + usize::from(*first)) % actions.len().max(1)) else { break };
        assert!(position.apply(chosen).is_ok());
    }
    let Ok(action) = std::str::from_utf8(action) else { return };
    let viewer = position.actor().seat().map_or(Viewer::Spectator, Viewer::Seat);
    let verdict = position.view(viewer).explain(action);
    let listed = position.actions().iter().any(|one| one == action);
    assert_eq!(position.boxed().apply(action).is_ok(), listed, "{action}");
    if let Ok(verdict) = verdict {
        assert_eq!(verdict.legal, listed, "{action}");
    }
});
