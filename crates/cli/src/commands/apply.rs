//! `menagerie apply`: the position after a sequence of actions.

use std::io::Write;

use clap::Args;

use crate::args::PositionArgs;
use crate::error::CliError;

const EXAMPLES: &str = "\
Examples:
  menagerie apply shogi5                     the start position
  menagerie apply shogi5 a5a2 a1a2           the position after two actions
  menagerie apply shogi5 a5a2 --position 'lbsgk/4p/5/P4/KGSBL[] b'";

/// Play actions and print the resulting position
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Apply {
    #[command(flatten)]
    position_args: PositionArgs,

    /// The actions in order, including those of chance
    #[arg(value_name = "ACTION")]
    actions: Vec<String>,
}

impl Apply {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let mut position = self.position_args.position()?;
        for action in &self.actions {
            position.apply(action)?;
        }
        Ok(writeln!(out, "{}", position.text())?)
    }
}
