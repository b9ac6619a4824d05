//! How far a match is, on a terminal.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use menagerie_engine::arena::Standing;

/// A line on standard error that is written again and again; nothing if that is no terminal.
pub(crate) struct Progress<'a> {
    title: &'a str,
    games: usize,
    shown: Option<Instant>,
    on: bool,
}

const PAUSE: Duration = Duration::from_millis(200);

impl<'a> Progress<'a> {
    pub(crate) fn new(title: &'a str, games: usize) -> Self {
        Self { title, games, shown: None, on: io::stderr().is_terminal() }
    }

    pub(crate) fn show(&mut self, standing: &Standing) {
        if !self.on || self.shown.is_some_and(|shown| shown.elapsed() < PAUSE) {
            return;
        }
        self.shown = Some(Instant::now());
        let points =
            standing.shares().iter().map(|share| format!("{:.1}", share.points)).collect::<Vec<_>>().join(" : ");
        let elo = standing.elo().map(|elo| format!(", Elo {elo}")).unwrap_or_default();
        let sprt = standing.sprt().map(|sprt| format!(", SPRT {:.2}", sprt.ratio)).unwrap_or_default();
        write(&format!("{}{} of {} games, {points}{elo}{sprt}", self.title, standing.games(), self.games));
    }

    /// Leaves no trace.
    pub(crate) fn clear(&self) {
        if self.on {
            write("");
        }
    }
}

/// Over the line that stands there. Progress that cannot be shown is no failure.
fn write(text: &str) {
    let mut err = io::stderr();
    let _ = write!(err, "\r\x1b[K{text}").and_then(|()| err.flush());
}
