//! `menagerie perft`: counts the leaf nodes of the game tree.

use std::io::Write;

use clap::Args;
use clap::value_parser;

use crate::args::PositionArgs;
use crate::error::CliError;

mod parallel;

use parallel::ParallelPerft;

const EXAMPLES: &str = "\
Examples:
  menagerie perft shogi5 5
  menagerie perft shogi5 6 --threads 2
  menagerie perft shogi5 3 --divide        one line per first action, then the total

The last line of the output is the total. Actions of chance count like all others.";

/// Count the sequences of exactly DEPTH actions
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Perft {
    #[command(flatten)]
    position_args: PositionArgs,

    /// The number of actions
    #[arg(value_name = "DEPTH", value_parser = value_parser!(u32).range(0..=200))]
    depth: u32,

    /// Also print a line `action: count` for each first action, sorted
    #[arg(long)]
    divide: bool,

    /// The number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=1024))]
    threads: u16,
}

impl Perft {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let position = self.position_args.position()?;
        if self.depth == 0 {
            return Ok(writeln!(out, "1")?);
        }
        let shares = ParallelPerft::new(self.threads).divide(&*position, self.depth)?;
        if self.divide {
            for (action, count) in &shares {
                writeln!(out, "{action}: {count}")?;
            }
        }
        Ok(writeln!(out, "{}", shares.iter().map(|(_, count)| count).sum::<u64>())?)
    }
}
