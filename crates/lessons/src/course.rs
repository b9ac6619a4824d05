//! The lesson file: a course as its authors write it.

use std::sync::LazyLock;

use menagerie_game::GameInfo;
use serde::Deserialize;

use crate::goal::Goal;

/// A course: the parsed `lessons.toml` of a game.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Course {
    /// The game's id, for a file outside the game's folder.
    #[serde(default)]
    pub game: Option<String>,
    /// The chapters, in order.
    #[serde(rename = "chapter")]
    pub chapters: Vec<Chapter>,
}

/// Levels with a common subject.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chapter {
    /// Its title.
    pub title: String,
    /// The levels, in order.
    #[serde(rename = "level")]
    pub levels: Vec<Level>,
}

/// A level: a position in which the learner reaches a goal.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// The id under which progress is stored; unique in the course.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What the learner reads; ends with what to do.
    pub text: String,
    /// The position text; the learner is to move.
    pub position: String,
    /// The learner's seat; without it, the seat to move.
    #[serde(default)]
    pub seat: Option<String>,
    /// What the learner must reach.
    pub goal: Goal,
    /// The number of turns that the learner has.
    pub moves: u8,
    /// Every action in order (the learner's, the replies, chance's) up to the goal.
    pub solution: Vec<String>,
    /// Further complete solutions.
    #[serde(default)]
    pub other: Vec<Vec<String>>,
    /// The computer level that replies where no line does.
    #[serde(default)]
    pub replies: Option<u8>,
    /// What is marked on the board.
    #[serde(default)]
    pub marks: Marks,
    /// Help on demand.
    #[serde(default)]
    pub hint: Option<String>,
    /// What the learner reads after solving the level.
    pub success: String,
    /// What the learner reads after an unlisted action that misses the goal.
    #[serde(default)]
    pub missed: Option<String>,
    /// The ids of the rules that the level teaches.
    #[serde(default)]
    pub rules: Vec<String>,
    /// The anchors of the guide's headings that the level teaches.
    #[serde(default)]
    pub guide: Vec<String>,
    /// Typical wrong tries.
    #[serde(default)]
    pub wrong: Vec<Wrong>,
}

/// Marks on the board.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Marks {
    /// Marked places.
    #[serde(default)]
    pub squares: Vec<String>,
    /// Arrows: two places joined by `-`.
    #[serde(default)]
    pub arrows: Vec<String>,
}

impl Marks {
    /// The two places of an arrow.
    pub fn arrow(text: &str) -> Option<(&str, &str)> {
        text.split_once('-')
    }
}

/// A typical wrong try.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wrong {
    /// Every action in order up to and including the wrong one, which may be illegal.
    #[serde(rename = "try")]
    pub tried: Vec<String>,
    /// What the learner reads.
    pub message: String,
    /// The opponent's answer, shown on the board.
    #[serde(default)]
    pub refutation: Vec<String>,
}

/// A text that is no course: what is wrong, and in which line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct CourseError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl Course {
    /// Parses a lesson file.
    #[cfg(not(target_family = "wasm"))]
    pub fn read(text: &str) -> Result<Self, CourseError> {
        toml::from_str(text).map_err(|error| {
            let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
            let line = before.matches('\n').count() + 1;
            CourseError { line, message: error.message().to_owned() }
        })
    }

    /// All levels, in order.
    pub fn levels(&self) -> impl Iterator<Item = &Level> {
        self.chapters.iter().flat_map(|chapter| &chapter.levels)
    }

    /// The level with this id.
    pub fn level(&self, id: &str) -> Option<&Level> {
        self.levels().find(|level| level.id == id)
    }
}

/// The courses of the catalog's games, in its order. A test checks that every course can be read.
static COURSES: LazyLock<Vec<(&'static GameInfo, Course)>> = LazyLock::new(|| {
    let infos = menagerie_catalog::games().iter().map(|game| game.info());
    infos.filter_map(|info| Some((info, built_in(info)?))).collect()
});

#[cfg(not(target_family = "wasm"))]
fn built_in(info: &GameInfo) -> Option<Course> {
    Course::read(info.lessons).ok()
}

/// The courses that the host has passed in, by game.
#[cfg(target_family = "wasm")]
static PASSED_IN: std::sync::OnceLock<std::collections::BTreeMap<String, Course>> = std::sync::OnceLock::new();

/// Passes the courses in, by game. Only before the first use of [`courses`]; the first ones stay.
#[cfg(target_family = "wasm")]
pub fn set_courses(courses: std::collections::BTreeMap<String, Course>) {
    let _ = PASSED_IN.set(courses);
}

#[cfg(target_family = "wasm")]
fn built_in(info: &GameInfo) -> Option<Course> {
    PASSED_IN.get()?.get(info.id).cloned()
}

/// The games that have a course, in the catalog's order.
pub fn courses() -> &'static [(&'static GameInfo, Course)] {
    &COURSES
}

/// The course of the game with this id, if it has one.
pub fn of_game(id: &str) -> Option<&'static Course> {
    COURSES.iter().find(|(info, _)| info.id == id).map(|(_, course)| course)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVEL: &str = "[[chapter]]\ntitle = \"A\"\n[[chapter.level]]\nid = \"den\"\ntitle = \"B\"\ntext = \"C\"\n\
                         position = \"P\"\nmoves = 1\nsolution = [\"a\"]\nsuccess = \"S\"\n";

    #[test]
    fn a_course_needs_chapters_levels_and_one_goal() {
        let course = Course::read(&format!("{LEVEL}goal = {{ win = true }}\n")).unwrap();
        assert_eq!((course.levels().count(), &course.level("den").unwrap().goal), (1, &Goal::Win));
        assert!(course.level("other").is_none());
    }

    #[test]
    fn a_mistake_is_reported_with_its_line() {
        let line = |text: &str| Course::read(text).unwrap_err().line;
        assert_eq!(line(&format!("{LEVEL}goal = {{ win = true }}\nhnit = \"x\"\n")), 12);
        assert_eq!(line(&format!("{LEVEL}goal = {{ win = true, line = true }}\n")), 11);
        assert_eq!(line("title ="), 1);
        assert!(Course::read("").is_err());
    }
}
