//! `menagerie view`: what a seat may know.

use std::io::Write;

use clap::Args;

use crate::args::{Where, viewer};
use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  menagerie view shogi5 --seat black
  menagerie view shogi5 --seat spectator

Where something is hidden from that seat, the text shows a question mark.";

/// Writes the text of what a seat sees
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct View {
    #[command(flatten)]
    place: Where,

    /// A seat's name, or spectator, who sees what all seats see
    #[arg(long, value_name = "NAME")]
    seat: String,
}

impl View {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let position = self.place.position()?;
        let viewer = viewer(&*position, &self.seat)?;
        Ok(writeln!(out, "{}", position.view(viewer).text())?)
    }
}
