//! Checks of a course: everything that a program can judge about it.

use std::collections::HashSet;
use std::fmt;

use menagerie_game::erased::AnyGame;
use menagerie_game::{GameInfo, Rulebook};

use crate::attempt::Attempt;
use crate::course::{Course, Level, Marks};
use crate::goal::{Captures, Goal};
use crate::line_check;

/// The most words of a level's text.
const TEXT_WORDS: usize = 60;
/// The most words of a message, a hint, and the sentence after a solved level.
const MESSAGE_WORDS: usize = 40;
/// The most words of a title.
const TITLE_WORDS: usize = 8;
/// The most turns of a level.
const MAX_MOVES: u8 = 5;

/// Something wrong with a course.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The level's id; `None` for the whole course.
    pub level: Option<String>,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.level {
            Some(level) => write!(f, "level {level}: {}", self.what),
            None => f.write_str(&self.what),
        }
    }
}

/// All faults of a course of this game.
pub fn check(game: &dyn AnyGame, course: &Course) -> Vec<Fault> {
    let mut faults = whole_course(game.info(), course);
    for level in course.levels() {
        let mut checked = Checked { game, level, faults: Vec::new() };
        checked.texts();
        checked.names();
        checked.play();
        let id = Some(level.id.clone());
        faults.extend(checked.faults.into_iter().map(|what| Fault { level: id.clone(), what }));
    }
    faults
}

/// Unique ids; every section of the guide is taught.
fn whole_course(info: &GameInfo, course: &Course) -> Vec<Fault> {
    let fault = |what| Fault { level: None, what };
    let mut ids = HashSet::new();
    let twice = course.levels().filter(|level| !ids.insert(level.id.as_str()));
    let mut faults: Vec<_> = twice.map(|level| fault(format!("the id '{}' occurs twice", level.id))).collect();
    let empty = course.chapters.iter().filter(|chapter| chapter.levels.is_empty() || chapter.title.is_empty());
    faults.extend(empty.map(|chapter| fault(format!("chapter '{}' has no levels or no title", chapter.title))));
    let taught: HashSet<&str> = course.levels().flat_map(|level| &level.guide).map(String::as_str).collect();
    let missing = Rulebook::read(info.id, info.guide).sections;
    let missing = missing.iter().filter(|anchor| !taught.contains(anchor.as_str()));
    faults.extend(missing.map(|anchor| fault(format!("no level teaches the guide's section '{anchor}'"))));
    faults
}

/// The checks of one level.
struct Checked<'a> {
    game: &'a dyn AnyGame,
    level: &'a Level,
    faults: Vec<String>,
}

impl Checked<'_> {
    fn fault(&mut self, what: impl Into<String>) {
        self.faults.push(what.into());
    }

    /// Word limits, and texts that must not be empty.
    fn texts(&mut self) {
        let level = self.level;
        let kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if level.id.is_empty() || !level.id.chars().all(kebab) {
            self.fault("id: use lower-case letters, digits and '-'");
        }
        let messages = level.wrong.iter().map(|wrong| ("message", &wrong.message));
        let optional = [("hint", level.hint.as_ref()), ("missed", level.missed.as_ref())];
        let optional = optional.into_iter().filter_map(|(key, text)| Some((key, text?)));
        let short = [("success", &level.success)].into_iter().chain(optional).chain(messages);
        let limited = short.map(|(key, text)| (key, text, MESSAGE_WORDS));
        let long = [("title", &level.title, TITLE_WORDS), ("text", &level.text, TEXT_WORDS)];
        for (key, text, limit) in long.into_iter().chain(limited) {
            let words = text.split_whitespace().count();
            if words == 0 || words > limit {
                self.fault(format!("{key}: {words} words; it needs 1 to {limit}"));
            }
        }
    }

    /// Rules, headings, kinds and numbers exist.
    fn names(&mut self) {
        let (level, info) = (self.level, self.game.info());
        let rules = Rulebook::read(info.id, info.rules).ids;
        let headings = Rulebook::read(info.id, info.guide).anchors;
        let unknown = |key: &str, known: &[String], given: &[String]| -> Vec<String> {
            let unknown = given.iter().filter(|name| !known.contains(name));
            unknown.map(|name| format!("{key}: there is no '{name}'")).collect()
        };
        self.faults.extend(unknown("rules", &rules, &level.rules));
        self.faults.extend(unknown("guide", &headings, &level.guide));
        if !(1..=MAX_MOVES).contains(&level.moves) {
            self.fault(format!("moves: {}; it needs 1 to {MAX_MOVES}", level.moves));
        }
        if level.replies.is_some_and(|number| menagerie_search::Level::new(number).is_none()) {
            self.fault("replies: a computer level is a number from 1 to 8");
        }
        if let Some(seat) = level.seat.as_deref().filter(|name| info.seat_named(name).is_none()) {
            self.fault(format!("seat: there is no seat '{seat}'"));
        }
    }

    /// The position, the goal, and all lines.
    fn play(&mut self) {
        let (game, level) = (self.game, self.level);
        let attempt = match Attempt::new(game, level) {
            Ok(attempt) => attempt,
            Err(error) => return self.fault(error.to_string()),
        };
        self.places(&attempt);
        if attempt.is_reached_at_start() {
            self.fault("goal: it is reached at the start");
        }
        let lines =
            std::iter::once(("solution", &level.solution)).chain(level.other.iter().map(|line| ("other", line)));
        for (key, line) in lines {
            if let Err(what) = line_check::solution(game, level, line) {
                self.fault(format!("{key} {line:?}: {what}"));
            }
        }
        for wrong in &level.wrong {
            if let Err(what) = line_check::wrong(game, level, wrong) {
                self.fault(format!("wrong try {:?}: {what}", wrong.tried));
            }
        }
    }

    /// Marks and goals name places of the board, and kinds of the game.
    fn places(&mut self, attempt: &Attempt<'_>) {
        let level = self.level;
        let scene = attempt.view().scene();
        let is_place = |id: &str| scene.spots.iter().any(|spot| spot.id.as_str() == id);
        let (mut places, kind) = goal_names(&level.goal);
        places.extend(level.marks.squares.iter().map(|place| ("marks", place.as_str())));
        for arrow in &level.marks.arrows {
            match Marks::arrow(arrow) {
                Some((from, to)) => places.extend([("marks", from), ("marks", to)]),
                None => self.fault(format!("marks: the arrow '{arrow}' is not FROM-TO")),
            }
        }
        for (key, place) in places.into_iter().filter(|(_, place)| !is_place(place)) {
            self.fault(format!("{key}: there is no place '{place}'"));
        }
        if let Some(kind) = kind.filter(|kind| self.game.info().kind(kind).is_none()) {
            self.fault(format!("goal: there is no kind '{kind}'"));
        }
        self.goal_numbers();
    }

    fn goal_numbers(&mut self) {
        match &self.level.goal {
            Goal::Survive { turns, .. } if *turns != self.level.moves => {
                self.fault("goal: 'survive' and 'moves' must be the same number");
            }
            Goal::Capture(Captures::Number(0)) => self.fault("goal: capture at least 1"),
            Goal::Effect(effect) if effect.is_empty() => self.fault("goal: name an effect"),
            _ => {}
        }
    }
}

/// The places and the kind that a goal names.
fn goal_names(goal: &Goal) -> (Vec<(&'static str, &str)>, Option<&str>) {
    let (places, kind): (&[String], _) = match goal {
        Goal::Reach { places, kind } => (places, kind.as_deref()),
        Goal::Capture(Captures::Places(places)) | Goal::Survive { keep: places, .. } => (places, None),
        _ => (&[], None),
    };
    (places.iter().map(|place| ("goal", place.as_str())).collect(), kind)
}
