//! Fairy-Stockfish beside us, in the same run, on the one game it can play by our rules.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;
use std::{env, io};

use menagerie_catalog::Chosen;

use crate::count::best_of;

/// The game that both know.
pub(crate) const GAME: &str = "shogi5";
/// Deep enough that starting the count does not matter.
const DEPTH: u32 = 7;
const ROUNDS: u32 = 3;

/// Prints how many times faster we count, or why that was not measured.
pub(crate) fn compare() {
    let (Some(binary), Some(variants)) = (env::var_os("FAIRY_STOCKFISH"), env::var_os("FAIRY_STOCKFISH_VARIANTS"))
    else {
        println!("no comparison with Fairy-Stockfish: FAIRY_STOCKFISH and FAIRY_STOCKFISH_VARIANTS name no files");
        return;
    };
    let Ok(chosen) = GAME.parse::<Chosen>() else { return };
    let start = chosen.start();
    let nodes = start.perft(DEPTH) as f64;
    let ours = nodes / best_of(ROUNDS, || _ = start.perft(DEPTH));
    match Fairy::start(&binary, &variants).and_then(|mut fairy| fairy.nodes_per_second()) {
        Ok(theirs) => println!(
            "{GAME} perft {DEPTH}: {:.1} M/s, Fairy-Stockfish {:.1} M/s: {:.1} times as fast",
            ours / 1e6,
            theirs / 1e6,
            ours / theirs
        ),
        Err(error) => println!("no comparison with Fairy-Stockfish: {error}"),
    }
}

/// A running Fairy-Stockfish.
struct Fairy {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Fairy {
    fn start(binary: &std::ffi::OsStr, variants: &std::ffi::OsStr) -> io::Result<Self> {
        let mut process = Command::new(binary).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(io::Error::other("its input or output is closed"));
        };
        let mut fairy = Self { process, input, output: BufReader::new(output) };
        fairy.say("uci")?;
        fairy.wait_for("uciok")?;
        fairy.say(&format!("setoption name VariantPath value {}", variants.display()))?;
        fairy.say(&format!("setoption name UCI_Variant value {GAME}"))?;
        fairy.say("position startpos")?;
        fairy.say("isready")?;
        fairy.wait_for("readyok")?;
        Ok(fairy)
    }

    /// Counts a few times and takes the fastest.
    fn nodes_per_second(&mut self) -> io::Result<f64> {
        let mut best: f64 = 0.0;
        for _ in 0..ROUNDS {
            let begin = Instant::now();
            self.say(&format!("go perft {DEPTH}"))?;
            let line = self.wait_for("Nodes searched:")?;
            let nodes: f64 = line.trim().parse().map_err(|_| io::Error::other("it gave no count"))?;
            best = best.max(nodes / begin.elapsed().as_secs_f64());
        }
        Ok(best)
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.input, "{line}")?;
        self.input.flush()
    }

    /// Reads on to a line that begins so, and gives the rest of it.
    fn wait_for(&mut self, beginning: &str) -> io::Result<String> {
        let mut line = String::new();
        loop {
            line.clear();
            if self.output.read_line(&mut line)? == 0 {
                return Err(io::Error::other(format!("it ended before it said '{beginning}'")));
            }
            if let Some(rest) = line.strip_prefix(beginning) {
                return Ok(rest.to_owned());
            }
        }
    }
}

impl Drop for Fairy {
    fn drop(&mut self) {
        let _ = self.say("quit");
        let _ = self.process.wait();
    }
}
