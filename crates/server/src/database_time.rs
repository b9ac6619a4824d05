//! The database's clock, estimated by this node between two reads. Event stamps come from the database: comparing them
//! with this machine's clock would make flags fall early or late when the two clocks differ.

use std::sync::{PoisonError, RwLock};
use std::time::{Duration, Instant};

use menagerie_table::clock::Millis;

/// Reads that took longer are ignored: their answer is too old.
const MAX_READ_TIME: Duration = Duration::from_millis(500);

/// An estimate of the database's clock.
pub(crate) struct DatabaseClock {
    /// This machine's clock. With `SQLite` it is also the database's.
    local: fn() -> Millis,
    /// The last value read, and when. The monotonic clock counts from there.
    last_read: RwLock<Option<(Instant, Millis)>>,
}

impl DatabaseClock {
    pub(crate) fn new(local: fn() -> Millis) -> Self {
        Self { local, last_read: RwLock::default() }
    }

    pub(crate) fn now(&self) -> Millis {
        match *self.last_read.read().unwrap_or_else(PoisonError::into_inner) {
            Some((at, said)) => said + at.elapsed().as_millis() as Millis,
            None => (self.local)(),
        }
    }

    pub(crate) fn adjust(&self, asked: Instant, said: Millis) {
        let took = asked.elapsed();
        let mut last_read = self.last_read.write().unwrap_or_else(PoisonError::into_inner);
        if last_read.is_none() || took < MAX_READ_TIME {
            *last_read = Some((asked + took / 2, said));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_databases_clock_counts_and_not_the_machines() {
        let time = DatabaseClock::new(|| 5);
        assert_eq!(time.now(), 5);
        time.adjust(Instant::now(), 1_000_000);
        assert!((1_000_000..1_010_000).contains(&time.now()));
    }

    #[test]
    fn a_slow_answer_does_not_move_the_clock() {
        let time = DatabaseClock::new(|| 5);
        time.adjust(Instant::now(), 1_000_000);
        let Some(long_ago) = Instant::now().checked_sub(MAX_READ_TIME * 2) else { return };
        time.adjust(long_ago, 9_000_000);
        assert!(time.now() < 2_000_000);
    }
}
