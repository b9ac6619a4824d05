//! Transcripts on disk: one file for each table, so that a long run does not hold all of them in memory.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::transcript::Transcript;

/// The transcripts of finished clients.
pub(crate) struct Archive {
    folder: PathBuf,
    tables: Mutex<BTreeSet<String>>,
}

impl Archive {
    /// An empty archive in a new folder.
    pub(crate) fn new(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        Ok(Self { folder: folder.to_owned(), tables: Mutex::default() })
    }

    /// Adds the transcript of a client that has finished.
    pub(crate) fn add(&self, transcript: &Transcript) -> io::Result<()> {
        let line = serde_json::to_string(transcript)? + "\n";
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        tables.insert(transcript.table.clone());
        File::options().create(true).append(true).open(self.file(&transcript.table))?.write_all(line.as_bytes())
    }

    /// The tables with transcripts.
    pub(crate) fn tables(&self) -> Vec<String> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// The transcripts of a table.
    pub(crate) fn transcripts(&self, table: &str) -> io::Result<Vec<Transcript>> {
        let text = fs::read_to_string(self.file(table))?;
        text.lines().map(|line| serde_json::from_str(line).map_err(io::Error::from)).collect()
    }

    fn file(&self, table: &str) -> PathBuf {
        self.folder.join(format!("{table}.jsonl"))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::transcript::{ClientEvent, TranscriptEntry};

    #[test]
    fn a_transcript_comes_back_with_the_bytes_that_were_received() {
        let folder = tempfile::tempdir().unwrap();
        let archive = Archive::new(folder.path()).unwrap();
        let raw = r#"{"t":"pong","n":3,"more":"a field that the client does not know"}"#.to_owned();
        let heard = ClientEvent::Heard(Box::new(raw.clone().try_into().unwrap()));
        let entries = vec![TranscriptEntry { at: Duration::from_millis(1500), what: heard }];
        let transcript = Transcript { table: "Table00001".to_owned(), entries, settled: true, ..Transcript::default() };
        archive.add(&transcript).unwrap();
        archive.add(&transcript).unwrap();
        let read = archive.transcripts("Table00001").unwrap();
        assert_eq!((read.len(), archive.tables().len()), (2, 1));
        assert_eq!(
            read[0].heard().next().map(|(at, it)| (at, it.raw.clone())),
            Some((Duration::from_millis(1500), raw))
        );
    }
}
