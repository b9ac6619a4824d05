//! `menagerie selfplay`: training data for the learned evaluations.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use clap::{Args, value_parser};
use menagerie_catalog::Chosen;
use menagerie_engine::EvalFile;
use menagerie_engine::selfplay::{SelfPlay, SelfPlayProgress};

use crate::args::GameParser;
use crate::error::CliError;
use crate::interrupt;

const EXAMPLES: &str = "\
Examples:
  menagerie selfplay shogi5 --games 20000 --output shogi5.data
  menagerie selfplay jungle jungle:classic --games 20000 --output jungle.data       both rule sets by turns
  menagerie selfplay shogi5 --games 20000 --output second.data --eval first.net     another round, with a net

The built-in engine plays against itself from random openings and writes the positions with their scores and results.
Ctrl-C ends the run. The same command of the same program continues it: finished games stay in the file, and the same
games are played whatever the number of threads. A file of other settings or of another version of the program is
refused.

The defaults suit games that are searched by alpha-beta. djambi and heaven-hell are trained with fewer nodes and more
random actions: training/README.md says how a net is made, and training/recipes.json has the numbers of each game.";

/// Play games for training a learned evaluation
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SelfPlayArgs {
    /// The game, with its options after a colon; several starts of one game take turns
    #[arg(value_name = "GAME", required = true, value_parser = GameParser)]
    starts: Vec<Chosen>,

    /// The file to write or to continue
    #[arg(long, value_name = "FILE")]
    output: PathBuf,

    /// How many games the file will have at the end
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,

    /// The nodes of each search; the visits in games with chance or more than two seats
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,

    /// The number of games at the same time; one for each core if not given
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Stop after this many seconds; unfinished games are dropped
    #[arg(long, value_name = "S", value_parser = value_parser!(u64).range(1..=10_000_000))]
    seconds: Option<u64>,

    /// The most random actions at the start of a game; at least two are played
    #[arg(long, value_name = "K", default_value_t = 9, value_parser = value_parser!(u32).range(2..=1000))]
    openings: u32,

    /// After the opening one of this many actions is random
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = value_parser!(u32).range(2..))]
    random_every: u32,

    /// The seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// The evaluation: embedded, classical or the file of a net
    #[arg(long, value_name = "FILE", default_value = "embedded")]
    eval: EvalFile,
}

impl SelfPlayArgs {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let self_play = SelfPlay {
            starts: self.starts,
            file: self.output,
            games: self.games,
            nodes: self.nodes,
            random_opening: self.openings,
            random_action_every: self.random_every,
            seed: self.seed,
            eval_file: self.eval,
            threads: self.threads.map_or(cores, usize::from),
            time: self.seconds.map(Duration::from_secs),
            program: env!("PROGRAM_VERSION").to_owned(),
        };
        let mut display = Display::new(self.games);
        let begin = Instant::now();
        let done = self_play.run(&interrupt::listen(), &mut |progress| display.show(progress));
        display.clear();
        let done = done.map_err(|error| CliError::Usage(error.to_string()))?;
        let seconds = begin.elapsed().as_secs_f64().max(0.001);
        writeln!(out, "games: {} of {} ({} new)", done.games, self.games, done.new_games)?;
        writeln!(out, "new positions: {}", done.new_positions)?;
        writeln!(out, "positions per second: {:.0}", done.new_positions as f64 / seconds)?;
        Ok(())
    }
}

/// The progress on standard error: one line that is overwritten on a terminal, else a line at times.
struct Display {
    games: u64,
    begin: Instant,
    shown: Instant,
    pause: Duration,
    on_terminal: bool,
}

impl Display {
    fn new(games: u64) -> Self {
        let on_terminal = io::stderr().is_terminal();
        let pause = if on_terminal { Duration::from_millis(500) } else { Duration::from_secs(30) };
        Self { games, begin: Instant::now(), shown: Instant::now(), pause, on_terminal }
    }

    fn show(&mut self, progress: SelfPlayProgress) {
        if self.shown.elapsed() < self.pause {
            return;
        }
        self.shown = Instant::now();
        let seconds = self.begin.elapsed().as_secs_f64();
        let left = self.games.saturating_sub(progress.games) as f64 * seconds / progress.new_games.max(1) as f64;
        let line = format!(
            "{} of {} games, {} new positions, {:.0} per second, {} left",
            progress.games,
            self.games,
            progress.new_positions,
            progress.new_positions as f64 / seconds,
            minutes(left)
        );
        let mut err = io::stderr();
        let _ = if self.on_terminal { write!(err, "\r\x1b[K{line}") } else { writeln!(err, "{line}") };
        let _ = err.flush();
    }

    fn clear(&self) {
        if self.on_terminal {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// A duration in words.
fn minutes(seconds: f64) -> String {
    if seconds < 90.0 { format!("{seconds:.0} s") } else { format!("{:.0} min", seconds / 60.0) }
}
