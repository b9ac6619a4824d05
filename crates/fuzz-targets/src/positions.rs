//! Texts of positions, views and actions. The first byte chooses the game.

use menagerie_game::erased::{AnyGame, AnyPosition};
use menagerie_game::{Options, Viewer};

use crate::game_of;

/// Reading a position does not panic; what is accepted is written the same way again, so are its
/// views, and its actions can be done.
pub(crate) fn positions(input: &[u8]) {
    let Some((&first, text)) = input.split_first() else { return };
    let game = game_of(first);
    let Ok(text) = std::str::from_utf8(text) else { return };
    for viewer in [Viewer::Spectator, Viewer::Seat(menagerie_game::Seat(0)), Viewer::All] {
        if let Ok(view) = game.read_view(text, viewer) {
            assert_eq!(view.text(), text, "a view is written as it was read");
            view.scene();
        }
    }
    let Ok(position) = game.read(text) else { return };
    assert_eq!(position.text(), text);
    check(game, &*position);
}

fn check(game: &dyn AnyGame, position: &dyn AnyPosition) {
    let text = position.text();
    let actions = position.actions();
    assert_eq!(actions.is_empty(), position.outcome().is_some(), "{text}");
    for seat in position.seats().iter() {
        let view = position.view(Viewer::Seat(seat));
        view.scene();
        let again = game.read_view(&view.text(), Viewer::Seat(seat));
        assert_eq!(again.map(|again| again.text()).as_ref(), Ok(&view.text()), "{text}");
    }
    for action in &actions {
        let mut next = position.boxed();
        assert!(next.apply(action).is_ok(), "{text}: {action} is listed and refused");
        let after = next.text();
        assert_eq!(game.read(&after).map(|again| again.text()).as_ref(), Ok(&after), "{text}: {action}");
    }
}

/// Doing and explaining an action does not panic, and both agree on whether it is legal. The second
/// byte says how far into a game we are, the rest is the action.
pub(crate) fn actions(input: &[u8]) {
    let [first, steps, action @ ..] = input else { return };
    let mut position = game_of(*first).start(Options::NONE);
    for step in 0..usize::from(*steps) {
        let actions = position.actions();
        let Some(chosen) = actions.get((step * 7 + usize::from(*first)) % actions.len().max(1)) else { break };
        assert!(position.apply(chosen).is_ok(), "{chosen} is listed and refused");
    }
    let Ok(action) = std::str::from_utf8(action) else { return };
    let viewer = position.actor().seat().map_or(Viewer::Spectator, Viewer::Seat);
    let verdict = position.view(viewer).explain(action);
    let listed = position.actions().iter().any(|one| one == action);
    assert_eq!(position.boxed().apply(action).is_ok(), listed, "{action}");
    if let Ok(verdict) = verdict {
        assert_eq!(verdict.legal, listed, "{action}");
    }
}
