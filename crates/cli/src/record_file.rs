//! Where records come from: a file, or standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use menagerie_record::{ReadError, Record, Records};

use crate::failure::Failure;

/// Reads the one record that is there.
pub(crate) fn read(path: &Path) -> Result<Record, Failure> {
    Record::read(open(path)?).map_err(|error| wrong(path, &error))
}

/// The records that are there, each read when it is asked for.
pub(crate) fn read_all(path: &Path) -> Result<impl Iterator<Item = Result<Record, Failure>>, Failure> {
    Ok(Records::of(open(path)?).map(move |record| record.map_err(|error| wrong(path, &error))))
}

fn open(path: &Path) -> Result<Box<dyn Read>, Failure> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    Ok(Box::new(File::open(path).map_err(|error| wrong(path, &error.into()))?))
}

fn wrong(path: &Path, error: &ReadError) -> Failure {
    Failure::Call(format!("{}: {error}", path.display()))
}
