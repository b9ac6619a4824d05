//! `menagerie learn`: courses, line by line. It reads any input and writes plain text, so it also works over pipes.

mod level;
mod progress;
#[cfg(test)]
mod tests;

use std::io::{self, BufRead, Write};

use menagerie_catalog::find;
use menagerie_game::GameInfo;
use menagerie_game::text::excerpt;
use menagerie_lessons::{Course, courses};

use crate::PlayError;
use crate::line_console::Console;
use level::{LevelPlayer, Next};
use progress::ProgressFile;

/// The settings of a run.
#[derive(Clone, Debug, Default)]
pub struct Learn {
    /// The game; without it the courses are listed.
    pub game: Option<String>,
    /// The level to begin with; without it the first that is not solved.
    pub level: Option<String>,
    /// Whether to repeat the input after each prompt, for transcripts of piped input.
    pub echo: bool,
}

/// Plays a course until the person leaves or the input ends.
pub fn learn(learn: &Learn, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<(), PlayError> {
    let progress = ProgressFile::from_environment();
    let Some(game) = &learn.game else { return Ok(list_courses(&progress, out)?) };
    let (info, course) = named(game)?;
    let ids: Vec<&str> = course.levels().map(|level| level.id.as_str()).collect();
    let first = if let Some(id) = &learn.level {
        ids.iter().position(|known| known == id).ok_or_else(|| no_level(info, id))?
    } else {
        list_levels(info, course, &progress, out)?;
        ids.iter().position(|id| progress.stars(info.id, id) == 0).unwrap_or(0)
    };
    play(info, course, first, &progress, &mut Console::new(input, out, learn.echo))
}

fn play(
    info: &'static GameInfo,
    course: &'static Course,
    first: usize,
    progress: &ProgressFile,
    console: &mut Console<'_>,
) -> Result<(), PlayError> {
    let levels: Vec<_> = course.levels().collect();
    let mut index = first;
    while let Some(level) = levels.get(index) {
        let title = format!("{}, level {} of {}: {}", info.name(), index + 1, levels.len(), level.title);
        let player = LevelPlayer::new(info, level, title);
        let player = player.map_err(|error| PlayError::Usage(format!("level {}: {error}", level.id)))?;
        match player.run(progress, console)? {
            Next::Level => index += 1,
            Next::Quit => return Ok(()),
        }
    }
    console.say(&format!("You have finished the course. Play a game: menagerie play {}", info.id))?;
    Ok(())
}

fn named(game: &str) -> Result<(&'static GameInfo, &'static Course), PlayError> {
    let found = courses().iter().find(|(info, _)| info.id == game).map(|(info, course)| (*info, course));
    found.ok_or_else(|| {
        let known: Vec<_> = courses().iter().map(|(info, _)| info.id).collect();
        let what = if find(game).is_some() { "has no course" } else { "is no game" };
        PlayError::Usage(format!("'{}' {what}; there are courses for: {}", excerpt(game), known.join(", ")))
    })
}

fn no_level(info: &GameInfo, id: &str) -> PlayError {
    let hint = format!("`menagerie learn {}` lists the levels", info.id);
    PlayError::Usage(format!("there is no level '{}' of {}; {hint}", excerpt(id), info.id))
}

/// One line per course: how much of it is solved.
fn list_courses(progress: &ProgressFile, out: &mut dyn Write) -> io::Result<()> {
    for (info, course) in courses() {
        let (all, solved) = (course.levels().count(), solved(info, course, progress));
        writeln!(out, "{:<12} {}: {solved} of {all} levels", info.id, info.name())?;
    }
    writeln!(out, "\nBegin with: menagerie learn GAME")
}

fn solved(info: &GameInfo, course: &Course, progress: &ProgressFile) -> usize {
    course.levels().filter(|level| progress.stars(info.id, &level.id) > 0).count()
}

/// The contents of a course, with the stars of each level.
fn list_levels(info: &GameInfo, course: &Course, progress: &ProgressFile, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", info.name())?;
    for chapter in &course.chapters {
        writeln!(out, "  {}", chapter.title)?;
        for level in &chapter.levels {
            let stars = "*".repeat(usize::from(progress.stars(info.id, &level.id)));
            writeln!(out, "    {stars:<3} {:<20} {}", level.id, level.title)?;
        }
    }
    writeln!(out)
}
