//! `menagerie explain`: the rule that makes an action legal or illegal.

use std::io::Write;

use clap::Args;

use crate::args::{PositionArgs, acting_viewer};
use crate::commands::tables::TablesArgs;
use crate::error::CliError;

const EXAMPLES: &str = "\
Examples:
  menagerie explain shogi5 a5a2
  menagerie explain shogi5 a5a1

The output is one line: legal or illegal, the rule's id, and the reason. If endgame tables know the position after the \
action, a second line says what it is worth for the actor: wins, draw or loses, with the actions to the next capture or \
the end. The exit status is 0 in both cases. \
`menagerie rules GAME --exact` lists the rules by id.";

/// Explain why an action is legal or illegal
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Explain {
    #[command(flatten)]
    position_args: PositionArgs,

    /// The action
    #[arg(value_name = "ACTION")]
    action: String,

    #[command(flatten)]
    tables: TablesArgs,
}

impl Explain {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        self.tables.open()?;
        let position = self.position_args.position()?;
        let verdict = position.view(acting_viewer(&*position)).explain(&self.action)?;
        let word = if verdict.legal { "legal" } else { "illegal" };
        writeln!(out, "{word} {}: {}", verdict.rule, verdict.reason)?;
        match position.table_value_after(&self.action) {
            Some(value) => Ok(writeln!(out, "table: {}", value.words())?),
            None => Ok(()),
        }
    }
}
