//! `menagerie rules`: a game's guide or its exact rules.

use std::io::Write;

use clap::Args;
use menagerie_catalog::Chosen;

use crate::args::GameParser;
use crate::error::CliError;

const EXAMPLES: &str = "\
Examples:
  menagerie rules shogi5              a guide for players
  menagerie rules shogi5 --exact      every rule with its number, as the program implements it";

/// Read how a game is played
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Rules {
    #[arg(value_name = "GAME", value_parser = GameParser, help = "The game")]
    game: Chosen,

    /// Print the exact, numbered rules with rulings and examples
    #[arg(long)]
    exact: bool,
}

impl Rules {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let info = self.game.game.info();
        let text = if self.exact { info.rules } else { info.guide };
        Ok(writeln!(out, "{}", text.trim_end())?)
    }
}
