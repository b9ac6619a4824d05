//! Building the tables of a folder: classes with few tokens first, because captures lead to them. Threads take the
//! classes of one size one after the other; a class is solved by one thread.

mod lock;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use menagerie_game::{TableOrder, TableProgress, TableSummary, TablesError};

use crate::info::INFO;

use self::lock::BuildLock;
use super::class::{MAX_PIECES, MIN_PIECES};
use super::file;
use super::folder::key_of;
use super::key::{CATALOG, TableKey};
use super::solve::solve;
use super::table::{Table, classes_after_captures};
use super::value::{LONGEST, is_loss, is_win};

type Progress<'p> = &'p (dyn Fn(&TableProgress) + Sync);

pub(super) fn build(order: &TableOrder<'_>, progress: Progress<'_>) -> Result<(), TablesError> {
    if !(MIN_PIECES..=MAX_PIECES).contains(&order.pieces) {
        return Err(TablesError::Pieces { asked: order.pieces, least: MIN_PIECES, most: MAX_PIECES });
    }
    fs::create_dir_all(order.folder).map_err(|source| TablesError::Io { path: order.folder.to_owned(), source })?;
    let lock = BuildLock::take(order.folder)?;
    if lock.is_held {
        remove_unfinished(order.folder);
    }
    let classic = order.options.map(|options| INFO.has(options, "classic"));
    let sizes: Vec<Vec<TableKey>> = (MIN_PIECES..=order.pieces).map(|pieces| CATALOG.keys(pieces, classic)).collect();
    let run =
        Run { folder: order.folder, progress, total: sizes.iter().map(Vec::len).sum(), done: AtomicUsize::new(0) };
    sizes.iter().try_for_each(|keys| run.build_all(keys, order.threads))
}

/// Removes what a build that ended early was writing. The lock must be held: another build may be writing it.
fn remove_unfinished(folder: &Path) {
    let paths = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    // Only names of tables: other files of this folder belong to the user.
    let is_unfinished = |path: &PathBuf| {
        path.extension().is_some_and(|end| end == file::UNFINISHED) && key_of(&path.with_extension("table")).is_some()
    };
    for path in paths.filter(is_unfinished) {
        // If that fails, so does writing the table, which says why.
        let _ = fs::remove_file(path);
    }
}

/// A build under way.
struct Run<'r> {
    folder: &'r Path,
    progress: Progress<'r>,
    total: usize,
    done: AtomicUsize,
}

impl Run<'_> {
    /// Builds the tables of one size.
    fn build_all(&self, keys: &[TableKey], threads: usize) -> Result<(), TablesError> {
        let next = AtomicUsize::new(0);
        let failure = Mutex::new(None);
        thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(|| {
                    while let Some(&key) = keys.get(next.fetch_add(1, Relaxed)) {
                        if let Err(error) = self.build_one(key) {
                            *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                            // The other threads finish their tables and find none left.
                            next.store(keys.len(), Relaxed);
                        }
                    }
                });
            }
        });
        failure.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }

    fn build_one(&self, key: TableKey) -> Result<(), TablesError> {
        let name = CATALOG.file_name(key);
        let path = self.folder.join(&name);
        let is_finished = path.exists() && file::read_table(&CATALOG, key, &path).is_ok();
        let built = if is_finished { None } else { Some(self.solve(key, &path)?) };
        let done = self.done.fetch_add(1, Relaxed) + 1;
        (self.progress)(&TableProgress { name, done, total: self.total, built });
        Ok(())
    }

    fn solve(&self, key: TableKey, path: &Path) -> Result<TableSummary, TablesError> {
        let classic = key.rules.is_classic();
        let class = CATALOG.class(key);
        let smaller = classes_after_captures(&CATALOG.directory, class);
        let smaller: Vec<(usize, Arc<Table>)> =
            smaller.into_iter().map(|class| self.load(CATALOG.key(class, classic))).collect::<Result<_, _>>()?;
        let find = |class| smaller.iter().find(|(number, _)| *number == class).map(|(_, table)| table.clone());
        let table = solve(&CATALOG.directory, class, classic, LONGEST, find);
        let failed = |source| TablesError::Io { path: path.to_owned(), source };
        let bytes = file::to_bytes(&CATALOG, key, &table.values).map_err(failed)?;
        file::write(path, &bytes)?;
        Ok(summary(&table, bytes.len() as u64))
    }

    /// A finished table of this folder.
    fn load(&self, key: TableKey) -> Result<(usize, Arc<Table>), TablesError> {
        let path = self.folder.join(CATALOG.file_name(key));
        let bytes = file::read_table(&CATALOG, key, &path)?;
        Ok((key.class, Arc::new(file::unpack(&CATALOG, key, &path, &bytes)?)))
    }
}

fn summary(table: &Table, bytes: u64) -> TableSummary {
    let mut summary = TableSummary { bytes, ..TableSummary::default() };
    for index in 0..table.index.len {
        let Some(placement) = table.index.placement(index) else { continue };
        if table.index.of(placement) != index {
            continue;
        }
        for &value in table.values.iter().skip(index).step_by(table.index.len) {
            summary.positions += 1;
            summary.wins += u64::from(is_win(value));
            summary.losses += u64::from(is_loss(value));
            summary.longest = summary.longest.max(if is_win(value) { u32::from(value) } else { 0 });
        }
    }
    summary
}
