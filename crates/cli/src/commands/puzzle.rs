//! `menagerie puzzle`: puzzles in the terminal.

use std::io::{self, IsTerminal, Write};

use clap::Args;
use menagerie_terminal::{PlayError, SolvePuzzles};

use crate::error::CliError;

const EXAMPLES: &str = "\
Examples:
  menagerie puzzle                          the games, how many puzzles they have, and your ratings
  menagerie puzzle jungle                   puzzles near your rating, one after another
  menagerie puzzle jungle --theme den-race  only puzzles with this theme
  menagerie puzzle jungle --daily           the puzzle of the day, the same for everyone

Type an action as in `menagerie play`, or: hint, actions, again, solution, next, quit. A wrong answer is refuted on the \
board. Your ratings are saved beside the stars of `menagerie learn`.";

/// Solve puzzles
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct PuzzleArgs {
    /// The game, with its options after a colon for one rule set only
    #[arg(value_name = "GAME")]
    game: Option<String>,

    /// Only puzzles with this theme
    #[arg(long, value_name = "THEME")]
    theme: Option<String>,

    /// The puzzle of the day
    #[arg(long, requires = "game", conflicts_with = "theme")]
    daily: bool,

    /// The puzzle with this id
    #[arg(long, value_name = "ID", conflicts_with_all = ["game", "theme", "daily"])]
    id: Option<String>,
}

impl PuzzleArgs {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let echo = !io::stdin().is_terminal();
        let options = SolvePuzzles { game: self.game, theme: self.theme, daily: self.daily, id: self.id, echo };
        menagerie_terminal::solve_puzzles(&options, &mut io::stdin().lock(), out).map_err(|error| match error {
            PlayError::Usage(words) => CliError::Usage(words),
            PlayError::Io(error) => CliError::Io(error),
        })
    }
}
