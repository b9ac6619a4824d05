//! `menagerie convert`: a record from one form into another.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::failure::Failure;
use crate::record_file;

const EXAMPLES: &str = "\
Examples:
  menagerie convert game.txt --to json
  menagerie convert game.json --to text

Both forms hold the same; nothing is lost either way. Of several records in one file none is converted:
`menagerie match --save FOLDER/` writes one file for each game.";

/// Turns a record into text or JSON
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Convert {
    /// The record, as text or JSON; - for standard input
    #[arg(value_name = "RECORD")]
    record: PathBuf,

    /// What to turn it into
    #[arg(long, value_enum)]
    to: Form,
}

#[derive(Clone, Copy, ValueEnum)]
enum Form {
    /// Tags and actions, in the manner of PGN
    Text,
    /// One JSON object
    Json,
}

impl Convert {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let record = record_file::read(&self.record)?;
        let text = match self.to {
            Form::Text => record.to_text(),
            Form::Json => record.to_json() + "\n",
        };
        Ok(out.write_all(text.as_bytes())?)
    }
}
