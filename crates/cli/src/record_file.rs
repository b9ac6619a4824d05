//! Reading a record from a file or from standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use menagerie_record::Record;

use crate::failure::Failure;

/// A record is far smaller; more than this is not read.
const MOST_BYTES: u64 = 16 << 20;

/// Reads a record in either form: JSON begins with a brace.
pub(crate) fn read(path: &Path) -> Result<Record, Failure> {
    let mut bytes = Vec::new();
    let name = path.display();
    let unreadable = |error: io::Error| Failure::Call(format!("{name}: {error}"));
    if path == Path::new("-") {
        io::stdin().lock().take(MOST_BYTES).read_to_end(&mut bytes).map_err(unreadable)?;
    } else {
        File::open(path).map_err(unreadable)?.take(MOST_BYTES).read_to_end(&mut bytes).map_err(unreadable)?;
    }
    let text = String::from_utf8(bytes).map_err(|_| Failure::Call(format!("{name}: a record is UTF-8 text")))?;
    let record = if text.trim_start().starts_with('{') { Record::from_json(&text) } else { Record::from_text(&text) };
    record.map_err(|error| Failure::Call(format!("{name}: {error}")))
}
