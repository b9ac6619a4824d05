//! `menagerie lessons`: tools for authors of courses.

use std::fs;
use std::io::Write;
use std::path::Path;

use clap::{Args, Subcommand};
use menagerie_catalog::find;
use menagerie_game::erased::AnyGame;
use menagerie_game::text::excerpt;
use menagerie_lessons::{Course, check};

use crate::error::CliError;

const EXAMPLES: &str = "\
Examples:
  menagerie lessons check
  menagerie lessons check jungle
  menagerie lessons check crates/games/jungle/lessons.toml

A file belongs to the game that its key `game` names, or else to the game with the name of its folder.
The exit status is 1 if a course has faults.";

/// Check the courses for newcomers
#[derive(Args)]
pub(crate) struct Lessons {
    #[command(subcommand)]
    command: Tool,
}

#[derive(Subcommand)]
enum Tool {
    Check(Check),
}

/// Play all lines of a course and report its faults
#[derive(Args)]
#[command(after_help = EXAMPLES)]
struct Check {
    /// Games, or files outside the program; all games that have a course if left out
    #[arg(value_name = "GAME|FILE")]
    courses: Vec<String>,
}

impl Lessons {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let Tool::Check(check) = self.command;
        check.run(out)
    }
}

impl Check {
    fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let mut faults = 0;
        let with_course = menagerie_catalog::games().iter().map(|game| game.info());
        let names: Vec<String> = match self.courses {
            given if !given.is_empty() => given,
            _ => with_course.filter(|info| !info.lessons.is_empty()).map(|info| info.id.to_owned()).collect(),
        };
        for name in &names {
            faults += report(name, out)?;
        }
        match faults {
            0 => Ok(()),
            faults => Err(CliError::Illegal(counted(faults, "fault"))),
        }
    }
}

/// Writes the faults of a course, or how long it is, and returns their number.
fn report(name: &str, out: &mut impl Write) -> Result<usize, CliError> {
    let (game, course) = match read(name)? {
        Ok(found) => found,
        Err(error) => {
            writeln!(out, "{name}: {error}")?;
            return Ok(1);
        }
    };
    let faults = check(game, &course);
    for fault in &faults {
        writeln!(out, "{name}: {fault}")?;
    }
    if faults.is_empty() {
        let (chapters, levels) = (course.chapters.len(), course.levels().count());
        writeln!(out, "{name}: {}, {}, no faults", counted(chapters, "chapter"), counted(levels, "level"))?;
    }
    Ok(faults.len())
}

/// The course of a game or in a file, with its game; inside, a text that is no course.
fn read(name: &str) -> Result<Result<(&'static dyn AnyGame, Course), String>, CliError> {
    if let Some(game) = find(name) {
        let text = game.info().lessons;
        let none = || CliError::Usage(format!("{name} has no course"));
        let text = Some(text).filter(|text| !text.is_empty()).ok_or_else(none)?;
        return Ok(Course::read(text).map(|course| (game, course)).map_err(|error| error.to_string()));
    }
    let path = Path::new(name);
    let text = fs::read_to_string(path)
        .map_err(|error| CliError::Usage(format!("'{}' is no game and no readable file: {error}", excerpt(name))))?;
    let course = match Course::read(&text) {
        Ok(course) => course,
        Err(error) => return Ok(Err(error.to_string())),
    };
    let folder =
        fs::canonicalize(path)?.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    let id = course.game.clone().or(folder).unwrap_or_default();
    let unknown =
        || CliError::Usage(format!("{name}: there is no game '{}'; add game = \"ID\" to the file", excerpt(&id)));
    Ok(Ok((find(&id).ok_or_else(unknown)?, course)))
}

/// A number with what it counts.
fn counted(number: usize, one: &str) -> String {
    format!("{number} {one}{}", if number == 1 { "" } else { "s" })
}
