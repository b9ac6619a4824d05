//! `menagerie console`: a game's own line protocol, on standard input and output.

use std::io::{self, Write};

use clap::Args;
use menagerie_catalog::{find, games};
use menagerie_game::erased::AnyGame;
use menagerie_game::text::excerpt;

use crate::error::CliError;
use crate::line_reader::{InputLine, LineReader};

const EXAMPLES: &str = "\
Examples:
  printf 'l 15 12\\n0\\n' | menagerie console shogi5

`menagerie rules shogi5 --exact` describes the protocol in its section `Console protocol`. The program \
flushes every answer before it reads the next line.";

/// Run a game's own line protocol on standard input and output
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Console {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
}

impl Console {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let Some(mut session) = find(&self.game).and_then(AnyGame::console) else {
            let with_console = games().iter().filter(|game| game.console().is_some());
            let known = with_console.map(|game| game.info().id).collect::<Vec<_>>().join(", ");
            let found = excerpt(&self.game);
            return Err(CliError::Usage(format!("'{found}' has no console protocol; a game that has one: {known}")));
        };
        let mut lines = LineReader::new(io::stdin());
        while let Some(line) = lines.next()? {
            let line = match line {
                InputLine::Bytes(line) => line,
                // No request is this long. The protocol treats it like an empty line: malformed.
                InputLine::TooLong => &[],
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
