//! `menagerie apply`: what actions lead to.

use std::io::Write;

use clap::Args;

use crate::args::Where;
use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  menagerie apply shogi5                     the start, as text
  menagerie apply shogi5 a5a2 a1a2           the position after two actions
  menagerie apply shogi5 a5a2 --position 'lbsgk/4p/5/P4/KGSBL[] b'";

/// Does actions one after the other and writes the position text after them
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Apply {
    #[command(flatten)]
    place: Where,

    /// Actions in order, chance's included
    #[arg(value_name = "ACTION")]
    actions: Vec<String>,
}

impl Apply {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let mut position = self.place.position()?;
        for action in &self.actions {
            position.apply(action)?;
        }
        Ok(writeln!(out, "{}", position.text())?)
    }
}
