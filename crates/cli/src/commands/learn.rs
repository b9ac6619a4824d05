//! `menagerie learn`: courses for newcomers in the terminal.

use std::io::{self, IsTerminal, Write};

use clap::Args;
use menagerie_terminal::{Learn as LearnOptions, PlayError};

use crate::error::CliError;

const EXAMPLES: &str = "\
Examples:
  menagerie learn                  the courses, and how much of them you have solved
  menagerie learn jungle           the levels of a course; begins with the first that you have not solved
  menagerie learn jungle den       one level

Type an action as in `menagerie play`, or: hint, actions, again, next, quit. A refusal names the rule and the reason.
Your stars are saved beside the seats of `menagerie play --server`.";

/// Learn a game in small levels
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Learn {
    /// The game
    #[arg(value_name = "GAME")]
    game: Option<String>,

    /// The level to begin with
    #[arg(value_name = "LEVEL")]
    level: Option<String>,
}

impl Learn {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let echo = !io::stdin().is_terminal();
        let options = LearnOptions { game: self.game, level: self.level, echo };
        menagerie_terminal::learn(&options, &mut io::stdin().lock(), out).map_err(|error| match error {
            PlayError::Usage(words) => CliError::Usage(words),
            PlayError::Io(error) => CliError::Io(error),
        })
    }
}
