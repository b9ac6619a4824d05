//! The open seeks of this node: connections that wait for an opponent.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use menagerie_store::TableId;
use tokio::sync::oneshot;

/// A connection that waits for an opponent.
struct Waiting {
    /// Whether the seek is in the store, so that the store can end it.
    noted: bool,
    /// Dropped when an opponent joins, which ends the connection. Closed when the client disconnects first.
    waits: oneshot::Sender<()>,
}

/// The open seeks of this node, by table.
#[derive(Default)]
pub(crate) struct Seeks {
    waiting: Mutex<HashMap<TableId, Waiting>>,
}

impl Seeks {
    /// The match begins or the table is closed: its seek ends.
    pub(crate) fn met(&self, table: &TableId) {
        self.lock().remove(table);
    }

    /// Opens a seek. The receiver resolves when an opponent joins.
    pub(crate) fn wait_at(&self, table: &TableId) -> oneshot::Receiver<()> {
        let (waits, met) = oneshot::channel();
        self.lock().insert(table.clone(), Waiting { noted: false, waits });
        met
    }

    pub(crate) fn note(&self, table: &TableId) {
        if let Some(waiting) = self.lock().get_mut(table) {
            waiting.noted = true;
        }
    }

    pub(crate) fn noted(&self) -> Vec<TableId> {
        self.lock().iter().filter(|(_, it)| it.noted).map(|(table, _)| table.clone()).collect()
    }

    /// Whether a connection waits at this table.
    pub(crate) fn has(&self, table: &TableId) -> bool {
        self.lock().get(table).is_some_and(|it| !it.waits.is_closed())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TableId, Waiting>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seek_is_over_when_its_connection_is_and_only_those_in_the_store_can_be_over_there() {
        let seeks = Seeks::default();
        let (one, two) = (TableId::from_random(1), TableId::from_random(2));
        let mut met = seeks.wait_at(&one);
        let other = seeks.wait_at(&two);
        seeks.note(&one);
        assert_eq!(seeks.noted(), std::slice::from_ref(&one));
        assert!(seeks.has(&one) && seeks.has(&two));
        drop(other);
        assert!(!seeks.has(&two), "its connection has ended");
        assert!(met.try_recv().is_err_and(|error| error == oneshot::error::TryRecvError::Empty));
        seeks.met(&one);
        assert!(met.try_recv().is_err_and(|error| error == oneshot::error::TryRecvError::Closed));
    }
}
