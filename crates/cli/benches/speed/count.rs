//! Benchmarks of perft and random games.

use std::hint::black_box;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use menagerie_catalog::Visitor;
use menagerie_game::{Options, Rules, perft, perft_one_by_one, playout};

const ROUNDS: u32 = 3;
/// The minimum duration of a measured count, in seconds.
const LONG_ENOUGH: f64 = 0.4;
const DEEPEST: u32 = 30;
const PLAYING: Duration = Duration::from_secs(2);
/// The maximum number of actions in a random game. Some games need not end by their rules.
const LONGEST_GAME: u32 = 10_000;

/// The seconds of the fastest round, which was disturbed least.
pub(crate) fn best_of(rounds: u32, mut work: impl FnMut()) -> f64 {
    let seconds = (0..rounds).map(|_| {
        let begin = Instant::now();
        work();
        begin.elapsed().as_secs_f64()
    });
    seconds.fold(f64::INFINITY, f64::min)
}

/// Nodes per second at some depth.
pub(crate) struct Counted {
    pub(crate) depth: u32,
    pub(crate) bulk: f64,
    pub(crate) one_by_one: f64,
}

/// Perft from the start, deep enough to be measured.
pub(crate) struct Counting;

impl Visitor for Counting {
    type Out = Counted;

    fn visit<R: Rules>(self) -> Counted {
        let start = R::start(Options::NONE);
        let count = |depth| black_box(perft(black_box(&start), depth));
        let depth = (1..DEEPEST).find(|&depth| best_of(1, || _ = count(depth)) > LONG_ENOUGH).unwrap_or(DEEPEST);
        let nodes = count(depth) as f64;
        let bulk = nodes / best_of(ROUNDS, || _ = count(depth));
        // One ply less: without bulk counting the same depth would take many times as long.
        let shallow = depth - 1;
        let seconds = best_of(ROUNDS, || _ = black_box(perft_one_by_one(black_box(&start), shallow)));
        Counted { depth, bulk, one_by_one: count(shallow) as f64 / seconds }
    }
}

/// Random games and actions per second.
pub(crate) struct Played {
    pub(crate) games: f64,
    pub(crate) actions: f64,
}

/// Plays random games from the start.
pub(crate) struct Playing;

impl Visitor for Playing {
    type Out = Played;

    fn visit<R: Rules>(self) -> Played {
        let start = R::start(Options::NONE);
        let (mut random, mut buffer) = (fastrand::Rng::with_seed(1), Vec::new());
        let (mut games, mut actions, begin) = (0u64, 0u64, Instant::now());
        while begin.elapsed() < PLAYING {
            let game = playout(&mut start.clone(), &mut |sides| random.u32(..sides), LONGEST_GAME, &mut buffer);
            games += 1;
            actions += u64::from(game.actions);
        }
        let seconds = begin.elapsed().as_secs_f64();
        Played { games: games as f64 / seconds, actions: actions as f64 / seconds }
    }
}

/// The speedup of two threads over one, measured through the command line.
pub(crate) fn two_threads(id: &str, depth: u32) -> Option<f64> {
    let depth = depth.to_string();
    let run = |threads: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_menagerie"));
        command.args(["perft", id, &depth, "--threads", threads]).stdout(Stdio::null()).status()
    };
    if !run("1").ok()?.success() {
        return None;
    }
    // The two are measured in turns, so that other load affects both.
    let (mut one, mut two) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..ROUNDS {
        one = one.min(best_of(1, || _ = run("1")));
        two = two.min(best_of(1, || _ = run("2")));
    }
    Some(one / two)
}
