//! The order to stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// An order that is given once and that one can wait for.
#[derive(Default, Debug)]
pub struct Stop {
    flag: AtomicBool,
    /// Nobody waits for the answer any more.
    unwanted: AtomicBool,
    gate: Mutex<()>,
    given: Condvar,
}

impl Stop {
    /// Gives the order.
    pub fn give(&self) {
        let _gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        self.flag.store(true, Ordering::Relaxed);
        self.given.notify_all();
    }

    /// Gives the order, and says that the answer is not wanted.
    pub fn abandon(&self) {
        self.unwanted.store(true, Ordering::Relaxed);
        self.give();
    }

    /// Whether the answer is still wanted.
    pub fn wants_answer(&self) -> bool {
        !self.unwanted.load(Ordering::Relaxed)
    }

    /// Waits for the order.
    pub fn wait(&self) {
        let mut gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.flag.load(Ordering::Relaxed) {
            gate = self.given.wait(gate).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// What a search looks at.
    pub fn flag(&self) -> &AtomicBool {
        &self.flag
    }

    /// Whether it was given.
    pub fn is_given(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }
}
