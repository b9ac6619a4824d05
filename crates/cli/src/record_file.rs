//! Reads records from a file or from standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use menagerie_record::{ReadError, Record, Records};

use crate::error::CliError;

/// Reads a file with one record.
pub(crate) fn read(path: &Path) -> Result<Record, CliError> {
    Record::read(open(path)?).map_err(|error| wrong(path, &error))
}

/// Reads a file with any number of records, lazily.
pub(crate) fn read_all(path: &Path) -> Result<impl Iterator<Item = Result<Record, CliError>>, CliError> {
    Ok(Records::of(open(path)?).map(move |record| record.map_err(|error| wrong(path, &error))))
}

fn open(path: &Path) -> Result<Box<dyn Read>, CliError> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    Ok(Box::new(File::open(path).map_err(|error| wrong(path, &error.into()))?))
}

fn wrong(path: &Path, error: &ReadError) -> CliError {
    CliError::Usage(format!("{}: {error}", path.display()))
}
