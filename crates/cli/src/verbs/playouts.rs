//! `menagerie playouts`: how fast random games go.

use std::io::Write;
use std::time::{Duration, Instant};

use clap::Args;
use menagerie_game::Playout;

use crate::args::Where;
use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  menagerie playouts shogi5
  menagerie playouts shogi5 --seconds 10 --seed 7

The same seed plays the same games; how many of them depends on the time.";

/// A random game that takes longer is broken off: some games need not end by their own rules.
const LONGEST: u32 = 10_000;

/// Plays random games and tells how many there are per second
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Playouts {
    #[command(flatten)]
    place: Where,

    /// How long, in seconds
    #[arg(long, value_name = "S", default_value = "3", value_parser = seconds)]
    seconds: Duration,

    /// Where the random numbers begin
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let wrong = || "a number of seconds from 0.01 to 86400 is needed".to_owned();
    let number: f64 = text.parse().map_err(|_| wrong())?;
    if (0.01..=86_400.0).contains(&number) { Ok(Duration::from_secs_f64(number)) } else { Err(wrong()) }
}

/// What happened in all games together.
#[derive(Default)]
struct Tally {
    games: u64,
    actions: u64,
    finished: u64,
}

impl Tally {
    fn add(&mut self, playout: Playout) {
        self.games += 1;
        self.actions += u64::from(playout.actions);
        self.finished += u64::from(playout.finished);
    }
}

impl Playouts {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let position = self.place.position()?;
        let mut random = fastrand::Rng::with_seed(self.seed);
        let mut tally = Tally::default();
        let begin = Instant::now();
        position.playouts(&mut |sides: u32| random.u32(..sides), LONGEST, &mut |playout| {
            tally.add(playout);
            begin.elapsed() < self.seconds
        });
        let elapsed = begin.elapsed().as_secs_f64();
        let per_second = |count: u64| (count as f64 / elapsed).round();
        writeln!(out, "playouts per second: {}", per_second(tally.games))?;
        writeln!(out, "actions per second: {}", per_second(tally.actions))?;
        writeln!(out, "actions per playout: {:.1}", tally.actions as f64 / tally.games as f64)?;
        writeln!(out, "finished: {} of {}", tally.finished, tally.games)?;
        Ok(())
    }
}
