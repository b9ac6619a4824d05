//! A golden transcript of a small course: what a person reads who makes every kind of mistake.

use menagerie_lessons::Course;

use super::*;

/// A course with three levels, which the tests of `menagerie-lessons` check.
const COURSE: &str = include_str!("../../../lessons/tests/suite/jungle/lessons.toml");
const TRANSCRIPT: &str = include_str!("transcript.txt");

/// Plays the course with this input, from the first level on.
fn transcript(input: &str) -> (String, ProgressFile) {
    let course: &'static Course = Box::leak(Box::new(Course::read(COURSE).expect("it is checked")));
    let info = find("jungle").expect("the catalog has it").info();
    let progress = ProgressFile::new(None);
    let (mut input, mut out) = (input.as_bytes(), Vec::new());
    let mut console = Console::new(&mut input, &mut out, true);
    play(info, course, 0, &progress, &mut console).expect("it writes to memory");
    (String::from_utf8(out).expect("text"), progress)
}

/// An illegal action, a known mistake with its refutation, a hint, a solution; then a level in two turns; then the end of
/// the input. After a change run with `UPDATE_GOLDEN=1` and read the difference.
#[test]
fn the_transcript_of_a_course() {
    let (text, progress) = transcript("d8e9\nd8c8\nhint\nd8d9\n\nactions\nd7d8\nd8d9\nnext\nhelp\n");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/learn/transcript.txt");
        std::fs::write(path, &text).expect("the repository can be written");
    } else {
        assert_eq!(text, TRANSCRIPT);
    }
    assert_eq!((progress.stars("jungle", "den"), progress.stars("jungle", "two-steps")), (1, 3));
}

#[test]
fn again_starts_over_and_quit_leaves() {
    let (text, _) = transcript("d8d9\nagain\nd8d9\nquit\nd8d9\n");
    assert_eq!(text.matches("Solved.").count(), 2, "{text}");
    assert_eq!(text.matches("level 1 of 3").count(), 2, "{text}");
    assert!(!text.contains("level 2 of 3"), "{text}");
}

#[test]
fn the_end_of_the_course_says_how_to_play() {
    let (text, _) = transcript("next\nnext\nnext\n");
    assert!(text.ends_with("You have finished the course. Play a game: menagerie play jungle\n"), "{text}");
}
