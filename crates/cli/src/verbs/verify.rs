//! `menagerie verify`: checks records, every action and every draw of the dice.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use menagerie_record::{Record, VerifyError, verify};

use crate::failure::Failure;
use crate::record_file;

const EXAMPLES: &str = "\
Examples:
  menagerie verify game.txt
  menagerie verify games.txt
  menagerie convert game.json --to text | menagerie verify -

A file may hold several records as text, one after the other; each gets a line with its number.
Exit status 0 if everything in the records is true, 1 if not.";

/// Checks records: every action, the result, every draw of the dice
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Verify {
    /// The record, or several as text, or one as JSON; - for standard input
    #[arg(value_name = "RECORD")]
    record: PathBuf,
}

impl Verify {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let mut records = record_file::read_all(&self.record)?.peekable();
        let mut read = 0_usize;
        let mut untrue = 0_usize;
        while let Some(record) = records.next().transpose()? {
            read += 1;
            let is_alone = read == 1 && records.peek().is_none();
            match verdict(&record) {
                Ok(words) if is_alone => writeln!(out, "{words}")?,
                Ok(words) => writeln!(out, "{read} {words}")?,
                Err(error) if is_alone => return Err(Failure::Illegal(format!("not verified: {error}"))),
                Err(error) => {
                    writeln!(out, "{read} not verified: {error}")?;
                    untrue += 1;
                }
            }
        }
        if untrue == 0 {
            return Ok(());
        }
        Err(Failure::Illegal(format!("not verified: {untrue} of {read} records")))
    }
}

/// What is true about a record.
fn verdict(record: &Record) -> Result<String, VerifyError> {
    let verified = verify(record)?;
    let dice = match (verified.chance, verified.dice) {
        (0, _) => "no dice".to_owned(),
        (draws, true) => format!("{draws} draws of the dice checked"),
        (draws, false) => format!("{draws} draws of the dice cannot be checked: the secret is not published"),
    };
    Ok(format!("verified: {}, {} actions, {dice}", record.game, verified.actions))
}
