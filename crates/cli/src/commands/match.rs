//! `menagerie match`: engine matches with Elo and SPRT.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum, value_parser};
use menagerie_catalog::Chosen;
use menagerie_engine::arena::{ArenaError, EngineMatch, MatchConfig, MatchScore, PlayerSpec, SeatSharing, SprtBounds};

use crate::args::GameParser;
use crate::commands::tables::TablesArgs;
use crate::error::CliError;
use crate::interrupt;

mod ladder;
mod ladder_results;
mod progress;
mod record_output;

use ladder::LadderRun;
use progress::Progress;
use record_output::RecordOutput;

const EXAMPLES: &str = "\
Examples:
  menagerie match shogi5 --player level:3 --player level:2 --games 200 --concurrency 2
  menagerie match jungle --player time:100 --player plain:100 --save games.txt
  menagerie match chess2 --player level:1 --player greedy --games 40 --balanced 2000         level 1 against a beginner
  menagerie match djambi --player level:5 --player level:4              two seats each, all six seatings
  menagerie match djambi --player time:100 --player plain:100 --versus one      one seat against three
  menagerie match shogi5 --player nodes:20000 --player nodes:10000 --sprt 0 10 --games 20000
  menagerie match shogi5 --player time:100 --player \\
    'cmd:./fairy-stockfish?protocol=uci&time=100&option.VariantPath=shogi5.ini'
  menagerie match shogi5 --player tc:60+0.5 --player 'cmd:./engine?tc=60+0.5'        with clocks
  menagerie match shogi5 --player time:100 --player level:7 --openings 2 --balanced 20000    no decided openings
  menagerie match shogi5 --ladder                     each level against the one below, as a table
  menagerie match jungle djambi:3 --ladder --concurrency 16 --results games.tsv --minutes 9     can be continued

Players:
  level:N        the built-in engine at level N, from 1 to 8
  time:MS  nodes:N  depth:N     the built-in engine at full strength, with this limit for each action
  tc:60+0.5      the built-in engine at full strength with a clock: 60 seconds, and 0.5 seconds after each turn
  plain:MS       plain Monte-Carlo tree search with random playouts
  greedy         a beginner: takes what is free, and sees when the reply takes back or wins; it looks no further
  cmd:PROGRAM    another program that speaks UGI or UCI
Settings follow a question mark and are joined by &. A player whose clock runs out loses.
  threads=N, hash=MIB              built-in engine: threads, size of the transposition table
  eval=embedded|classical|FILE     built-in engine: the evaluation; embedded if not set
  contempt=N                       built-in engine: a draw is worse by N hundredths of a piece
  proof=off                        built-in engine: no proof search for forced wins
  tc=60+0.5                        built-in engine and other programs: a clock; not for plain and greedy
  name=NAME                        all: the name in the summary
  protocol=ugi|uci                 other programs: the protocol; ugi if not set
  time=MS, nodes=N, depth=N        other programs: the limit for each action; time=100 if not set
  variant=NAME, option.NAME=VALUE  other programs: their name for the game, and their options

Each opening is played with every seating. This program judges the games by its own rules. A player that answers too
late, illegally or not at all loses the game. The margins are 95 % confidence intervals. Ctrl-C ends the match and
prints the score so far.";

/// Play engines against each other and estimate the Elo difference
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Match {
    /// The game, with its options after a colon; with --ladder several games
    #[arg(value_name = "GAME", value_parser = GameParser, required = true)]
    chosen: Vec<Chosen>,

    /// A player: level:N, time:MS, nodes:N, depth:N, tc:60+0.5, plain:MS, greedy or cmd:PROGRAM; give two, or one for each seat
    #[arg(long = "player", value_name = "SPEC", required_unless_present = "ladder", conflicts_with = "ladder")]
    players: Vec<PlayerSpec>,

    /// The maximum number of games, rounded up so that each opening is played with every seating [default: 100; with
    /// --ladder 144]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=10_000_000))]
    games: Option<u32>,

    /// The number of games at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=1024))]
    concurrency: u16,

    /// The number of random actions at the start of each game [default: 4, in some games less]
    #[arg(long, value_name = "K", value_parser = value_parser!(u32).range(0..=1000))]
    openings: Option<u32>,

    /// Leave out openings that a search of N nodes judges as decided
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    balanced: Option<u64>,

    /// The seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// How two players share more than two seats
    #[arg(long, value_enum, default_value_t = SharingArg::Halves)]
    versus: SharingArg,

    /// Sequential probability ratio test: stop when one of the two Elo differences is accepted
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true, conflicts_with = "ladder")]
    sprt: Option<Vec<f64>>,

    /// Write the games to this file, or one file per game into this folder
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Play each level against the one below and print a table; level 7 plays half of the games, level 8 an eighth;
    /// games of chance play twice as many, at level 8 four times; games with more than two seats play twice as many
    /// at level 8
    #[arg(long)]
    ladder: bool,

    /// With --ladder: add the result of each game to this file; games that it already has are not played again
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,

    /// With --ladder: stop after this many minutes; unfinished games do not count
    #[arg(long, value_name = "M", value_parser = minutes)]
    minutes: Option<Duration>,

    #[command(flatten)]
    tables: TablesArgs,
}

#[derive(Clone, Copy, ValueEnum)]
enum SharingArg {
    /// Both players get the same number of seats, in all combinations
    Halves,
    /// The first player gets one seat, the second all others
    One,
}

impl Match {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        self.tables.open()?;
        let mut output = RecordOutput::open(self.save.as_deref())?;
        let halt = interrupt::listen();
        match &self.chosen[..] {
            _ if self.ladder => {
                let config = |chosen: &Chosen| self.config(*chosen, Vec::new());
                let run = LadderRun {
                    games: self.chosen.iter().map(config).collect::<Result<_, _>>()?,
                    results: self.results.as_deref(),
                    deadline: self.minutes.map(|minutes| Instant::now() + minutes),
                };
                run.play(&mut output, &halt, out)
            }
            // Clap waives `requires` for an option that a player excludes.
            _ if self.results.is_some() || self.minutes.is_some() => {
                Err(CliError::Usage("--results and --minutes need --ladder".into()))
            }
            [chosen] => play(&self.config(*chosen, self.players.clone())?, &mut output, &halt, out),
            _ => Err(CliError::Usage("a match is played in one game; several games need --ladder".into())),
        }
    }

    fn config(&self, chosen: Chosen, players: Vec<PlayerSpec>) -> Result<MatchConfig, CliError> {
        let sprt = match self.sprt.as_deref() {
            Some([elo0, elo1]) if elo0 < elo1 => Some(SprtBounds { elo0: *elo0, elo1: *elo1 }),
            Some(_) => return Err(CliError::Usage("--sprt ELO0 ELO1: the first must be less than the second".into())),
            None => None,
        };
        let usual = MatchConfig::new(chosen, players);
        Ok(MatchConfig {
            versus: self.versus.into(),
            games: self.games.map_or(if self.ladder { ladder::GAMES } else { usual.games }, |games| games as usize),
            concurrency: usize::from(self.concurrency),
            opening: self.openings.unwrap_or(usual.opening),
            balance_nodes: self.balanced,
            seed: self.seed,
            sprt,
            ..usual
        })
    }
}

/// Plays a match, shows the progress, saves the games and prints the score, also that of the games before an interruption
/// or an error.
fn play(
    config: &MatchConfig,
    output: &mut RecordOutput,
    halt: &AtomicBool,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let engine_match = EngineMatch::new(config).map_err(|error| wrong(&error))?;
    let mut progress = Progress::new(engine_match.games());
    let mut saved = Ok(());
    let (score, done) = engine_match.run_until(halt, &mut |record, score| {
        progress.show(score.games(), || summary(score));
        if saved.is_ok() {
            saved = output.add(record);
        }
    });
    progress.clear();
    if done.is_ok() || score.games() > 0 {
        write!(out, "{score}")?;
        // The score comes before the error.
        out.flush()?;
    }
    saved?;
    done.map_err(|error| wrong(&error))
}

/// The score so far, in a line.
fn summary(score: &MatchScore) -> String {
    let points = score.player_scores().iter().map(|player_score| format!("{:.1}", player_score.points));
    let elo = score.elo().map(|elo| format!(", Elo {elo}")).unwrap_or_default();
    let sprt = score.sprt().map(|sprt| format!(", SPRT {:.2}", sprt.ratio)).unwrap_or_default();
    [points.collect::<Vec<_>>().join(" : "), elo, sprt].concat()
}

fn wrong(error: &ArenaError) -> CliError {
    CliError::Usage(error.to_string())
}

fn minutes(text: &str) -> Result<Duration, String> {
    let number = text.parse::<f64>().ok().filter(|number| (0.01..=1_000_000.0).contains(number));
    number
        .map(|number| Duration::from_secs_f64(60.0 * number))
        .ok_or_else(|| "should be a number of minutes".to_owned())
}

impl From<SharingArg> for SeatSharing {
    fn from(sharing: SharingArg) -> Self {
        match sharing {
            SharingArg::Halves => Self::Halves,
            SharingArg::One => Self::One,
        }
    }
}
