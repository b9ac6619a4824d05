//! `menagerie playouts`: the speed of random games.

use std::io::Write;
use std::time::{Duration, Instant};

use clap::Args;
use menagerie_game::Playout;

use crate::args::PositionArgs;
use crate::error::CliError;

const EXAMPLES: &str = "\
Examples:
  menagerie playouts shogi5
  menagerie playouts shogi5 --seconds 10 --seed 7

The same seed plays the same games. Their number depends on the time.";

/// The maximum number of actions in a random game. Some games need not end by their rules.
const MAX_LENGTH: u32 = 10_000;

/// Measure how many random games are played per second
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Playouts {
    #[command(flatten)]
    position_args: PositionArgs,

    /// The duration in seconds
    #[arg(long, value_name = "S", default_value = "3", value_parser = seconds)]
    seconds: Duration,

    /// The seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let wrong = || "expected a number of seconds from 0.01 to 86400".to_owned();
    let number: f64 = text.parse().map_err(|_| wrong())?;
    if (0.01..=86_400.0).contains(&number) { Ok(Duration::from_secs_f64(number)) } else { Err(wrong()) }
}

/// The totals over all games.
#[derive(Default)]
struct PlayoutStats {
    games: u64,
    actions: u64,
    finished: u64,
}

impl PlayoutStats {
    fn add(&mut self, playout: Playout) {
        self.games += 1;
        self.actions += u64::from(playout.actions);
        self.finished += u64::from(playout.finished);
    }
}

impl Playouts {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let position = self.position_args.position()?;
        let mut random = fastrand::Rng::with_seed(self.seed);
        let mut stats = PlayoutStats::default();
        let begin = Instant::now();
        position.playouts(&mut |sides: u32| random.u32(..sides), MAX_LENGTH, &mut |playout| {
            stats.add(playout);
            begin.elapsed() < self.seconds
        });
        let elapsed = begin.elapsed().as_secs_f64();
        let per_second = |count: u64| (count as f64 / elapsed).round();
        writeln!(out, "playouts per second: {}", per_second(stats.games))?;
        writeln!(out, "actions per second: {}", per_second(stats.actions))?;
        writeln!(out, "actions per playout: {:.1}", stats.actions as f64 / stats.games as f64)?;
        writeln!(out, "finished: {} of {}", stats.finished, stats.games)?;
        Ok(())
    }
}
