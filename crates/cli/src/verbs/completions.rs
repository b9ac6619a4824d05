//! `menagerie completions`: so that a shell can finish what one types.

use std::io::Write;

use clap::Args;
use clap_complete::Shell;

use crate::args::Call;
use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  source <(menagerie completions bash)
  menagerie completions fish > ~/.config/fish/completions/menagerie.fish";

/// Writes a script of completions for a shell
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Completions {
    /// Which shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        // Written into memory first: the generator panics if the other end of a pipe is gone.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Call::described(), "menagerie", &mut script);
        Ok(out.write_all(&script)?)
    }
}
