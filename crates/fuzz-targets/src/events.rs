//! Events of a match. The first line names the game, each line after it is an event.

use menagerie_match::{AnyMatch, Clock, TimeControl};

const MOST_EVENTS: usize = 80;

/// What is refused changes nothing, asking and doing agree, and the log leads to the same match
/// again.
pub(crate) fn read(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let mut lines = text.lines();
    let name = lines.next().unwrap_or_default();
    let Ok(mut game) = menagerie_record::begin(name, None) else { return };
    let mut clock = Clock::new(TimeControl::Fischer { initial: 60, increment: 1 });
    clock.start(&*game, 0);
    for (number, line) in lines.take(MOST_EVENTS).enumerate() {
        let event = chosen(&*game, line);
        let before = (game.len(), game.position().text());
        let may = game.check(&event).is_ok();
        let done = clock.try_event(&mut *game, &event, number as i64 * 1_000).is_ok();
        assert_eq!(may, done, "{event}");
        if !done {
            assert_eq!((game.len(), game.position().text()), before, "{event} was refused");
        }
    }
    replays(name, &*game);
}

/// `#N` is the Nth action of those that can be done: random bytes are hardly ever an action.
fn chosen(game: &dyn AnyMatch, line: &str) -> String {
    let number = line.strip_prefix('#').and_then(|number| number.parse::<usize>().ok());
    let listed = number.and_then(|number| {
        let mut actions = game.position().actions();
        let index = number.checked_rem(actions.len())?;
        Some(actions.swap_remove(index))
    });
    listed.unwrap_or_else(|| line.to_owned())
}

fn replays(name: &str, game: &dyn AnyMatch) {
    let mut again = menagerie_record::begin(name, None).expect("it began before");
    for event in game.log_from(0) {
        again.try_event(&event).unwrap_or_else(|refusal| panic!("{event} is in the log and refused: {refusal}"));
    }
    assert_eq!(again.position().text(), game.position().text());
    assert_eq!(again.end(), game.end());
    assert_eq!(again.turns(), game.turns());
}
