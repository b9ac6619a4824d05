//! `menagerie engine`: the UGI and UCI engine for other programs.

use std::io::{self, Write};

use clap::Args;
use menagerie_catalog::Chosen;
use menagerie_engine::protocol::{Session, run};

use crate::args::GameParser;
use crate::commands::tables::TablesArgs;
use crate::error::CliError;

const EXAMPLES: &str = "\
Examples:
  menagerie engine shogi5                       then type: ugi, position startpos, go movetime 1000, quit
  echo bench | menagerie engine jungle          run the benchmark: node count and speed

UGI works with every game, UCI with games whose turn is one action. The option UCI_Variant changes the game.
At the end of its input the engine finishes limited searches and stops the others. docs/bots/engine.md has the details.";

/// Run the engine for other programs: UGI and UCI on standard input and output
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Engine {
    /// The game to start with, with its options after a colon [default: the first game that UCI can play]
    #[arg(value_name = "GAME", value_parser = GameParser)]
    game: Option<Chosen>,

    #[command(flatten)]
    tables: TablesArgs,
}

impl Engine {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        self.tables.open()?;
        let Some(session) = self.game.map(Session::new).or_else(Session::of_default_game) else { return Ok(()) };
        Ok(run(session, io::stdin(), out)?)
    }
}
