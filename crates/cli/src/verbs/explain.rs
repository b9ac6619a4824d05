//! `menagerie explain`: why an action is or is not legal.

use std::io::Write;

use clap::Args;

use crate::args::{Where, acting_viewer};
use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  menagerie explain shogi5 a5a2
  menagerie explain shogi5 a5a1

One line: legal or illegal, the rule's id, and the reason. Both are answers: the exit status is 0. \
The ids are those of `menagerie rules GAME --exact`.";

/// Says why an action is or is not legal: the rule's id and a sentence
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Explain {
    #[command(flatten)]
    place: Where,

    /// The action
    #[arg(value_name = "ACTION")]
    action: String,
}

impl Explain {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let position = self.place.position()?;
        let verdict = position.view(acting_viewer(&*position)).explain(&self.action)?;
        let word = if verdict.legal { "legal" } else { "illegal" };
        Ok(writeln!(out, "{word} {}: {}", verdict.rule, verdict.reason)?)
    }
}
