//! Puzzles: the collections, one puzzle, and playing it. No attempt is kept: each request replays the solver's actions.

use menagerie_game::GameInfo;
use menagerie_game::text::excerpt;
use menagerie_puzzles::{Answer, Attempt, Collection, Goal, Played, Puzzle, Source, Status, collections, theme_name};
use menagerie_wire::lessons::{LessonHint, LessonRequest, LessonResponse, LessonStatus, LessonStep, Marks};
use menagerie_wire::puzzles::{PuzzleCollection, PuzzleTheme};
use menagerie_wire::{Code, Refused};

use crate::refused;
use crate::steps::Look;

/// The most actions of a solver in one puzzle.
const MOST_ACTIONS: usize = 100;

/// The collections with their themes.
pub fn list() -> Vec<PuzzleCollection> {
    collections::games().filter_map(collections::of_game).filter_map(summary).collect()
}

fn summary(collection: &Collection) -> Option<PuzzleCollection> {
    let info = menagerie_catalog::find(&collection.game)?.info();
    let theme = |(id, count): (&str, usize)| PuzzleTheme { count: count as u32, ..theme(info, id) };
    Some(PuzzleCollection {
        game: info.id.to_owned(),
        name: info.name().to_owned(),
        count: collection.puzzles.len() as u32,
        themes: collection.themes().into_iter().map(theme).collect(),
        own: None,
    })
}

/// The collection of a game.
pub fn of_game(game: &str) -> Result<&'static Collection, Refused> {
    let none = || refused(Code::NotFound, format!("there are no puzzles of '{}'", excerpt(game)));
    collections::of_game(game).ok_or_else(none)
}

/// A puzzle by its id.
pub fn find(id: &str) -> Result<&'static Puzzle, Refused> {
    collections::find(id).ok_or_else(|| refused(Code::NotFound, format!("there is no puzzle '{}'", excerpt(id))))
}

/// A puzzle without its solution, with the rating that it has now.
pub fn shown(puzzle: &Puzzle, rating: u16) -> Result<menagerie_wire::puzzles::Puzzle, Refused> {
    let turns = attempt(puzzle)?.turns();
    Ok(menagerie_wire::puzzles::Puzzle {
        id: puzzle.id.clone(),
        game: puzzle.game.clone(),
        solver: puzzle.solver.clone(),
        goal: match puzzle.goal {
            Goal::Win => "win",
            Goal::Advantage => "advantage",
            Goal::Eliminate => "eliminate",
        }
        .to_owned(),
        turns: u8::try_from(turns).unwrap_or(u8::MAX),
        position: puzzle.position.clone(),
        rating,
        start: puzzle.source.start().map(str::to_owned),
        actions: puzzle.source.actions().to_vec(),
        source: match &puzzle.source {
            Source::SelfPlay { .. } => "self-play".to_owned(),
            Source::Record { name, .. } => name.clone(),
        },
        done: None,
    })
}

/// The themes of a puzzle. They tell about the solution, so they are for those who know it.
pub fn themes(puzzle: &Puzzle) -> Vec<PuzzleTheme> {
    let Some(chosen) = puzzle.chosen() else { return Vec::new() };
    puzzle.themes.iter().map(|id| theme(chosen.game.info(), id)).collect()
}

/// A theme in words: a motif by its name, a rule by the heading of its section.
fn theme(info: &GameInfo, id: &str) -> PuzzleTheme {
    let named =
        |section: &str| heading(collections::rules_text(info), section).unwrap_or_else(|| format!("Rule {section}"));
    let name = match id.split('/').collect::<Vec<_>>()[..] {
        [_, section, number] => format!("{}, {number}", named(section)),
        [_, section] => named(section),
        _ => theme_name(id),
    };
    PuzzleTheme { id: id.to_owned(), name, count: 0 }
}

/// The heading of a rule file's section, given by its slug: `{#slug}`, its leading number, or its words.
fn heading(rules: &str, section: &str) -> Option<String> {
    let slug = format!("{{#{section}}}");
    let headings = rules.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    let words = section.replace('-', " ");
    let mut found = headings.filter_map(|heading| {
        let (number, rest) = heading.split_once(' ').unwrap_or((heading, heading));
        let is_slug = heading.contains(&slug) || number == section || heading.eq_ignore_ascii_case(&words);
        let without_number = if number.starts_with(|it: char| it.is_ascii_digit()) { rest } else { heading };
        is_slug.then(|| without_number.split(" {#").next().unwrap_or(without_number).trim().to_owned())
    });
    found.next()
}

/// The puzzle after the solver's actions.
pub fn play(puzzle: &'static Puzzle, wanted: &LessonRequest) -> Result<LessonResponse, Refused> {
    let (attempt, answer) = replay(puzzle, &wanted.actions)?;
    let info = puzzle.chosen().ok_or_else(|| broken(&"unknown game"))?.game.info();
    Ok(response(info, &attempt, answer, wanted.hint))
}

/// Whether these actions solve the puzzle.
pub fn is_solved(puzzle: &'static Puzzle, actions: &[String]) -> Result<bool, Refused> {
    let (_, answer) = replay(puzzle, actions)?;
    Ok(answer.is_some_and(|answer| matches!(answer.status, Status::Solved)))
}

fn replay<'p>(puzzle: &'p Puzzle, actions: &[String]) -> Result<(Attempt<'p>, Option<Answer>), Refused> {
    if actions.len() > MOST_ACTIONS {
        return Err(refused(Code::TooMuch, format!("at most {MOST_ACTIONS} actions")));
    }
    let mut attempt = attempt(puzzle)?;
    let mut answer = None;
    for action in actions {
        let before: Option<Answer> = answer.replace(attempt.play(action));
        if before.is_some_and(|before| !matches!(before.status, Status::Going)) {
            return Err(refused(Code::Malformed, "only the last action may be illegal or end the puzzle"));
        }
    }
    Ok((attempt, answer))
}

fn attempt(puzzle: &Puzzle) -> Result<Attempt<'_>, Refused> {
    let chosen = puzzle.chosen().ok_or_else(|| broken(&"unknown game"))?;
    Attempt::new(chosen.game, puzzle).map_err(|error| broken(&error))
}

fn broken(error: &dyn std::fmt::Display) -> Refused {
    refused(Code::Trouble, format!("this puzzle cannot be played: {error}"))
}

fn response(info: &'static GameInfo, attempt: &Attempt<'_>, answer: Option<Answer>, hint: bool) -> LessonResponse {
    let look = Look { info, seats: attempt.seats() };
    let (played, status) = answer.map_or((Vec::new(), Status::Going), |answer| (answer.played, answer.status));
    let played = steps(&look, played);
    let shown = LessonResponse {
        status: LessonStatus::Going,
        message: None,
        rule: None,
        reason: None,
        seen: played.last().map_or_else(|| look.seen(&*attempt.view(), &[]), |last| last.seen.clone()),
        played,
        refutation: Vec::new(),
        turns_left: u8::try_from(attempt.turns_left()).unwrap_or(u8::MAX),
        marks: Marks::default(),
        hint: hint.then(|| LessonHint { text: None, action: attempt.hint() }),
    };
    match status {
        Status::Going => shown,
        Status::Solved => LessonResponse { status: LessonStatus::Solved, ..shown },
        Status::Wrong { refutation } => {
            LessonResponse { status: LessonStatus::Missed, refutation: steps(&look, refutation), ..shown }
        }
        Status::Refused { rule, reason } => {
            LessonResponse { status: LessonStatus::Refused, rule, reason: Some(reason), ..shown }
        }
    }
}

fn steps(look: &Look, played: Vec<Played>) -> Vec<LessonStep> {
    played.into_iter().map(|step| look.step(step.actor, step.action, &step.effects, &*step.view)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn themes_have_names_for_players() {
        let info = menagerie_catalog::find("jungle").unwrap().info();
        assert_eq!(theme(info, "den-race").name, theme_name("den-race"));
        assert_eq!(theme(info, "jungle/captures/2").name, "Captures, 2");
    }

    #[test]
    fn every_theme_of_every_collection_has_a_name_without_ids() {
        for collection in list() {
            for theme in collection.themes {
                assert!(!theme.name.contains(['/', '#', '{']), "{}: {}", theme.id, theme.name);
            }
        }
    }
}
