//! `menagerie verify`: checks a record, every action and every draw of the dice.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use menagerie_record::verify;

use crate::failure::Failure;
use crate::record_file;

const EXAMPLES: &str = "\
Examples:
  menagerie verify game.txt
  menagerie convert game.json --to text | menagerie verify -

Exit status 0 if everything in the record is true, 1 if not.";

/// Checks a record: every action, the result, every draw of the dice
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Verify {
    /// The record, as text or JSON; - for standard input
    #[arg(value_name = "RECORD")]
    record: PathBuf,
}

impl Verify {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let record = record_file::read(&self.record)?;
        let verified = verify(&record).map_err(|error| Failure::Illegal(format!("not verified: {error}")))?;
        let dice = match (verified.chance, verified.dice) {
            (0, _) => "no dice".to_owned(),
            (draws, true) => format!("{draws} draws of the dice checked"),
            (draws, false) => format!("{draws} draws of the dice cannot be checked: the secret is not published"),
        };
        Ok(writeln!(out, "verified: {}, {} actions, {dice}", record.game, verified.actions)?)
    }
}
