//! Tests of courses and attempts: a small course of one game, and the courses of all games of the catalog.

mod attempts;
mod catalog;
mod checks;

use menagerie_catalog::find;
use menagerie_game::erased::AnyGame;
use menagerie_lessons::{Answer, Attempt, Course, Status};

/// A small course for tests.
const JUNGLE: &str = include_str!("jungle/lessons.toml");

fn jungle() -> (&'static dyn AnyGame, Course) {
    (find("jungle").unwrap(), Course::read(JUNGLE).unwrap())
}

/// How an answer reads in a test: `going`, `solved`, `missed MESSAGE` or `refused RULE`.
fn words(answer: &Answer) -> String {
    match &answer.status {
        Status::Going => "going".into(),
        Status::Solved => "solved".into(),
        Status::Missed { message, .. } => format!("missed {message}"),
        Status::Refused { rule, .. } => format!("refused {}", rule.as_deref().unwrap_or("-")),
    }
}

/// Plays actions of the learner and returns the last answer.
fn play(level: &str, actions: &[&str]) -> Answer {
    let (game, course) = jungle();
    let mut attempt = Attempt::new(game, course.level(level).unwrap()).unwrap();
    actions.iter().map(|action| attempt.play(action)).last().unwrap()
}
