//! `menagerie convert`: converts a record between its text and JSON formats.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::error::CliError;
use crate::record_file;

const EXAMPLES: &str = "\
Examples:
  menagerie convert game.txt --to json
  menagerie convert game.json --to text

The conversion is lossless in both directions. The file must hold exactly one record.
To get one file per game from a match, use `menagerie match --save FOLDER/`.";

/// Convert a record between text and JSON
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Convert {
    /// The record file, in either format; - for standard input
    #[arg(value_name = "RECORD")]
    record: PathBuf,

    /// The output format
    #[arg(long, value_enum)]
    to: Form,
}

#[derive(Clone, Copy, ValueEnum)]
enum Form {
    /// Tags and actions, similar to PGN
    Text,
    /// One JSON object
    Json,
}

impl Convert {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let record = record_file::read(&self.record)?;
        let text = match self.to {
            Form::Text => record.to_text(),
            Form::Json => record.to_json() + "\n",
        };
        Ok(out.write_all(text.as_bytes())?)
    }
}
