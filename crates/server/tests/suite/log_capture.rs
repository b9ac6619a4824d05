//! Captures the server's log while a test runs on this thread.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use tracing::{Dispatch, Level};
use tracing_subscriber::fmt;

/// The captured log of this thread.
pub(crate) struct LogCapture {
    lines: Lines,
    _guard: tracing::subscriber::DefaultGuard,
    /// With a single subscriber, `tracing` asks only the first thread that reaches a log line, and caches its answer
    /// for all threads. That may be a thread of another test, which has no subscriber.
    _second: Dispatch,
}

impl LogCapture {
    /// Captures everything from this level up.
    pub(crate) fn start(level: Level) -> Self {
        let lines = Lines::default();
        let writer = lines.clone();
        let second = Dispatch::new(fmt().with_max_level(level).with_writer(io::sink).finish());
        let subscriber = fmt().with_ansi(false).with_max_level(level).with_writer(move || writer.clone()).finish();
        let guard = tracing::subscriber::set_default(subscriber);
        tracing::callsite::rebuild_interest_cache();
        Self { lines, _guard: guard, _second: second }
    }

    /// Everything captured so far.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.lines.0.lock().unwrap()).into_owned()
    }
}

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
