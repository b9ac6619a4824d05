//! How far a match is, on standard error.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use menagerie_engine::arena::Standing;

/// On a terminal a line that is written again and again; elsewhere a line now and then.
pub(crate) struct Progress<'a> {
    title: &'a str,
    games: usize,
    shown: Instant,
    on_terminal: bool,
}

/// How long a line stands on a terminal.
const PAUSE: Duration = Duration::from_millis(200);
/// How long nothing is said elsewhere, where games take long.
const SILENCE: Duration = Duration::from_secs(30);
/// And into how many parts a match is divided there, where they do not.
const PARTS: usize = 10;

impl<'a> Progress<'a> {
    pub(crate) fn new(title: &'a str, games: usize) -> Self {
        Self { title, games, shown: Instant::now(), on_terminal: io::stderr().is_terminal() }
    }

    pub(crate) fn show(&mut self, standing: &Standing) {
        if !self.is_due(standing.games()) {
            return;
        }
        self.shown = Instant::now();
        let points =
            standing.shares().iter().map(|share| format!("{:.1}", share.points)).collect::<Vec<_>>().join(" : ");
        let elo = standing.elo().map(|elo| format!(", Elo {elo}")).unwrap_or_default();
        let sprt = standing.sprt().map(|sprt| format!(", SPRT {:.2}", sprt.ratio)).unwrap_or_default();
        let line = format!("{}{} of {} games, {points}{elo}{sprt}", self.title, standing.games(), self.games);
        if self.on_terminal { write_over(&line) } else { write_on(&line) }
    }

    /// Whether something is to be said after so many games. The last is followed by the result, which says more.
    fn is_due(&self, games: usize) -> bool {
        if self.on_terminal {
            return self.shown.elapsed() >= PAUSE;
        }
        let is_part = games.is_multiple_of(self.games.div_ceil(PARTS));
        games < self.games && (is_part || self.shown.elapsed() >= SILENCE)
    }

    /// Leaves no trace on a terminal.
    pub(crate) fn clear(&self) {
        if self.on_terminal {
            write_over("");
        }
    }
}

/// Over the line that stands there. Progress that cannot be shown is no failure.
fn write_over(text: &str) {
    let mut err = io::stderr();
    let _ = write!(err, "\r\x1b[K{text}").and_then(|()| err.flush());
}

/// Below the line that stands there.
fn write_on(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}
