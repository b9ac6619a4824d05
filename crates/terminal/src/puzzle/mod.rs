//! `menagerie puzzle`: puzzles, line by line. It reads any input and writes plain text, so it also works over pipes.

mod rating;
mod solve;
#[cfg(test)]
mod tests;

use std::io::{self, BufRead, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use menagerie_catalog::find;
use menagerie_game::GameName;
use menagerie_game::text::excerpt;
use menagerie_puzzles::{Collection, Puzzle, Selection, collections, theme_name};

use crate::PlayError;
use crate::line_console::Console;
use rating::RatingFile;
use solve::{Next, PuzzlePlayer};

/// The settings of a run.
#[derive(Clone, Debug, Default)]
pub struct SolvePuzzles {
    /// The game, with or without options; without it the collections are listed.
    pub game: Option<String>,
    /// Only puzzles with this theme.
    pub theme: Option<String>,
    /// The puzzle of the day only.
    pub daily: bool,
    /// The puzzle with this id only.
    pub id: Option<String>,
    /// Whether to repeat the input after each prompt, for transcripts of piped input.
    pub echo: bool,
}

/// Plays puzzles until the person leaves or the input ends.
pub fn solve_puzzles(options: &SolvePuzzles, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<(), PlayError> {
    let ratings = RatingFile::from_environment();
    let game = options.id.as_deref().and_then(|id| id.rsplit_once('-')).map(|(game, _)| game);
    let Some(game) = game.or(options.game.as_deref()) else { return Ok(list_games(&ratings, out)?) };
    let collection = named(game)?;
    let mut console = Console::new(input, out, options.echo);
    if let Some(theme) = &options.theme {
        known_theme(collection, theme)?;
    }
    if let Some(id) = &options.id {
        let puzzle =
            collection.get(id).ok_or_else(|| PlayError::Usage(format!("there is no puzzle '{}'", excerpt(id))))?;
        return play_one(puzzle, "Puzzle", &ratings, &mut console);
    }
    if options.daily {
        let puzzle = collection.daily(today()).ok_or_else(|| PlayError::Usage("there is no puzzle today".into()))?;
        return play_one(puzzle, "Puzzle of the day", &ratings, &mut console);
    }
    play(options, game, collection, &ratings, &mut console)
}

/// Days since 1970-01-01 in UTC, so that the puzzle of the day is the same everywhere.
fn today() -> u32 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| (time.as_secs() / 86_400) as u32)
}

/// An endless run of puzzles near the player's rating.
fn play(
    options: &SolvePuzzles,
    game: &str,
    collection: &Collection,
    ratings: &RatingFile,
    console: &mut Console<'_>,
) -> Result<(), PlayError> {
    loop {
        let seen = ratings.seen(&collection.game);
        let exclude: Vec<&str> = seen.iter().map(String::as_str).collect();
        let selection = Selection {
            rating: ratings.rating(&collection.game),
            theme: options.theme.as_deref(),
            game: Some(game).filter(|game| game.contains(':')),
            exclude: &exclude,
            seed: seen.len() as u64,
        };
        let Some(puzzle) = collection.next(&selection) else {
            console.say("You have seen every puzzle of this kind.")?;
            return Ok(());
        };
        match PuzzlePlayer::new(puzzle, "Puzzle").map_err(unplayable(puzzle))?.run(ratings, console)? {
            Next::Puzzle => {}
            Next::Quit => return Ok(()),
        }
    }
}

fn play_one(puzzle: &Puzzle, title: &str, ratings: &RatingFile, console: &mut Console<'_>) -> Result<(), PlayError> {
    PuzzlePlayer::new(puzzle, title).map_err(unplayable(puzzle))?.run(ratings, console)?;
    Ok(())
}

fn unplayable(puzzle: &Puzzle) -> impl Fn(menagerie_puzzles::AttemptError) -> PlayError {
    move |error| PlayError::Usage(format!("puzzle {}: {error}", puzzle.id))
}

fn named(game: &str) -> Result<&'static Collection, PlayError> {
    collections::of_game(game).ok_or_else(|| {
        let known: Vec<_> = collections::games().collect();
        let what = if find(GameName::new(game).id).is_some() { "has no puzzles" } else { "is no game" };
        PlayError::Usage(format!("'{}' {what}; there are puzzles for: {}", excerpt(game), known.join(", ")))
    })
}

fn known_theme(collection: &Collection, theme: &str) -> Result<(), PlayError> {
    let themes = collection.themes();
    if themes.iter().any(|(known, _)| *known == theme) {
        return Ok(());
    }
    let known: Vec<_> = themes.iter().map(|(name, _)| *name).collect();
    let game = &collection.game;
    Err(PlayError::Usage(format!("{game} has no theme '{}'; its themes are: {}", excerpt(theme), known.join(", "))))
}

/// One line per game: how many puzzles, the player's rating, the most frequent themes.
fn list_games(ratings: &RatingFile, out: &mut dyn Write) -> io::Result<()> {
    for collection in collections::games().filter_map(collections::of_game) {
        let (game, count) = (&collection.game, collection.puzzles.len());
        writeln!(out, "{game:<12} {count} puzzles, your rating {}", ratings.rating(game))?;
        let motifs = collection.themes().into_iter().filter(|(theme, _)| !theme.contains('/')).take(6);
        let words: Vec<_> = motifs.map(|(theme, number)| format!("{} ({number})", theme_name(theme))).collect();
        writeln!(out, "{:<12} {}", "", words.join(", "))?;
    }
    writeln!(out, "\nBegin with: menagerie puzzle GAME")
}
