//! Another UCI program, for comparison.

use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Write};
use std::ops::AddAssign;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use crate::processor::Watch;

/// A number of nodes and the time they took.
#[derive(Clone, Copy, Default)]
pub(crate) struct Rate {
    pub(crate) nodes: f64,
    pub(crate) seconds: f64,
}

impl Rate {
    pub(crate) fn per_second(self) -> f64 {
        self.nodes / self.seconds
    }
}

impl AddAssign for Rate {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.seconds += other.seconds;
    }
}

/// The running program, with one thread and 16 MiB like ours.
pub(crate) struct Peer {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Peer {
    pub(crate) fn start(binary: &OsStr, variants: &OsStr, game: &str) -> io::Result<Self> {
        let mut process = Command::new(binary).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(io::Error::other("its input or output is closed"));
        };
        let mut peer = Self { process, input, output: BufReader::new(output) };
        peer.say("uci")?;
        peer.wait_for("uciok")?;
        let variants = variants.display().to_string();
        let options = [("VariantPath", variants.as_str()), ("UCI_Variant", game), ("Threads", "1"), ("Hash", "16")];
        for (name, value) in options {
            peer.say(&format!("setoption name {name} value {value}"))?;
        }
        peer.make_ready()?;
        Ok(peer)
    }

    /// Runs perft from the start.
    pub(crate) fn count(&mut self, depth: u32) -> io::Result<Rate> {
        self.say("position startpos")?;
        let begin = Instant::now();
        self.say(&format!("go perft {depth}"))?;
        let line = self.wait_for("Nodes searched:")?;
        let nodes = line.trim().parse().map_err(|_| io::Error::other("it gave no count"))?;
        Ok(Rate { nodes, seconds: begin.elapsed().as_secs_f64() })
    }

    /// Searches a position with empty tables. Returns the reported node count.
    pub(crate) fn search(&mut self, position: &str, time: Duration) -> io::Result<Rate> {
        self.say("ucinewgame")?;
        self.make_ready()?;
        self.say(&format!("position fen {position} 0 1"))?;
        let watch = Watch::on(&self.process.id().to_string());
        self.say(&format!("go movetime {}", time.as_millis()))?;
        let mut told = None;
        loop {
            let line = self.line("bestmove")?;
            if line.starts_with("bestmove") {
                let nodes = told.ok_or_else(|| io::Error::other("it did not say how many nodes it searched"))?;
                return Ok(Rate { nodes, seconds: watch.seconds() });
            }
            told = number_after(&line, "nodes").or(told);
        }
    }

    fn make_ready(&mut self) -> io::Result<()> {
        self.say("isready")?;
        self.wait_for("readyok").map(|_| ())
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.input, "{line}")?;
        self.input.flush()
    }

    /// Reads up to a line that starts with `beginning` and returns the rest of it.
    fn wait_for(&mut self, beginning: &str) -> io::Result<String> {
        loop {
            if let Some(rest) = self.line(beginning)?.strip_prefix(beginning) {
                return Ok(rest.to_owned());
            }
        }
    }

    /// The next line. The error names the line that was expected.
    fn line(&mut self, expected: &str) -> io::Result<String> {
        let mut line = String::new();
        if self.output.read_line(&mut line)? == 0 {
            return Err(io::Error::other(format!("it ended before it said '{expected}'")));
        }
        Ok(line)
    }
}

fn number_after(line: &str, word: &str) -> Option<f64> {
    let mut words = line.split_ascii_whitespace().skip_while(|one| *one != word);
    words.nth(1)?.parse().ok()
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.say("quit");
        let _ = self.process.wait();
    }
}
