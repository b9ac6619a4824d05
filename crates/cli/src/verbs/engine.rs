//! `menagerie engine`: the computer players for other programs.

use std::io::{self, Write};

use clap::Args;
use menagerie_catalog::Chosen;
use menagerie_engine::protocol::{default_game, run};

use crate::args::GameParser;
use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  menagerie engine shogi5                       then type: ugi, position startpos, go movetime 1000, quit
  echo bench | menagerie engine jungle          how many nodes a fixed piece of work takes, and how fast

UGI is spoken for all games, UCI for those whose turn is one action. The option UCI_Variant changes the game.
At the end of standard input what ends by itself is still done. docs/engine.md describes everything.";

/// Speaks UGI and UCI on standard input and output
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Engine {
    /// The game to begin with, with its options after a colon; by default the first that has turns of one action
    #[arg(value_name = "GAME", value_parser = GameParser)]
    game: Option<Chosen>,
}

impl Engine {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let Some(game) = self.game.or_else(default_game) else { return Ok(()) };
        Ok(run(game, io::stdin(), out)?)
    }
}
