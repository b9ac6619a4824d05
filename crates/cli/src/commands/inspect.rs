//! `menagerie inspect`: reads positions and writes one JSON object for each.

use std::io::{self, Write};

use clap::Args;
use menagerie_catalog::Chosen;
use menagerie_game::erased::{AnyGame, AnyPosition};

use crate::args::GameParser;
use crate::error::CliError;
use crate::line_reader::{InputLine, LineReader};

mod inspection;

use inspection::Inspection;

const EXAMPLES: &str = "\
Examples:
  echo 'lbsgk/4p/5/P4/KGSBL[] b' | menagerie inspect shogi5
  printf 'lbsgk/4p/5/P4/KGSBL[] b\\ta5a2 a1a2\\n' | menagerie inspect shogi5

Standard input: one position per line, optionally followed by a tab and actions separated by spaces.
Standard output: one JSON object per line for the resulting position. All keys are always present:
  {\"position\":…,\"actor\":\"white\"|\"chance\"|null,\"actions\":[sorted],\"probabilities\":[…]|null,
   \"outcome\":{\"white\":1,…}|null,\"error\":null|\"sentence\"}
After an error the other keys are null, and the command goes on with the next line.";

/// Read positions from standard input and print each one's facts as JSON
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Inspect {
    /// The game
    #[arg(value_name = "GAME", value_parser = GameParser)]
    game: Chosen,
}

impl Inspect {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let mut lines = LineReader::new(io::stdin());
        while let Some(line) = lines.next()? {
            let inspection = match reach(self.game.game, &line) {
                Ok(position) => Inspection::about(&*position),
                Err(sentence) => Inspection::error(sentence),
            };
            inspection.write(out)?;
            if lines.may_wait() {
                out.flush()?;
            }
        }
        Ok(())
    }
}

/// The position that an input line describes. The error is a sentence.
fn reach(game: &dyn AnyGame, line: &InputLine) -> Result<Box<dyn AnyPosition>, String> {
    let InputLine::Bytes(bytes) = line else { return Err("the line is too long for a position text".into()) };
    let line = std::str::from_utf8(bytes).map_err(|_| "the line is not UTF-8 text".to_owned())?;
    if line.is_empty() {
        return Err("the line is empty; it should hold a position".into());
    }
    let (position, actions) = line.split_once('\t').unwrap_or((line, ""));
    let mut position = game.read(position).map_err(|error| error.to_string())?;
    for action in actions.split(' ').filter(|action| !action.is_empty()) {
        position.apply(action).map_err(|error| error.to_string())?;
    }
    Ok(position)
}
