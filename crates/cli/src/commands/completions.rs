//! `menagerie completions`: completion scripts for shells.

use std::io::Write;

use clap::Args;
use clap_complete::Shell;

use crate::args::Cli;
use crate::error::CliError;

const EXAMPLES: &str = "\
Examples:
  source <(menagerie completions bash)
  menagerie completions fish > ~/.config/fish/completions/menagerie.fish";

/// Print a completion script for your shell
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        // The generator panics on a closed pipe, so it writes into memory first.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::clap_command(), "menagerie", &mut script);
        Ok(out.write_all(&script)?)
    }
}
