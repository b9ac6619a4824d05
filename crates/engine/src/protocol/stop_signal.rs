//! The stop signal of a search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// A flag that is set once, with a condition variable to wait for it.
#[derive(Default, Debug)]
pub struct StopSignal {
    flag: AtomicBool,
    /// The result is no longer wanted.
    unwanted: AtomicBool,
    gate: Mutex<()>,
    given: Condvar,
}

impl StopSignal {
    /// Sets the signal.
    pub fn set(&self) {
        let _gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        self.flag.store(true, Ordering::Relaxed);
        self.given.notify_all();
    }

    /// Sets the signal and discards the result.
    pub fn abandon(&self) {
        self.unwanted.store(true, Ordering::Relaxed);
        self.set();
    }

    /// Whether the result is still wanted.
    pub fn wants_result(&self) -> bool {
        !self.unwanted.load(Ordering::Relaxed)
    }

    /// Blocks until the signal is set.
    pub fn wait(&self) {
        let mut gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.flag.load(Ordering::Relaxed) {
            gate = self.given.wait(gate).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The flag that a search polls.
    pub fn flag(&self) -> &AtomicBool {
        &self.flag
    }

    /// Whether the signal is set.
    pub fn is_set(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }
}
