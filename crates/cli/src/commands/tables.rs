//! `menagerie tables`: builds endgame tables. `--tables` of other commands opens them.

use std::io::Write;
use std::path::PathBuf;
use std::thread::available_parallelism;
use std::time::Instant;

use clap::{Args, Subcommand, value_parser};
use menagerie_catalog::{Chosen, games};
use menagerie_game::{EndgameTables, Options, TableOrder, TableProgress};

use crate::args::GameParser;
use crate::error::CliError;

const EXAMPLES: &str = "\
Examples:
  menagerie tables build jungle                         tables with up to 4 pieces, in ./tables/jungle
  menagerie tables build jungle --pieces 3 --folder t   fewer pieces, another folder
  menagerie tables build jungle --options classic       only one rule set
  menagerie engine jungle --tables tables               use them

A build can be stopped at any time and resumes where it stopped. Each table is one line on standard error.
docs/reference/endgame-tables.md has sizes and times.";

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
    #[arg(value_name = "GAME", value_parser = GameParser)]
    game: Chosen,

    /// The greatest number of pieces
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = value_parser!(u8).range(1..=32))]
    pieces: u8,

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

impl Build {
    fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let tables = self.game.game.endgame_tables().ok_or_else(|| no_tables(self.game))?;
        let folder = self.folder.join(self.game.game.info().id);
        let threads = self.threads.map_or_else(|| available_parallelism().map_or(1, usize::from), usize::from);
        let order = TableOrder { folder: &folder, pieces: usize::from(self.pieces), threads, options: self.options()? };
        build(tables, &order)?;
        Ok(writeln!(out, "{} holds all tables with up to {} pieces", folder.display(), self.pieces)?)
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
}

fn build(tables: &dyn EndgameTables, order: &TableOrder<'_>) -> Result<(), CliError> {
    let begin = Instant::now();
    let report = |progress: &TableProgress| {
        let TableProgress { name, done, total, built } = progress;
        let Some(built) = built else { return eprintln!("{done}/{total} {name}: already there") };
        let (positions, longest, bytes) = (built.positions, built.longest, built.bytes);
        let seconds = begin.elapsed().as_secs();
        eprintln!("{done}/{total} {name}: {positions} positions, longest win {longest}, {bytes} bytes, {seconds} s");
    };
    tables.build(order, &report).map_err(|error| CliError::Usage(error.to_string()))
}

fn no_tables(chosen: Chosen) -> CliError {
    let with_tables = games().iter().filter(|game| game.endgame_tables().is_some());
    let ids: Vec<_> = with_tables.map(|game| game.info().id).collect();
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
