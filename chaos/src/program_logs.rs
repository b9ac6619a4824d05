//! The logs of the programs under test: a panic or an error in them is a finding, unless an injected fault explains it.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use crate::faults::Fault::{self, *};

/// A line of a log that reports an error or a panic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SuspiciousLine {
    /// The program, for example `node-1`.
    pub(crate) program: String,
    pub(crate) line: String,
}

/// Reads what was appended to log files.
#[derive(Default)]
pub(crate) struct LogReader {
    /// The bytes that were read of each file.
    read: BTreeMap<PathBuf, u64>,
}

impl LogReader {
    /// The suspicious lines since the last call, of these programs and their files.
    pub(crate) fn read(&mut self, files: &[(String, PathBuf)]) -> Vec<SuspiciousLine> {
        let mut found = Vec::new();
        for (program, path) in files {
            let text = self.appended(path);
            let lines = text.lines().filter(|line| is_suspicious(line));
            found.extend(lines.map(|line| SuspiciousLine { program: program.clone(), line: line.to_owned() }));
        }
        found
    }

    /// The whole lines that were appended to a file.
    fn appended(&mut self, path: &Path) -> String {
        let read = self.read.entry(path.to_owned()).or_default();
        let mut bytes = Vec::new();
        let Ok(mut file) = File::open(path) else { return String::new() };
        if file.seek(SeekFrom::Start(*read)).and_then(|_| file.read_to_end(&mut bytes)).is_err() {
            return String::new();
        }
        // The rest of the last line may still be written.
        bytes.truncate(bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1));
        *read += bytes.len() as u64;
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// Panics of Rust programs, their lines of level ERROR, and what `PostgreSQL` writes when its data are in danger.
fn is_suspicious(line: &str) -> bool {
    ["panicked at", " ERROR ", " PANIC: ", "could not read block", "invalid page", "corrupt"]
        .iter()
        .any(|word| line.contains(word))
}

/// An error that certain faults lead to.
struct Explained {
    /// Words of the line.
    words: &'static str,
    faults: &'static [Fault],
    reason: &'static str,
}

/// The faults that take the database away from a node.
const DATABASE_AWAY: &[Fault] =
    &[PostgresRestarted, PostgresKilled, EverythingRestarted, DatabasePartition, DiskFull, NodeStopped];
/// The faults that stop all writes.
const NO_WRITES: &[Fault] = &[DiskFull, ReadOnly];

/// All errors that are no findings. Panics of the programs are never among them.
const EXPLAINED: [Explained; 7] = [
    Explained {
        words: "a request failed",
        faults: DATABASE_AWAY,
        reason: "the database is away: the client gets `trouble` and asks again",
    },
    Explained {
        words: "sqlx_core::pool::inner: error returned from after_connect",
        faults: DATABASE_AWAY,
        reason: "the database goes away while a connection to it is set up: the pool opens another one",
    },
    Explained {
        words: "the database cannot be written",
        faults: NO_WRITES,
        reason: "the disk is full or the database read-only: the operator must know",
    },
    Explained {
        words: "a match is rated later",
        faults: DATABASE_AWAY,
        reason: "the match is queued in the transaction of its end, and rated by any node",
    },
    Explained {
        words: "a match is rated later",
        faults: NO_WRITES,
        reason: "the match is queued in the transaction of its end, and rated by any node",
    },
    Explained {
        words: "async_nats::connector",
        faults: &[NatsRestarted, EverythingRestarted, BusPartition],
        reason: "the client of NATS logs each failed attempt to connect; the node tries again",
    },
    Explained {
        words: " PANIC: ",
        faults: &[DiskFull],
        reason: "PostgreSQL stops when it cannot write its write-ahead log, and recovers at its start",
    },
];

/// Why a line is no finding after these faults.
pub(crate) fn explanation(line: &str, faults: &[Fault]) -> Option<&'static str> {
    let fits = |it: &&Explained| line.contains(it.words) && it.faults.iter().any(|fault| faults.contains(fault));
    EXPLAINED.iter().find(fits).filter(|_| !line.contains("panicked at")).map(|it| it.reason)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    const FAILED: &str = "2026-01-01T00:00:00Z ERROR menagerie_server::error: a request failed cause=pool timed out";
    const LOST_CONNECTION: &str = "2026-01-01T00:00:00Z ERROR sqlx_core::pool::inner: error returned from after_connect \
        error=error communicating with database: expected to read 5 bytes, got 0 bytes at EOF";
    const PANICKED: &str = "thread 'main' panicked at crates/server/src/app.rs:1:1: a request failed";

    #[test]
    fn an_error_is_explained_only_by_a_fault_that_leads_to_it() {
        assert!(explanation(FAILED, &[PostgresRestarted]).is_some());
        assert_eq!(explanation(FAILED, &[]), None);
        assert_eq!(explanation(FAILED, &[SocketsCut, NodeKilled]), None);
        assert!(explanation(LOST_CONNECTION, &[PostgresKilled]).is_some());
        assert_eq!(explanation(LOST_CONNECTION, &[ReadOnly]), None);
    }

    #[test]
    fn no_fault_explains_a_panic() {
        let all: Vec<Fault> = crate::faults::FAULTS.iter().map(|kind| kind.fault).collect();
        assert!(is_suspicious(PANICKED));
        assert_eq!(explanation(PANICKED, &all), None);
    }

    #[test]
    fn each_line_is_read_once_and_only_when_it_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("node-0.log");
        let mut log = File::create(&path).unwrap();
        let mut reader = LogReader::default();
        let files = [("node-0".to_owned(), path)];
        write!(log, "INFO all is well\n{FAILED}\n{}", &PANICKED[..20]).unwrap();
        let first = reader.read(&files);
        assert_eq!(first.iter().map(|it| it.line.as_str()).collect::<Vec<_>>(), [FAILED]);
        writeln!(log, "{}", &PANICKED[20..]).unwrap();
        let second = reader.read(&files);
        assert_eq!(second.iter().map(|it| it.line.as_str()).collect::<Vec<_>>(), [PANICKED]);
        assert_eq!(reader.read(&files), []);
    }
}
