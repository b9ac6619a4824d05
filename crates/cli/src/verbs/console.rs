//! `menagerie console`: a protocol of the game's own, on standard input and output.

use std::io::{self, Write};

use clap::Args;
use menagerie_catalog::consoles;
use menagerie_game::text::excerpt;

use crate::failure::Failure;
use crate::lines::{Line, Lines};

const EXAMPLES: &str = "\
Examples:
  printf 'l 15 12\\n0\\n' | menagerie console shogi5

The protocol is the section `Console protocol` of `menagerie rules shogi5 --exact`. Every answer is written out \
before the next line is read.";

/// Speaks a game's own protocol, line by line
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Console {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
}

impl Console {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let Some(console) = consoles().iter().find(|console| console.game == self.game) else {
            let known = consoles().iter().map(|console| console.game).collect::<Vec<_>>().join(", ");
            let found = excerpt(&self.game);
            return Err(Failure::Call(format!("'{found}' has no console protocol; a game that has one: {known}")));
        };
        let mut session = (console.begin)();
        let mut lines = Lines::new(io::stdin());
        while let Some(line) = lines.next()? {
            let line = match line {
                Line::Whole(line) => line,
                // No request is that long; to the protocol it is as malformed as an empty line.
                Line::TooLong => &[],
            };
            let reply = session.line(line);
            out.write_all(reply.output.as_bytes())?;
            out.flush()?;
            if reply.over {
                break;
            }
        }
        Ok(())
    }
}
