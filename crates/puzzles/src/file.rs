//! The collection file: JSON lines, a header and then one puzzle per line.

use std::collections::HashSet;

use menagerie_catalog::find;
use menagerie_game::text::excerpt;
use menagerie_game::{GameInfo, GameName};
use serde::{Deserialize, Serialize};

use crate::puzzle::{Puzzle, hash};

/// The version of the file's form.
pub const VERSION: u32 = 1;
/// What the first line of every collection says.
const FORMAT: &str = "menagerie-puzzles";

/// The puzzles of one game.
#[derive(Clone, PartialEq, Debug)]
pub struct Collection {
    /// The game's id.
    pub game: String,
    /// The hash of the rules under which the puzzles were verified; see [`rules_hash`].
    pub rules: String,
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
}

/// The first line of a collection.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    format: String,
    version: u32,
    game: String,
    rules: String,
    puzzles: usize,
}

/// A text that is no collection: what is wrong, and in which line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct FileError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub fault: FileFault,
}

/// What is wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FileFault {
    /// The header is something else.
    #[error("this is not a collection of puzzles: the first line must be its header")]
    NotACollection,
    /// Another version of the form.
    #[error("the collection has version {found}, this program reads version {VERSION}")]
    Version {
        /// The version in the file.
        found: u32,
    },
    /// The catalog does not have the game.
    #[error("there is no game '{found}'")]
    UnknownGame {
        /// The game in the file.
        found: String,
    },
    /// A line that is no puzzle.
    #[error("this is not a puzzle: {0}")]
    NotAPuzzle(String),
    /// A puzzle of another game.
    #[error("puzzle {id} is of {found}, the collection is of {expected}")]
    OtherGame {
        /// The puzzle.
        id: String,
        /// Its game.
        found: String,
        /// The game of the collection.
        expected: String,
    },
    /// The id does not fit position and line.
    #[error("puzzle {id} is damaged: its id does not fit its position and its line")]
    Damaged {
        /// The puzzle.
        id: String,
    },
    /// The same puzzle twice.
    #[error("puzzle {id} is there twice")]
    Twice {
        /// The puzzle.
        id: String,
    },
    /// The number of lines is not that of the header.
    #[error("the file is cut off or was added to: it has {found} puzzles, its header says {expected}")]
    Count {
        /// The puzzles in the file.
        found: usize,
        /// The number in the header.
        expected: usize,
    },
}

impl Collection {
    /// An empty collection under the present rules.
    pub fn new(info: &GameInfo) -> Self {
        Self { game: info.id.to_owned(), rules: rules_hash(info), puzzles: Vec::new() }
    }

    /// Reads a collection file. Nothing is replayed: `verify` does that.
    pub fn read(text: &str) -> Result<Self, FileError> {
        let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
        let header = lines.next().map_or("", |(_, line)| line);
        let header = read_header(header).map_err(|fault| FileError { line: 1, fault })?;
        let (mut puzzles, mut ids, mut last) = (Vec::with_capacity(header.puzzles.min(100_000)), HashSet::new(), 1);
        for (line, text) in lines {
            last = line;
            let puzzle = read_puzzle(text, &header.game).map_err(|fault| FileError { line, fault })?;
            if !ids.insert(puzzle.id.clone()) {
                return Err(FileError { line, fault: FileFault::Twice { id: puzzle.id } });
            }
            puzzles.push(puzzle);
        }
        if puzzles.len() != header.puzzles {
            let fault = FileFault::Count { found: puzzles.len(), expected: header.puzzles };
            return Err(FileError { line: last, fault });
        }
        Ok(Self { game: header.game, rules: header.rules, puzzles })
    }

    /// The text of the file.
    pub fn write(&self) -> String {
        let (game, rules) = (self.game.clone(), self.rules.clone());
        let header = Header { format: FORMAT.to_owned(), version: VERSION, game, rules, puzzles: self.puzzles.len() };
        let mut text = to_line(&header);
        for puzzle in &self.puzzles {
            text += &to_line(puzzle);
        }
        text
    }

    /// The puzzle with this id.
    pub fn get(&self, id: &str) -> Option<&Puzzle> {
        self.puzzles.iter().find(|puzzle| puzzle.id == id)
    }

    /// Whether the rules of the game have changed since the puzzles were verified.
    pub fn has_other_rules(&self) -> bool {
        find(&self.game).is_none_or(|game| rules_hash(game.info()) != self.rules)
    }
}

/// Plain data of these types always has a JSON form.
fn to_line(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

fn read_header(line: &str) -> Result<Header, FileFault> {
    let header: Header = serde_json::from_str(line).map_err(|_| FileFault::NotACollection)?;
    if header.format != FORMAT {
        return Err(FileFault::NotACollection);
    }
    if header.version != VERSION {
        return Err(FileFault::Version { found: header.version });
    }
    if find(&header.game).is_none() {
        return Err(FileFault::UnknownGame { found: excerpt(&header.game) });
    }
    Ok(header)
}

fn read_puzzle(line: &str, game: &str) -> Result<Puzzle, FileFault> {
    let puzzle: Puzzle = serde_json::from_str(line).map_err(|error| FileFault::NotAPuzzle(error.to_string()))?;
    let id = excerpt(&puzzle.id);
    if GameName::new(&puzzle.game).id != game {
        return Err(FileFault::OtherGame { id, found: excerpt(&puzzle.game), expected: game.to_owned() });
    }
    if puzzle.line.is_empty() || puzzle.id != Puzzle::id_of(&puzzle.game, &puzzle.position, &puzzle.line) {
        return Err(FileFault::Damaged { id });
    }
    Ok(puzzle)
}

/// The hash of a game's rules as its tests read them: the examples and perft tables of its `rules.md`.
pub fn rules_hash(info: &GameInfo) -> String {
    let fenced = info.rules.split("```").skip(1).step_by(2);
    format!("{:016x}", hash(fenced))
}
