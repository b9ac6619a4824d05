//! `menagerie puzzles mine`: finds puzzles in games.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use clap::{Args, value_parser};
use menagerie_catalog::Chosen;
use menagerie_puzzles::mine::{MinedGame, Mining};
use menagerie_record::Record;

use super::progress_file::ProgressFile;
use crate::args::GameParser;
use crate::error::CliError;
use crate::{interrupt, record_file};

const EXAMPLES: &str = "\
Examples:
  menagerie puzzles mine shogi5 --output shogi5.jsonl --seconds 600
  menagerie puzzles mine jungle jungle:classic --output jungle.jsonl       both rule sets by turns
  menagerie puzzles mine jungle --records games.txt --output jungle.jsonl  from records

The computer plays against itself, or records are read, and every turn is searched for positions with exactly one \
solution. Ctrl-C ends the run. The same command continues it: puzzles stay in the file, and FILE.progress has the \
numbers of the finished games. docs/contribute/puzzles.md says what counts as a puzzle.";

/// Find puzzles in games of the computer against itself, or in records
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Mine {
    /// The game, with its options after a colon; several starts of one game take turns
    #[arg(value_name = "GAME", required = true, value_parser = GameParser)]
    starts: Vec<Chosen>,

    /// The collection to write or to continue
    #[arg(long, value_name = "FILE", default_value = "puzzles.jsonl")]
    output: PathBuf,

    /// How many games to mine, those of earlier runs included
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,

    /// Read records instead of playing
    #[arg(long, value_name = "FILE", num_args = 1..)]
    records: Vec<PathBuf>,

    /// The number of games at the same time; one for each core if not given
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Stop after this many seconds
    #[arg(long, value_name = "S", value_parser = value_parser!(u64).range(1..=10_000_000))]
    seconds: Option<u64>,

    /// The seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Keep at most this many puzzles at the end, spread over all ratings
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    limit: Option<u32>,
}

impl Mine {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let records = self.records()?;
        let settings = self.settings();
        let info = self.starts[0].game.info();
        let mut file = ProgressFile::open(&self.output, info, &settings).map_err(CliError::Usage)?;
        let mining = Mining {
            starts: self.starts,
            records,
            games: self.games,
            seed: self.seed,
            threads: self.threads.map_or(cores, usize::from),
            time: self.seconds.map(Duration::from_secs),
            done: file.done().clone(),
        };
        let mut display = Display::new(self.games);
        let mut failed = None;
        let halt = interrupt::listen();
        let run = mining.run(&halt, &mut |game| {
            display.count(&game, file.done().len());
            if let Err(error) = file.add(game) {
                failed = Some(error);
                halt.store(true, std::sync::atomic::Ordering::Relaxed);
            }
        });
        display.clear();
        run.map_err(|error| CliError::Usage(error.to_string()))?;
        if let Some(error) = failed {
            return Err(error.into());
        }
        if let Some(limit) = self.limit {
            file.thin(limit as usize);
        }
        file.save()?;
        display.summarise(&file, out)
    }

    /// What decides the games, in words.
    fn settings(&self) -> String {
        let starts: Vec<_> = self.starts.iter().map(ToString::to_string).collect();
        let records: Vec<_> = self.records.iter().map(|path| path.display().to_string()).collect();
        format!("{}; seed {}; records {}", starts.join(" "), self.seed, records.join(" "))
    }

    fn records(&self) -> Result<Vec<(String, Record)>, CliError> {
        let mut records = Vec::new();
        for path in &self.records {
            let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            for (index, record) in record_file::read_all(path)?.enumerate() {
                records.push((format!("{file} {}", index + 1), record?));
            }
        }
        Ok(records)
    }
}

/// The progress on standard error: one line that is overwritten on a terminal, else a line at times.
struct Display {
    games: u64,
    begin: Instant,
    shown: Instant,
    pause: Duration,
    on_terminal: bool,
    new_games: u64,
    candidates: u64,
    found: u64,
}

impl Display {
    fn new(games: u64) -> Self {
        let on_terminal = io::stderr().is_terminal();
        let pause = if on_terminal { Duration::from_millis(500) } else { Duration::from_secs(30) };
        let now = Instant::now();
        Self { games, begin: now, shown: now, pause, on_terminal, new_games: 0, candidates: 0, found: 0 }
    }

    fn count(&mut self, game: &MinedGame, done: usize) {
        self.new_games += 1;
        self.candidates += game.candidates;
        self.found += game.puzzles.len() as u64;
        if self.shown.elapsed() < self.pause {
            return;
        }
        self.shown = Instant::now();
        let line = format!(
            "{} of {} games, {} candidates, {} puzzles, {:.1} per minute",
            done + 1,
            self.games,
            self.candidates,
            self.found,
            self.found as f64 / (self.begin.elapsed().as_secs_f64() / 60.0)
        );
        let mut err = io::stderr();
        let _ = if self.on_terminal { write!(err, "\r\x1b[K{line}") } else { writeln!(err, "{line}") };
        let _ = err.flush();
    }

    fn clear(&self) {
        if self.on_terminal {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }

    fn summarise(&self, file: &ProgressFile, out: &mut impl Write) -> Result<(), CliError> {
        writeln!(out, "games: {} of {} ({} new)", file.done().len(), self.games, self.new_games)?;
        writeln!(out, "candidates: {}", self.candidates)?;
        writeln!(out, "puzzles: {} ({} found in this run)", file.puzzles(), self.found)?;
        Ok(())
    }
}
