//! The database's time, as this node knows it between two questions. Stamps are the database's; to compare them with the
//! clock of this machine would let flags fall early or late where the two differ.

use std::sync::{PoisonError, RwLock};
use std::time::{Duration, Instant};

use menagerie_table::clock::Millis;

/// An answer that took longer says too little about the present.
const SLOW: Duration = Duration::from_millis(500);

/// What tells the time.
pub(crate) struct Time {
    /// The clock of this machine: the database's own where the database is a file.
    here: fn() -> Millis,
    /// What the database said, and when. From there on a clock counts that nobody can set.
    told: RwLock<Option<(Instant, Millis)>>,
}

impl Time {
    pub(crate) fn new(here: fn() -> Millis) -> Self {
        Self { here, told: RwLock::default() }
    }

    pub(crate) fn now(&self) -> Millis {
        match *self.told.read().unwrap_or_else(PoisonError::into_inner) {
            Some((at, said)) => said + at.elapsed().as_millis() as Millis,
            None => (self.here)(),
        }
    }

    pub(crate) fn hear(&self, asked: Instant, said: Millis) {
        let took = asked.elapsed();
        let mut told = self.told.write().unwrap_or_else(PoisonError::into_inner);
        if told.is_none() || took < SLOW {
            *told = Some((asked + took / 2, said));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_database_says_counts_and_not_the_machine() {
        let time = Time::new(|| 5);
        assert_eq!(time.now(), 5);
        time.hear(Instant::now(), 1_000_000);
        assert!((1_000_000..1_010_000).contains(&time.now()));
    }

    #[test]
    fn a_slow_answer_does_not_move_the_clock() {
        let time = Time::new(|| 5);
        time.hear(Instant::now(), 1_000_000);
        let Some(long_ago) = Instant::now().checked_sub(SLOW * 2) else { return };
        time.hear(long_ago, 9_000_000);
        assert!(time.now() < 2_000_000);
    }
}
