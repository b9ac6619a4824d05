//! `menagerie view`: a position as one seat sees it.

use std::io::Write;

use clap::Args;

use crate::args::{PositionArgs, viewer};
use crate::error::CliError;

const EXAMPLES: &str = "\
Examples:
  menagerie view shogi5 --seat black
  menagerie view shogi5 --seat spectator

A question mark stands for what is hidden from that seat.";

/// Print a position as one seat sees it
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct View {
    #[command(flatten)]
    position_args: PositionArgs,

    /// The seat's name, or spectator for what everyone may see
    #[arg(long, value_name = "NAME")]
    seat: String,
}

impl View {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let position = self.position_args.position()?;
        let viewer = viewer(&*position, &self.seat)?;
        Ok(writeln!(out, "{}", position.view(viewer).text())?)
    }
}
