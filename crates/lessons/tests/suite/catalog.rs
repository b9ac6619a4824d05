//! The courses of all games of the catalog.

use menagerie_catalog::games;
use menagerie_lessons::{Answer, Attempt, Course, Level, Status, check, courses};

use super::{jungle, words};

#[test]
fn every_game_has_a_course() {
    for game in games() {
        let info = game.info();
        let read = courses().iter().any(|(known, _)| known.id == info.id);
        assert!(read, "{}: {:?}", info.id, Course::read(info.lessons).err());
    }
}

/// All checks, among them: solutions reach their goals, wrong tries give the promised messages, every section of the
/// guide is taught.
#[test]
fn every_course_is_free_of_faults() {
    for game in games() {
        let course = Course::read(game.info().lessons).unwrap();
        let faults: Vec<_> = check(*game, &course).iter().map(ToString::to_string).collect();
        assert!(faults.is_empty(), "{}:\n{}", game.info().id, faults.join("\n"));
    }
}

/// Everything that a learner sees of an answer.
fn seen(answer: &Answer) -> Vec<String> {
    let refutation = match &answer.status {
        Status::Missed { refutation, .. } => &refutation[..],
        _ => &[],
    };
    let steps = answer.played.iter().chain(refutation);
    std::iter::once(words(answer)).chain(steps.map(|step| format!("{} {}", step.action, step.view.text()))).collect()
}

/// The learner tries the first, the second, … legal action at each turn, until the level is over.
fn attempt(
    game: &dyn menagerie_game::erased::AnyGame,
    level: &Level,
    choice: usize,
) -> (Vec<String>, Vec<Vec<String>>) {
    let mut attempt = Attempt::new(game, level).unwrap();
    let (mut actions, mut answers) = (Vec::new(), Vec::new());
    while !attempt.is_over() && actions.len() < 20 {
        let legal = attempt.view().actions();
        let action = legal[choice % legal.len()].clone();
        answers.push(seen(&attempt.play(&action)));
        actions.push(action);
    }
    (actions, answers)
}

#[test]
fn a_replayed_attempt_equals_the_attempt() {
    let all = games().iter().map(|game| (*game, Course::read(game.info().lessons).unwrap()));
    for (game, course) in all.chain([jungle()]) {
        for level in course.levels() {
            for choice in 0..3 {
                let (actions, answers) = attempt(game, level, choice);
                let mut again = Attempt::new(game, level).unwrap();
                let replayed: Vec<_> = actions.iter().map(|action| seen(&again.play(action))).collect();
                assert_eq!(answers, replayed, "{} {}: {actions:?}", game.info().id, level.id);
            }
        }
    }
}
