//! `menagerie actions`: what can be done.

use std::io::Write;

use clap::Args;

use crate::args::Where;
use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  menagerie actions shogi5
  menagerie actions shogi5 --position 'lbsgk/4p/5/P4/KGSBL[] b'

One action per line, sorted by ASCII; nothing if the game is over.";

/// Lists the legal actions, sorted, one per line
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Actions {
    #[command(flatten)]
    place: Where,
}

impl Actions {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        for action in self.place.position()?.actions() {
            writeln!(out, "{action}")?;
        }
        Ok(())
    }
}
