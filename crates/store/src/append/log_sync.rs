//! Syncs `SQLite`'s write-ahead log beside the thread that writes to it: while one group of appends waits for the disk,
//! the next one is written. An append is answered after a sync that began after its commit.

use std::fs::File;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use tokio::sync::oneshot;

use super::Appended;
use crate::write_lock::WriteLock;
use crate::{Histogram, Result};

/// Groups that are committed and not yet synced, besides those that the sync under way covers. With more of them the
/// groups would be smaller, and each group has its own cost.
const GROUPS_AHEAD: usize = 1;

/// The answers to a group of appends.
pub(super) type Answers = Vec<(oneshot::Sender<Result<Appended>>, Result<Appended>)>;

/// The thread that syncs.
pub(crate) struct LogSync {
    groups: SyncSender<Answers>,
    thread: JoinHandle<()>,
}

impl LogSync {
    /// Syncs this log. After a failure the lock lets nobody write.
    pub(crate) fn start(log: File, lock: WriteLock, commits: Arc<Histogram>) -> io::Result<Self> {
        Self::with(move || log.sync_data(), lock, commits)
    }

    /// Syncs with this function.
    pub(super) fn with(
        sync: impl FnMut() -> io::Result<()> + Send + 'static,
        lock: WriteLock,
        commits: Arc<Histogram>,
    ) -> io::Result<Self> {
        let (groups, committed) = sync_channel(GROUPS_AHEAD);
        let work = move || sync_groups(sync, &committed, &lock, &commits);
        let thread = thread::Builder::new().name("log-sync".to_owned()).spawn(work)?;
        Ok(Self { groups, thread })
    }

    /// Answers a committed group after the next sync. Waits while another group waits for that.
    pub(super) fn answer(&self, answers: Answers) {
        // If the thread has panicked, the dropped answers tell the callers.
        let _ = self.groups.send(answers);
    }

    /// Whether the thread has ended: it has panicked.
    pub(super) fn has_ended(&self) -> bool {
        self.thread.is_finished()
    }

    /// Waits until all groups are synced and answered.
    pub(super) fn close(self) {
        drop(self.groups);
        let _ = self.thread.join();
    }
}

fn sync_groups(
    mut sync: impl FnMut() -> io::Result<()>,
    committed: &Receiver<Answers>,
    lock: &WriteLock,
    commits: &Histogram,
) {
    while let Ok(mut answers) = committed.recv() {
        answers.extend(committed.try_iter().flatten());
        let begun = Instant::now();
        if lock.failure().is_none()
            && let Err(error) = sync()
        {
            lock.fail(sqlx::Error::from(error).into());
        }
        commits.observe(begun.elapsed());
        for (answer, result) in answers {
            let result = match lock.failure() {
                Some(failure) => result.and(Err(failure.clone())),
                None => result,
            };
            // The caller may have gone. The event stands nevertheless.
            let _ = answer.send(result);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use tokio::sync::oneshot::error::TryRecvError;

    use super::*;
    use crate::{Millis, StoreError};

    const DONE: Appended = Appended { seq: 1, at: Millis(0) };

    fn group(result: Result<Appended>) -> (Answers, oneshot::Receiver<Result<Appended>>) {
        let (answer, answered) = oneshot::channel();
        (vec![(answer, result)], answered)
    }

    /// `docs/contribute/durability.md`: a group that is committed during a sync waits for the next one.
    #[test]
    fn an_append_is_answered_after_a_sync_that_began_after_its_commit() {
        let ((starts, started), (ends, end)) = (channel(), channel());
        let sync = move || {
            starts.send(()).unwrap();
            end.recv().unwrap()
        };
        let log = LogSync::with(sync, WriteLock::default(), Arc::default()).unwrap();
        let (first, first_answered) = group(Ok(DONE));
        let (second, mut second_answered) = group(Ok(DONE));
        log.answer(first);
        started.recv().unwrap();
        log.answer(second);
        ends.send(Ok(())).unwrap();
        assert_eq!(first_answered.blocking_recv().unwrap().unwrap(), DONE);
        started.recv().unwrap();
        assert!(matches!(second_answered.try_recv(), Err(TryRecvError::Empty)));
        ends.send(Ok(())).unwrap();
        log.close();
        assert_eq!(second_answered.try_recv().unwrap().unwrap(), DONE);
    }

    /// The kernel reports a failed write once. The next sync succeeds although the data is lost.
    #[test]
    fn after_a_failed_sync_no_append_is_acknowledged() {
        let mut failures = vec![io::Error::other("the disk is gone")];
        let lock = WriteLock::default();
        let sync = move || failures.pop().map_or(Ok(()), Err);
        let log = LogSync::with(sync, lock.clone(), Arc::default()).unwrap();
        let (first, first_answered) = group(Ok(DONE));
        let (late, late_answered) = group(Err(StoreError::Conflict));
        let (second, second_answered) = group(Ok(DONE));
        log.answer(first);
        assert!(matches!(first_answered.blocking_recv().unwrap(), Err(StoreError::Database(_))));
        assert!(lock.failure().is_some());
        log.answer(late);
        log.answer(second);
        assert!(matches!(late_answered.blocking_recv().unwrap(), Err(StoreError::Conflict)));
        assert!(matches!(second_answered.blocking_recv().unwrap(), Err(StoreError::Database(_))));
    }
}
