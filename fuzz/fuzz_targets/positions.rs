//! Whatever text comes, reading it as a position does not panic; what is accepted is written the same way again, and
//! its actions can be done.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let Some((&first, text)) = input.split_first() else { return };
    let games = menagerie_catalog::games();
    let game = games[usize::from(first) % games.len()];
    let Ok(text) = std::str::from_utf8(text) else { return };
    let Ok(position) = game.read(text) else { return };
    assert_eq!(position.text(), text);
    let actions = position.actions();
    assert_eq!(actions.is_empty(), position.outcome().is_some(), "{text}");
    for action in &actions {
        let mut next = position.boxed();
        assert!(next.apply(action).is_ok(), "{text}: {action} is listed and refused");
        let after = next.text();
        assert_eq!(game.read(&after).map(|again| again.text()).as_ref(), Ok(&after), "{text}: {action}");
    }
});
