//! `menagerie tables`: builds endgame tables. `--tables` of other commands opens them.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::PathBuf;
use std::thread::available_parallelism;
use std::time::Instant;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Args, Subcommand, value_parser};
use menagerie_catalog::{Chosen, games};
use menagerie_game::erased::AnyGame;
use menagerie_game::{EndgameTables, Options, TableOrder, TableProgress, TablesError};

use crate::args::GameParser;
use crate::error::CliError;
use crate::interrupt;

const EXAMPLES: &str = "\
Examples:
  menagerie tables build jungle                         up to 4 pieces, into ./tables/jungle
  menagerie tables build jungle --pieces 3 --folder t   fewer pieces, another folder
  menagerie tables build jungle --options classic       only one rule set
  menagerie engine jungle --tables tables               use them

Size and time, on one processor core:
  jungle with 4 pieces   89 MB, 5 minutes
  jungle with 5 pieces   8 to 13 GB, about 22 hours (an estimate)

Each table is one line on standard error. Ctrl-C stops a build; the same command continues it. A folder has one build \
at a time. docs/reference/endgame-tables.md has more about sizes and times.";

/// Build endgame tables: the exact value of every position with few pieces
#[derive(Args)]
pub(crate) struct Tables {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Build(Build),
}

/// Build the tables that are missing in a folder
#[derive(Args)]
#[command(after_help = EXAMPLES)]
struct Build {
    /// The game
    #[arg(value_name = "GAME", value_parser = GameWithTables)]
    game: Chosen,

    #[arg(long, value_name = "N", default_value_t = 4, help = pieces_help())]
    pieces: usize,

    /// The folder for the tables; each game has its own folder in it
    #[arg(long, value_name = "DIR", default_value = "tables")]
    folder: PathBuf,

    /// The number of threads; each builds a table of its own [default: the number of processors]
    #[arg(long, value_name = "T", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Only the tables for these options of the game; `none` for the game without options [default: all]
    #[arg(long, value_name = "OPTIONS")]
    options: Option<String>,
}

impl Tables {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        match self.command {
            Command::Build(build) => build.run(out),
        }
    }
}

/// The games that have tables.
fn with_tables() -> impl Iterator<Item = (&'static dyn AnyGame, &'static dyn EndgameTables)> {
    games().iter().filter_map(|game| Some((*game, game.endgame_tables()?)))
}

/// Parses a game with its options; help and completions list only games with tables.
#[derive(Clone)]
struct GameWithTables;

impl TypedValueParser for GameWithTables {
    type Value = Chosen;

    fn parse_ref(&self, cli: &clap::Command, arg: Option<&clap::Arg>, value: &OsStr) -> Result<Chosen, clap::Error> {
        GameParser.parse_ref(cli, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(with_tables().map(|(game, _)| PossibleValue::new(game.info().id))))
    }
}

/// The help of `--pieces`. The limits are each game's own.
fn pieces_help() -> String {
    let limits = with_tables().map(|(game, tables)| format!("; {}: {}", game.info().id, tables.describe()));
    format!("The greatest number of pieces{}", limits.collect::<String>())
}

impl Build {
    fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let tables = self.game.game.endgame_tables().ok_or_else(|| no_tables(self.game))?;
        let folder = self.folder.join(self.game.game.info().id);
        let threads = self.threads.map_or_else(|| available_parallelism().map_or(1, usize::from), usize::from);
        let options = self.options()?;
        // Nothing is lost: finished tables are complete files, and the next build removes the others.
        let path = folder.display();
        interrupt::exit_with(format!(
            "stopped; the same command continues with the tables that {path} does not hold yet"
        ));
        build(tables, &TableOrder { folder: &folder, pieces: self.pieces, threads, options })?;
        let (folder, pieces) = (folder.display(), self.pieces);
        match options {
            None => writeln!(out, "{folder} holds all tables with up to {pieces} pieces")?,
            Some(options) => {
                let rules = self.rule_set(options);
                writeln!(out, "{folder} holds the tables with up to {pieces} pieces for one rule set: {rules}")?;
            }
        }
        Ok(())
    }

    /// The options to build for; `None` for all.
    fn options(&self) -> Result<Option<Options>, CliError> {
        let named = match self.options.as_deref() {
            None => return Ok(Some(self.game.options).filter(|options| *options != Options::NONE)),
            Some("none") => "",
            Some(named) => named,
        };
        let options = self.game.game.info().parse_options(named);
        options.map(Some).map_err(|error| CliError::Usage(format!("--options: {error}")))
    }

    fn rule_set(&self, options: Options) -> String {
        let chosen = Chosen { game: self.game.game, options };
        if options == Options::NONE { format!("{chosen} without options") } else { chosen.to_string() }
    }
}

fn build(tables: &dyn EndgameTables, order: &TableOrder<'_>) -> Result<(), CliError> {
    let begin = Instant::now();
    let report = |progress: &TableProgress| {
        // Standard error may be closed. The build still goes on.
        let _ = writeln!(io::stderr(), "{}", progress_line(progress, begin));
    };
    tables.build(order, &report).map_err(|error| {
        let option = if matches!(error, TablesError::Pieces { .. }) { "--pieces: " } else { "" };
        CliError::Usage(format!("{option}{error}"))
    })
}

fn progress_line(progress: &TableProgress, begin: Instant) -> String {
    let TableProgress { name, done, total, built } = progress;
    let Some(built) = built else { return format!("{done}/{total} {name}: already there") };
    let (positions, longest, bytes) = (built.positions, built.longest, built.bytes);
    let seconds = begin.elapsed().as_secs();
    format!("{done}/{total} {name}: {positions} positions, longest win {longest}, {bytes} bytes, {seconds} s")
}

fn no_tables(chosen: Chosen) -> CliError {
    let ids: Vec<_> = with_tables().map(|(game, _)| game.info().id).collect();
    let id = chosen.game.info().id;
    CliError::Usage(format!("{id} has no endgame tables; the games with tables are: {}", ids.join(", ")))
}

const FOLDER: &str = "A folder of endgame tables, made by `menagerie tables build` [default: $MENAGERIE_TABLES, or only \
the built-in tables]";

/// The option that opens tables, for commands that think.
#[derive(Args)]
pub(crate) struct TablesArgs {
    #[arg(long, value_name = "DIR", help = FOLDER)]
    tables: Option<PathBuf>,
}

impl TablesArgs {
    /// Opens the tables of the command line or the environment for this process.
    pub(crate) fn open(&self) -> Result<(), CliError> {
        let variable = || std::env::var_os("MENAGERIE_TABLES").filter(|folder| !folder.is_empty()).map(PathBuf::from);
        let Some(folder) = self.tables.clone().or_else(variable) else { return Ok(()) };
        let opened = menagerie_catalog::open_tables(&folder);
        opened.map(drop).map_err(|error| CliError::Usage(format!("endgame tables: {error}")))
    }
}
