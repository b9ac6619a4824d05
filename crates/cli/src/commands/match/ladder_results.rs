//! The results file of a ladder: one line for each game, so that an interrupted run can be continued.

use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::mem;
use std::path::{Path, PathBuf};
use std::time::Duration;

use menagerie_engine::arena::{EngineMatch, GameResult, MatchConfig, ThinkingTime};

use super::ladder::Step;
use crate::error::CliError;

/// The results of earlier runs, and the file that gets the new ones.
pub(super) struct LadderResults {
    file: Option<(PathBuf, File)>,
    known: Vec<KnownGame>,
}

/// The result of a game from the file.
#[derive(PartialEq, Debug)]
pub(super) struct KnownGame {
    game: String,
    level: u8,
    number: usize,
    /// The length of the opening.
    opening: u32,
    /// The score of each seat, its thinking time in microseconds and its number of actions.
    seats: Vec<(f64, u64, u32)>,
}

impl LadderResults {
    /// Opens or creates the file. One that was made with other settings or by another version is refused.
    pub(super) fn open(path: Option<&Path>, games: &[MatchConfig]) -> Result<Self, CliError> {
        let Some(path) = path else { return Ok(Self { file: None, known: Vec::new() }) };
        let unusable = |error: io::Error| CliError::Usage(format!("--results {}: {error}", path.display()));
        let head = head(games);
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(unusable(error)),
        };
        let mut file = OpenOptions::new().append(true).create(true).open(path).map_err(unusable)?;
        let mut lines = text.split_inclusive('\n');
        let known = match lines.next() {
            None => {
                writeln!(file, "{head}").map_err(unusable)?;
                Vec::new()
            }
            Some(first) if first.trim_end() == head => {
                // A run that was killed may have left half a line.
                if !text.ends_with('\n') {
                    writeln!(file).map_err(unusable)?;
                }
                lines.filter(|line| line.ends_with('\n')).filter_map(KnownGame::read).collect()
            }
            Some(first) => {
                let first = menagerie_game::text::excerpt(first.trim_end());
                let other = format!("--results {}: made by '{first}', and this is '{head}'", path.display());
                return Err(CliError::Usage(other));
            }
        };
        Ok(Self { file: Some((path.to_owned(), file)), known })
    }

    /// The games of earlier runs.
    pub(super) fn take_known(&mut self) -> Vec<KnownGame> {
        mem::take(&mut self.known)
    }

    /// Adds a game to the file.
    pub(super) fn add(&mut self, step: &Step, result: &GameResult) -> Result<(), CliError> {
        let Some((path, file)) = &mut self.file else { return Ok(()) };
        let mut line = format!("{}\t{}\t{}\t{}", step.config.chosen, step.level, result.number, step.config.opening);
        for (score, thinking) in result.scores.iter().zip(&result.thinking) {
            let _ = write!(line, "\t{score}:{}:{}", thinking.total.as_micros(), thinking.actions);
        }
        writeln!(file, "{line}").map_err(|error| CliError::Usage(format!("--results {}: {error}", path.display())))
    }
}

impl KnownGame {
    /// Reads a line; `None` if it is none.
    fn read(line: &str) -> Option<Self> {
        let mut fields = line.trim_end().split('\t');
        let game = fields.next()?.to_owned();
        let (level, number) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
        let opening = fields.next()?.parse().ok()?;
        let seat = |field: &str| {
            let mut parts = field.split(':');
            Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
        };
        let seats = fields.map(seat).collect::<Option<Vec<_>>>()?;
        Some(Self { game, level, number, opening, seats })
    }

    /// Whether this is a game of a step.
    pub(super) fn is_of(&self, step: &Step) -> bool {
        let MatchConfig { chosen, opening, .. } = &step.config;
        self.level == step.level && self.opening == *opening && self.game == chosen.to_string()
    }

    /// Its result; `None` if the match has no such game.
    pub(super) fn result(&self, engine_match: &EngineMatch<'_>) -> Option<GameResult> {
        let scores = self.seats.iter().map(|(score, _, _)| *score).collect();
        let thinking = |&(_, micros, actions): &(f64, u64, u32)| {
            let total = Duration::from_micros(micros);
            ThinkingTime { total, actions, ..ThinkingTime::default() }
        };
        engine_match.result(self.number, scores, self.seats.iter().map(thinking).collect())
    }
}

/// What decides all games alike.
fn head(games: &[MatchConfig]) -> String {
    let Some(config) = games.first() else { return String::new() };
    let balanced = config.balance_nodes.map_or_else(|| "no".to_owned(), |nodes| nodes.to_string());
    format!("menagerie {}, seed {}, balanced {balanced}", env!("PROGRAM_VERSION"), config.seed)
}
