//! `menagerie rules`: how a game is played.

use std::io::Write;

use clap::Args;
use menagerie_catalog::Chosen;

use crate::args::GameParser;
use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  menagerie rules shogi5              the game in plain words, for players
  menagerie rules shogi5 --exact      every rule with its number, as the program obeys it";

/// Tells how a game is played
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Rules {
    #[arg(value_name = "GAME", value_parser = GameParser, help = "The game")]
    game: Chosen,

    /// The exact rules, numbered, with all rulings and examples
    #[arg(long)]
    exact: bool,
}

impl Rules {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let info = self.game.game.info();
        let text = if self.exact { info.rules } else { info.guide };
        Ok(writeln!(out, "{}", text.trim_end())?)
    }
}
