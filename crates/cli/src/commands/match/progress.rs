//! The progress of a match, on standard error.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// On a terminal one line that is overwritten; elsewhere a new line at times.
pub(crate) struct Progress {
    games: usize,
    shown: Instant,
    on_terminal: bool,
}

/// The minimum time between two updates on a terminal.
const PAUSE: Duration = Duration::from_millis(200);
/// Elsewhere: a line at least this often.
const SILENCE: Duration = Duration::from_secs(30);
/// Elsewhere: a line after each of this many parts of a match.
const PARTS: usize = 10;

impl Progress {
    pub(crate) fn new(games: usize) -> Self {
        Self { games, shown: Instant::now(), on_terminal: io::stderr().is_terminal() }
    }

    /// Shows the progress after this many games, if an update is due.
    pub(crate) fn show(&mut self, games: usize, summary: impl FnOnce() -> String) {
        if !self.is_due(games) {
            return;
        }
        self.shown = Instant::now();
        let line = format!("{games} of {} games, {}", self.games, summary());
        if self.on_terminal { write_over(&line) } else { write_on(&line) }
    }

    /// Whether an update is due after this many games. The last game needs none: the result follows.
    fn is_due(&self, games: usize) -> bool {
        if self.on_terminal {
            return self.shown.elapsed() >= PAUSE;
        }
        let is_part = games.is_multiple_of(self.games.div_ceil(PARTS));
        games < self.games && (is_part || self.shown.elapsed() >= SILENCE)
    }

    /// Erases the line on a terminal.
    pub(crate) fn clear(&self) {
        if self.on_terminal {
            write_over("");
        }
    }
}

/// Overwrites the line. Output errors are ignored.
fn write_over(text: &str) {
    let mut err = io::stderr();
    let _ = write!(err, "\r\x1b[K{text}").and_then(|()| err.flush());
}

/// Writes a new line. Output errors are ignored.
fn write_on(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}
