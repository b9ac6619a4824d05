//! The waiting tables of this node at which a player is connected.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use menagerie_store::TableId;

/// The waiting tables of this node at which a player is connected.
#[derive(Default)]
pub(crate) struct Attendance(Mutex<HashSet<TableId>>);

impl Attendance {
    pub(crate) fn note(&self, table: &TableId, attended: bool) {
        let mut tables = self.lock();
        if attended {
            tables.insert(table.clone());
        } else {
            tables.remove(table);
        }
    }

    pub(crate) fn tables(&self) -> Vec<TableId> {
        self.lock().iter().cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<TableId>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
