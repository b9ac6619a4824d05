//! `menagerie puzzles`: tools for collections of puzzles.

mod check;
mod mine;
mod progress_file;

use std::io::Write;

use clap::{Args, Subcommand};

use crate::error::CliError;

/// Mine and check puzzles
#[derive(Args)]
pub(crate) struct Puzzles {
    #[command(subcommand)]
    command: Tool,
}

#[derive(Subcommand)]
enum Tool {
    Mine(mine::Mine),
    Check(check::Check),
}

impl Puzzles {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        match self.command {
            Tool::Mine(mine) => mine.run(out),
            Tool::Check(check) => check.run(out),
        }
    }
}

/// A number with what it counts.
fn counted(number: usize, one: &str) -> String {
    format!("{number} {one}{}", if number == 1 { "" } else { "s" })
}
