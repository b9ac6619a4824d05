//! `menagerie verify`: replays records and checks their actions, dice and tags.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use menagerie_record::{Record, VerifyError, verify};

use crate::error::CliError;
use crate::record_file;

const EXAMPLES: &str = "\
Examples:
  menagerie verify game.txt
  menagerie verify monday.txt tuesday.txt games/*.json
  menagerie convert game.json --to text | menagerie verify -

A text file may hold several records; the output then has one numbered line per record.
With several files, each line starts with the file's name.
Exit status: 0 if all records are valid, 1 if one is not, 2 if a file cannot be read.";

/// Check records: every action, every dice roll, and the result
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Verify {
    /// The record files, text or JSON; - for standard input
    #[arg(value_name = "RECORD", required = true)]
    records: Vec<PathBuf>,
}

impl Verify {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let mut count = Count::default();
        if let [path] = &self.records[..] {
            verify_file(path, "", &mut count, out)?;
            return count.verdict();
        }
        let mut unreadable = 0_usize;
        for path in &self.records {
            let name = format!("{}: ", path.display());
            match verify_file(path, &name, &mut count, out) {
                Err(CliError::Usage(why)) => {
                    unreadable += 1;
                    writeln!(out, "{why}")?;
                }
                other => other?,
            }
        }
        if unreadable > 0 {
            return Err(CliError::Usage(format!(
                "not verified: {unreadable} of {} files cannot be read",
                self.records.len()
            )));
        }
        count.verdict()
    }
}

/// The number of records, and of those that do not verify.
#[derive(Default)]
struct Count {
    read: usize,
    untrue: usize,
}

impl Count {
    fn verdict(&self) -> Result<(), CliError> {
        match self.untrue {
            0 => Ok(()),
            untrue => Err(CliError::Illegal(format!("not verified: {untrue} of {} records", self.read))),
        }
    }
}

/// Verifies the records of a file. Each output line starts with `name` and, if there are several records, a number.
fn verify_file(path: &Path, name: &str, count: &mut Count, out: &mut impl Write) -> Result<(), CliError> {
    let mut records = record_file::read_all(path)?.peekable();
    let mut number = 0_usize;
    while let Some(record) = records.next().transpose()? {
        number += 1;
        count.read += 1;
        let is_alone = number == 1 && records.peek().is_none();
        let label = if is_alone { name.to_owned() } else { format!("{name}{number} ") };
        match verdict(&record) {
            Ok(words) => writeln!(out, "{label}{words}")?,
            // The only record: its fault is the error message.
            Err(error) if label.is_empty() => return Err(CliError::Illegal(format!("not verified: {error}"))),
            Err(error) => {
                count.untrue += 1;
                writeln!(out, "{label}not verified: {error}")?;
            }
        }
    }
    Ok(())
}

/// The summary of a valid record.
fn verdict(record: &Record) -> Result<String, VerifyError> {
    let verified = verify(record)?;
    let dice = match (verified.chance, verified.dice) {
        (0, _) => "no dice".to_owned(),
        (draws, true) => format!("{draws} draws of the dice checked"),
        (draws, false) => format!("{draws} draws of the dice cannot be checked: the secret is not published"),
    };
    Ok(format!("verified: {}, {} actions, {dice}", record.game, verified.actions))
}
