//! `menagerie manual`: the manual pages of the program and its commands.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::args::Cli;
use crate::error::CliError;

const EXAMPLES: &str = "\
Examples:
  menagerie manual /usr/local/share/man/man1
  menagerie manual . && man ./menagerie.1";

/// Write the manual pages into a folder
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Manual {
    /// The folder, which must exist
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl Manual {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        // `help` would get a page for each command once more.
        let command = Cli::clap_command().disable_help_subcommand(true);
        let wrong = |error| CliError::Usage(format!("{}: {error}", self.folder.display()));
        clap_mangen::generate_to(command, &self.folder).map_err(wrong)?;
        Ok(writeln!(out, "{}", self.folder.join("menagerie.1").display())?)
    }
}
