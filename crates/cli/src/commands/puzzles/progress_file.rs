//! The files of a mining run: the collection, and beside it the numbers of the finished games.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use menagerie_game::GameInfo;
use menagerie_puzzles::Collection;
use menagerie_puzzles::mine::{MinedGame, refresh};

/// How often the files are written.
const PAUSE: Duration = Duration::from_secs(10);

/// A collection that grows, and the games that were mined for it.
pub(super) struct ProgressFile {
    path: PathBuf,
    settings: String,
    collection: Collection,
    done: HashSet<u64>,
    saved: Instant,
}

impl ProgressFile {
    /// Opens the files, or begins new ones. Old puzzles get their present themes and ratings. Refuses a damaged collection, one of another game, and games of other
    /// settings.
    pub(super) fn open(path: &Path, info: &GameInfo, settings: &str) -> Result<Self, String> {
        let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let mut collection = Collection::new(info);
        if path.exists() {
            let text = fs::read_to_string(path).map_err(|error| wrong(&error))?;
            let old = Collection::read(&text).map_err(|error| wrong(&error))?;
            if old.game != info.id {
                return Err(wrong(&format!("this is a collection of {}, not of {}", old.game, info.id)));
            }
            collection.puzzles = old.puzzles;
            collection.puzzles.iter_mut().for_each(refresh);
        }
        let progress = beside(path, "progress");
        let text = fs::read_to_string(&progress).unwrap_or_default();
        let (first, numbers) = text.split_once('\n').unwrap_or_default();
        if !first.is_empty() && first != settings {
            return Err(format!("{} was begun with other settings: {first}", progress.display()));
        }
        let done = numbers.split_whitespace().filter_map(|number| number.parse().ok()).collect();
        Ok(Self { path: path.to_owned(), settings: settings.to_owned(), collection, done, saved: Instant::now() })
    }

    /// The numbers of the finished games.
    pub(super) fn done(&self) -> &HashSet<u64> {
        &self.done
    }

    /// The number of puzzles.
    pub(super) fn puzzles(&self) -> usize {
        self.collection.puzzles.len()
    }

    /// Adds a game, and writes the files at times.
    pub(super) fn add(&mut self, game: MinedGame) -> io::Result<()> {
        self.done.insert(game.number);
        for puzzle in game.puzzles {
            self.collection.add(puzzle);
        }
        if self.saved.elapsed() < PAUSE { Ok(()) } else { self.save() }
    }

    /// Keeps at most this many puzzles.
    pub(super) fn thin(&mut self, limit: usize) {
        self.collection.thin(limit);
    }

    /// Writes both files. The collection comes first: a game that is mined twice adds no puzzle.
    pub(super) fn save(&mut self) -> io::Result<()> {
        let mut numbers: Vec<_> = self.done.iter().copied().collect();
        numbers.sort_unstable();
        let numbers: Vec<_> = numbers.iter().map(ToString::to_string).collect();
        let mut ranked = self.collection.clone();
        ranked.rank();
        replace(&self.path, &ranked.write())?;
        replace(&beside(&self.path, "progress"), &format!("{}\n{}\n", self.settings, numbers.join(" ")))?;
        self.saved = Instant::now();
        Ok(())
    }
}

/// The same path with another ending after its own.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".");
    name.push(ending);
    name.into()
}

/// Writes a file so that a crash leaves the old or the new text.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let part = beside(path, "part");
    fs::write(&part, text)?;
    fs::rename(part, path)
}
