//! `menagerie perft`: counting sequences of actions.

use std::io::Write;

use clap::Args;
use clap::value_parser;

use crate::args::Where;
use crate::failure::Failure;

mod crew;

use crew::Crew;

const EXAMPLES: &str = "\
Examples:
  menagerie perft shogi5 5
  menagerie perft shogi5 6 --threads 2
  menagerie perft shogi5 3 --divide        a share for each first action, then the count

The last line of the output is the count alone. Chance's actions count like any other.";

/// Counts the sequences of exactly DEPTH actions
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Perft {
    #[command(flatten)]
    place: Where,

    /// How many actions
    #[arg(value_name = "DEPTH", value_parser = value_parser!(u32).range(0..=200))]
    depth: u32,

    /// First, a line `action: count` for each first action, sorted
    #[arg(long)]
    divide: bool,

    /// How many threads count
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=1024))]
    threads: u16,
}

impl Perft {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let position = self.place.position()?;
        if self.depth == 0 {
            return Ok(writeln!(out, "1")?);
        }
        let shares = Crew::new(self.threads).divide(&*position, self.depth)?;
        if self.divide {
            for (action, count) in &shares {
                writeln!(out, "{action}: {count}")?;
            }
        }
        Ok(writeln!(out, "{}", shares.iter().map(|(_, count)| count).sum::<u64>())?)
    }
}
