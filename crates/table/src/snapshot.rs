//! The newest part of the log, for a connection that gets everything. A snapshot is bounded, however long the match is:
//! `GET /api/tables/{id}/log` gives what came before.

use menagerie_wire::LogEntry;

use super::LiveTable;
use crate::seat_view::{Perspective, after_end};

/// The most entries in a snapshot. Most matches are shorter.
const MAX_ENTRIES: u32 = 500;
/// The most bytes of them as JSON: an entry of Heaven and Hell may tell a great deal.
const MAX_BYTES: usize = 256 * 1024;

/// The newest entries of a log.
#[derive(Clone)]
pub(super) struct RecentLog {
    /// How many entries come before them.
    pub(super) earlier: u32,
    pub(super) entries: Vec<LogEntry>,
}

impl LiveTable {
    /// The newest entries as such eyes may know them. Programs that get the whole list of moves get all entries.
    pub(super) fn recent_log(&self, perspective: Perspective) -> RecentLog {
        let from = if perspective.whole_log { 0 } else { self.version().saturating_sub(MAX_ENTRIES) };
        let mut entries = Vec::with_capacity((self.version() - from) as usize);
        // `open` has replayed the same events: they cannot fail here.
        if self.replay_log(after_end(perspective.logs, &*self.game), from, |entry, _| entries.push(entry)).is_err() {
            return RecentLog { earlier: 0, entries };
        }
        if !perspective.whole_log {
            drop(entries.drain(..entries.len() - count_fitting(&entries)));
            self.start_at_turn(&mut entries);
        }
        RecentLog { earlier: entries.first().map_or(self.version(), |entry| entry.version - 1), entries }
    }

    /// Leaves the rest of a turn out whose beginning is left out: an undo goes back within its turn, so that every undo in a
    /// snapshot has its action there too. A turn that is longer than a snapshot stays.
    fn start_at_turn(&self, entries: &mut Vec<LogEntry>) {
        let turn_of = |version: u32| self.log.get(version as usize).map(|logged| logged.turn);
        let begins = |entry: &LogEntry| entry.version == 1 || turn_of(entry.version - 1) != turn_of(entry.version - 2);
        if let Some(first) = entries.iter().position(begins) {
            entries.drain(..first);
        }
    }
}

/// How many of the last entries fit into a snapshot: one at least.
fn count_fitting(entries: &[LogEntry]) -> usize {
    let mut bytes = 0;
    let fits = |entry: &&LogEntry| {
        bytes += serde_json::to_vec(entry).map_or(0, |json| json.len());
        bytes <= MAX_BYTES
    };
    entries.iter().rev().take_while(fits).count().max(1).min(entries.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An entry of about this many bytes.
    fn entry(bytes: usize) -> LogEntry {
        let (by, event) = ("red".to_owned(), "x".repeat(bytes));
        LogEntry { version: 1, by, event, turn: 1, at: 0, happened: Vec::new(), back: None }
    }

    #[test]
    fn a_snapshot_holds_the_newest_entries_up_to_256_kilobytes() {
        let large = |entries| vec![entry(100 * 1024); entries];
        assert_eq!(count_fitting(&large(2)), 2);
        assert_eq!(count_fitting(&large(5)), 2);
        assert_eq!(count_fitting(&[large(3), vec![entry(10)]].concat()), 3, "the newest is small");
    }

    #[test]
    fn a_snapshot_holds_one_entry_however_large() {
        assert_eq!(count_fitting(&[entry(10), entry(MAX_BYTES)]), 1);
        assert_eq!(count_fitting(&[]), 0);
    }
}
