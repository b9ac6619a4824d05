//! `menagerie match`: computer players against each other.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::{Args, ValueEnum, value_parser};
use menagerie_catalog::Chosen;
use menagerie_engine::arena::{ArenaError, Bounds, Contest, Plan, Spec, Standing, Versus};

use crate::args::GameParser;
use crate::failure::Failure;

mod interrupt;
mod ladder;
mod progress;
mod save;

use progress::Progress;
use save::Save;

const EXAMPLES: &str = "\
Examples:
  menagerie match shogi5 --player level:3 --player level:2 --games 200 --concurrency 2
  menagerie match jungle --player time:100 --player plain:100 --save games.txt
  menagerie match djambi --player level:5 --player level:4              two seats each, all six seatings
  menagerie match djambi --player time:100 --player plain:100 --versus one      one seat against three
  menagerie match shogi5 --player nodes:20000 --player nodes:10000 --sprt 0 10 --games 20000
  menagerie match shogi5 --player time:100 --player \\
    'cmd:./fairy-stockfish?protocol=uci&time=100&option.VariantPath=shogi5.ini'
  menagerie match shogi5 --player tc:60+0.5 --player 'cmd:./engine?tc=60+0.5'        with clocks
  menagerie match shogi5 --ladder --games 100         every level against the one below, as a table

A player is one of
  level:N        one of ours, from 1 to 8
  time:MS  nodes:N  depth:N     one of ours at full strength, that long for each action
  tc:60+0.5      one of ours at full strength with a clock: 60 seconds, and half a second after each turn
  plain:MS       plain Monte-Carlo tree search with random playouts
  cmd:PROGRAM    another program that speaks UGI or UCI
and after a question mark its settings, joined by &. For ours: threads=N, hash=MIB, tc=60+0.5,
name=NAME. For another program: protocol=ugi|uci (ugi), time=MS (100) or nodes=N or depth=N, tc=60+0.5,
variant=NAME, option.NAME=VALUE, name=NAME. A player whose clock runs out loses.

Every opening is played with every seating. Our rules decide; a program that answers too late, not legally or not at
all loses that game. The margins contain the truth with 95 %. Ctrl-C ends a match with the games played until then.";

/// Lets computer players play against each other
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Match {
    /// The game; its options follow a colon
    #[arg(value_name = "GAME", value_parser = GameParser)]
    game: Chosen,

    /// A player: level:N, time:MS, nodes:N, depth:N, tc:60+0.5, plain:MS or cmd:PROGRAM; one for each seat, or two
    #[arg(long = "player", value_name = "SPEC", required_unless_present = "ladder", conflicts_with = "ladder")]
    players: Vec<Spec>,

    /// How many games at most; rounded up to play every opening with every seating
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u32).range(1..=10_000_000))]
    games: u32,

    /// How many games at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=1024))]
    concurrency: u16,

    /// How many random actions each game begins with
    #[arg(long, value_name = "K", default_value_t = 4, value_parser = value_parser!(u32).range(0..=1000))]
    openings: u32,

    /// Where the random numbers begin
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// How two players share more than two seats
    #[arg(long, value_enum, default_value_t = Sharing::Halves)]
    versus: Sharing,

    /// Stop as soon as one of two differences in strength is refuted
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true, conflicts_with = "ladder")]
    sprt: Option<Vec<f64>>,

    /// Write the games to this file, or into this folder, one file each
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Play every level against the one below and write a table
    #[arg(long)]
    ladder: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Sharing {
    /// As many seats for each, in every way
    Halves,
    /// One seat for the first player, all others for the second
    One,
}

impl Match {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let mut table = Table { save: Save::open(self.save.as_deref())?, halt: interrupt::listen() };
        if self.ladder {
            return ladder::run(&self.plan(Vec::new())?, &mut table, out);
        }
        let plan = self.plan(self.players.clone())?;
        let standing = table.play(&plan, "")?;
        Ok(write!(out, "{standing}")?)
    }

    fn plan(&self, players: Vec<Spec>) -> Result<Plan, Failure> {
        let sprt = match self.sprt.as_deref() {
            Some([elo0, elo1]) if elo0 < elo1 => Some(Bounds { elo0: *elo0, elo1: *elo1 }),
            Some(_) => return Err(Failure::Call("--sprt ELO0 ELO1: the first must be less than the second".into())),
            None => None,
        };
        Ok(Plan {
            versus: self.versus.into(),
            games: self.games as usize,
            concurrency: usize::from(self.concurrency),
            opening: self.openings,
            seed: self.seed,
            sprt,
            ..Plan::new(self.game, players)
        })
    }
}

/// Where matches are played.
struct Table {
    save: Save,
    /// Set when no more games are wanted.
    halt: Arc<AtomicBool>,
}

impl Table {
    /// Plays a match, shows how far it is, and saves the games. Broken off, it stands as it stood.
    fn play(&mut self, plan: &Plan, title: &str) -> Result<Standing, Failure> {
        let wrong = |error: ArenaError| Failure::Call(error.to_string());
        let contest = Contest::new(plan).map_err(wrong)?;
        let mut progress = Progress::new(title, contest.games());
        let mut saved = Ok(());
        let standing = contest.run_until(&self.halt, &mut |record, standing| {
            progress.show(standing);
            if saved.is_ok() {
                saved = self.save.add(record);
            }
        });
        progress.clear();
        saved?;
        standing.map_err(wrong)
    }
}

impl From<Sharing> for Versus {
    fn from(sharing: Sharing) -> Self {
        match sharing {
            Sharing::Halves => Self::Halves,
            Sharing::One => Self::One,
        }
    }
}
