//! `menagerie verify`: checks records, every action, every draw of the dice and every tag that follows from them.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use menagerie_record::{Record, VerifyError, verify};

use crate::failure::Failure;
use crate::record_file;

const EXAMPLES: &str = "\
Examples:
  menagerie verify game.txt
  menagerie verify monday.txt tuesday.txt games/*.json
  menagerie convert game.json --to text | menagerie verify -

A file may hold several records as text, one after the other; each gets a line with its number.
Of several files each line begins with the file's name.
Exit status 0 if everything in the records is true, 1 if not, 2 if a file cannot be read.";

/// Checks records: every action, every draw of the dice, the result and all that follows from the actions
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Verify {
    /// Files with a record, or several as text, or one as JSON; - for standard input
    #[arg(value_name = "RECORD", required = true)]
    records: Vec<PathBuf>,
}

impl Verify {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let mut count = Count::default();
        if let [path] = &self.records[..] {
            verify_file(path, "", &mut count, out)?;
            return count.verdict();
        }
        let mut unreadable = 0_usize;
        for path in &self.records {
            let name = format!("{}: ", path.display());
            match verify_file(path, &name, &mut count, out) {
                Err(Failure::Call(why)) => {
                    unreadable += 1;
                    writeln!(out, "{why}")?;
                }
                other => other?,
            }
        }
        if unreadable > 0 {
            return Err(Failure::Call(format!(
                "not verified: {unreadable} of {} files cannot be read",
                self.records.len()
            )));
        }
        count.verdict()
    }
}

/// How many records were read, and how many of them are not true.
#[derive(Default)]
struct Count {
    read: usize,
    untrue: usize,
}

impl Count {
    fn verdict(&self) -> Result<(), Failure> {
        match self.untrue {
            0 => Ok(()),
            untrue => Err(Failure::Illegal(format!("not verified: {untrue} of {} records", self.read))),
        }
    }
}

/// The records of a file, each on a line that begins with the file's `name` and, where there are several, its number.
fn verify_file(path: &Path, name: &str, count: &mut Count, out: &mut impl Write) -> Result<(), Failure> {
    let mut records = record_file::read_all(path)?.peekable();
    let mut number = 0_usize;
    while let Some(record) = records.next().transpose()? {
        number += 1;
        count.read += 1;
        let is_alone = number == 1 && records.peek().is_none();
        let label = if is_alone { name.to_owned() } else { format!("{name}{number} ") };
        match verdict(&record) {
            Ok(words) => writeln!(out, "{label}{words}")?,
            // The only record that there is: what is wrong with it is the error.
            Err(error) if label.is_empty() => return Err(Failure::Illegal(format!("not verified: {error}"))),
            Err(error) => {
                count.untrue += 1;
                writeln!(out, "{label}not verified: {error}")?;
            }
        }
    }
    Ok(())
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
