//! `menagerie actions`: the legal actions of a position.

use std::io::Write;

use clap::Args;

use crate::args::PositionArgs;
use crate::error::CliError;

const EXAMPLES: &str = "\
Examples:
  menagerie actions shogi5
  menagerie actions shogi5 --position 'lbsgk/4p/5/P4/KGSBL[] b'

The output has one action per line, in ASCII order. It is empty when the game is over.";

/// List the legal actions of a position
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Actions {
    #[command(flatten)]
    position_args: PositionArgs,
}

impl Actions {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        for action in self.position_args.position()?.actions() {
            writeln!(out, "{action}")?;
        }
        Ok(())
    }
}
