//! Collections of puzzles: JSON lines from outside the program, which `menagerie puzzles check` reads.

use menagerie_puzzles::{Attempt, Collection, verify};

/// Reading, verifying and playing puzzles never panics. What is read can be written and read again.
pub(crate) fn read(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let collection = match Collection::read(&text) {
        Ok(collection) => collection,
        Err(error) => {
            assert!(error.line <= text.lines().count() + 1, "line {} of {}", error.line, text.lines().count());
            return;
        }
    };
    assert_eq!(Collection::read(&collection.write()), Ok(collection.clone()));
    for puzzle in &collection.puzzles {
        let _ = verify(puzzle, 0);
        let Some(chosen) = puzzle.chosen() else { continue };
        let Ok(mut attempt) = Attempt::new(chosen.game, puzzle) else { continue };
        for action in attempt.view().actions().iter().take(2) {
            attempt.play(action);
        }
    }
}
