//! Lesson files: TOML from outside the program, which `menagerie lessons check` reads.

use menagerie_lessons::{Attempt, Course, check};

/// Checking a course and playing its levels never panics. A level whose course is free of faults can be played.
pub(crate) fn read(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let course = match Course::read(&text) {
        Ok(course) => course,
        Err(error) => {
            assert!(error.line <= text.lines().count() + 1, "line {} of {}", error.line, text.lines().count());
            return;
        }
    };
    let game = course.game.as_deref().and_then(menagerie_catalog::find).unwrap_or(crate::game_of(b'0'));
    let faults = check(game, &course);
    for level in course.levels() {
        let attempt = Attempt::new(game, level);
        assert!(attempt.is_ok() || !faults.is_empty(), "{}", level.id);
        let Ok(mut attempt) = attempt else { continue };
        // The first of these may end the attempt; the others must be refused then.
        for action in attempt.view().actions().iter().take(3) {
            attempt.play(action);
        }
    }
}
