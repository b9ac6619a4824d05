//! Lessons: the courses, and playing a level. No attempt is kept: each request replays the learner's actions.

use std::sync::LazyLock;

use menagerie_game::GameInfo;
use menagerie_game::text::excerpt;
use menagerie_lessons::{Attempt, Level, Played, Status};
use menagerie_wire::lessons::{
    Chapter, ChapterSummary, Course, CourseSummary, LessonHint, LessonRequest, LessonResponse, LessonStatus,
    LessonStep, LevelSummary, Marks,
};
use menagerie_wire::{Code, Refused};

use crate::refused;
use crate::steps::Look;

/// The most actions of a learner in one level. A turn has a few, and a level at most 5 turns.
const MOST_ACTIONS: usize = 100;

/// The titles of all courses, chapters and levels.
pub fn list() -> Vec<CourseSummary> {
    let level = |level: &Level| LevelSummary { id: level.id.clone(), title: level.title.clone() };
    let chapter = |chapter: &menagerie_lessons::Chapter| ChapterSummary {
        title: chapter.title.clone(),
        levels: chapter.levels.iter().map(level).collect(),
    };
    let summary = |(info, course): &(&GameInfo, menagerie_lessons::Course)| CourseSummary {
        game: info.id.to_owned(),
        name: info.name().to_owned(),
        chapters: course.chapters.iter().map(chapter).collect(),
    };
    menagerie_lessons::courses().iter().map(summary).collect()
}

/// All courses, built once.
static COURSES: LazyLock<Vec<Course>> =
    LazyLock::new(|| menagerie_lessons::courses().iter().map(|(info, course)| course_facts(info, course)).collect());

/// A course as a learner may see it.
pub fn course(game: &str) -> Result<&'static Course, Refused> {
    COURSES.iter().find(|course| course.game == game).ok_or_else(|| no_course(game))
}

fn no_course(game: &str) -> Refused {
    refused(Code::NotFound, format!("there is no course for '{}'", excerpt(game)))
}

/// A course as a learner may see it.
fn course_facts(info: &GameInfo, course: &menagerie_lessons::Course) -> Course {
    let chapter = |chapter: &menagerie_lessons::Chapter| Chapter {
        title: chapter.title.clone(),
        levels: chapter.levels.iter().filter_map(|level| level_facts(info, level)).collect(),
    };
    Course {
        game: info.id.to_owned(),
        name: info.name().to_owned(),
        chapters: course.chapters.iter().map(chapter).collect(),
    }
}

/// A level as a learner may see it; `None` if it cannot be played, which the tests of the courses exclude.
fn level_facts(info: &GameInfo, level: &Level) -> Option<menagerie_wire::lessons::Level> {
    let attempt = Attempt::new(menagerie_catalog::find(info.id)?, level).ok()?;
    Some(menagerie_wire::lessons::Level {
        id: level.id.clone(),
        title: level.title.clone(),
        text: level.text.trim().to_owned(),
        seat: info.seat_name(attempt.learner()).to_owned(),
        position: attempt.view().text(),
        moves: level.moves,
        marks: marks(level),
        has_hint: level.hint.is_some(),
        rules: level.rules.clone(),
        guide: level.guide.clone(),
    })
}

fn marks(level: &Level) -> Marks {
    let arrow =
        |text: &String| menagerie_lessons::Marks::arrow(text).map(|(from, to)| (from.to_owned(), to.to_owned()));
    Marks { squares: level.marks.squares.clone(), arrows: level.marks.arrows.iter().filter_map(arrow).collect() }
}

/// A level by its ids.
pub fn find(game: &str, level: &str) -> Result<(&'static GameInfo, &'static Level), Refused> {
    let courses = menagerie_lessons::courses();
    let (info, course) = courses.iter().find(|(info, _)| info.id == game).ok_or_else(|| no_course(game))?;
    let unknown = || refused(Code::NotFound, format!("there is no level '{}' of {game}", excerpt(level)));
    Ok((info, course.level(level).ok_or_else(unknown)?))
}

/// The state of a level after the learner's actions.
pub fn play(info: &'static GameInfo, level: &'static Level, wanted: &LessonRequest) -> Result<LessonResponse, Refused> {
    if wanted.actions.len() > MOST_ACTIONS {
        return Err(refused(Code::TooMuch, format!("at most {MOST_ACTIONS} actions")));
    }
    let game = menagerie_catalog::find(info.id).ok_or_else(|| no_course(info.id))?;
    let unplayable = |error: menagerie_lessons::AttemptError| refused(Code::Trouble, error.to_string());
    let mut attempt = Attempt::new(game, level).map_err(unplayable)?;
    let mut answer = None;
    for action in &wanted.actions {
        let before = answer.replace(attempt.play(action));
        if before.is_some_and(|before| !matches!(before.status, Status::Going)) {
            return Err(refused(Code::Malformed, "only the last action may be illegal or end the level"));
        }
    }
    Ok(response(info, &attempt, answer, wanted.hint))
}

/// The state of an attempt after its last action.
fn response(
    info: &'static GameInfo,
    attempt: &Attempt<'_>,
    answer: Option<menagerie_lessons::Answer>,
    hint: bool,
) -> LessonResponse {
    let look = Look { info, seats: attempt.seats() };
    let (played, status) = answer.map_or((Vec::new(), Status::Going), |answer| (answer.played, answer.status));
    let played = steps(&look, played);
    let is_start = attempt.history().is_empty();
    let shown = LessonResponse {
        status: LessonStatus::Going,
        message: None,
        rule: None,
        reason: None,
        seen: played.last().map_or_else(|| look.seen(&*attempt.view(), &[]), |last| last.seen.clone()),
        played,
        refutation: Vec::new(),
        turns_left: attempt.turns_left(),
        marks: if is_start { marks(attempt.level()) } else { Marks::default() },
        hint: hint.then(|| {
            let hint = attempt.hint();
            LessonHint { text: hint.text.map(str::to_owned), action: hint.action.map(str::to_owned) }
        }),
    };
    match status {
        Status::Going => shown,
        Status::Solved => {
            LessonResponse { status: LessonStatus::Solved, message: Some(attempt.level().success.clone()), ..shown }
        }
        Status::Missed { message, refutation } => LessonResponse {
            status: LessonStatus::Missed,
            message: Some(message),
            refutation: steps(&look, refutation),
            ..shown
        },
        Status::Refused { message, rule, reason } => {
            LessonResponse { status: LessonStatus::Refused, message, rule, reason: Some(reason), ..shown }
        }
    }
}

fn steps(look: &Look, played: Vec<Played>) -> Vec<LessonStep> {
    played.into_iter().map(|step| look.step(step.actor, step.action, &step.effects, &*step.view)).collect()
}
