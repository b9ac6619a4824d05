//! `menagerie inspect`: positions in, JSON out, line by line.

use std::io::{self, Write};

use clap::Args;
use menagerie_catalog::Chosen;
use menagerie_game::erased::{AnyGame, AnyPosition};

use crate::args::GameParser;
use crate::failure::Failure;
use crate::lines::{Line, Lines};

mod answer;

use answer::Answer;

const EXAMPLES: &str = "\
Examples:
  echo 'lbsgk/4p/5/P4/KGSBL[] b' | menagerie inspect shogi5
  printf 'lbsgk/4p/5/P4/KGSBL[] b\\ta5a2 a1a2\\n' | menagerie inspect shogi5

Standard input: one position text per line; after a tab optionally actions, separated by spaces.
Standard output: one JSON object per line for the position reached, all keys always there:
  {\"position\":…,\"actor\":\"white\"|\"chance\"|null,\"actions\":[sorted],\"probabilities\":[…]|null,
   \"outcome\":{\"white\":1,…}|null,\"error\":null|\"sentence\"}
On an error the other keys are null, and reading goes on.";

/// Reads positions from standard input and answers each with a JSON object
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Inspect {
    /// The game
    #[arg(value_name = "GAME", value_parser = GameParser)]
    game: Chosen,
}

impl Inspect {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let mut lines = Lines::new(io::stdin());
        while let Some(line) = lines.next()? {
            let answer = match reach(self.game.game, &line) {
                Ok(position) => Answer::about(&*position),
                Err(sentence) => Answer::error(sentence),
            };
            answer.write(out)?;
            if lines.may_wait() {
                out.flush()?;
            }
        }
        Ok(())
    }
}

/// The position that a line of input leads to, or a sentence that says what is wrong with the line.
fn reach(game: &dyn AnyGame, line: &Line) -> Result<Box<dyn AnyPosition>, String> {
    let Line::Whole(bytes) = line else { return Err("the line is too long for a position text".into()) };
    let line = std::str::from_utf8(bytes).map_err(|_| "the line is not UTF-8 text".to_owned())?;
    if line.is_empty() {
        return Err("the line is empty; a position text should stand there".into());
    }
    let (position, actions) = line.split_once('\t').unwrap_or((line, ""));
    let mut position = game.read(position).map_err(|error| error.to_string())?;
    for action in actions.split(' ').filter(|action| !action.is_empty()) {
        position.apply(action).map_err(|error| error.to_string())?;
    }
    Ok(position)
}
