//! A comparison with Fairy-Stockfish in the same run, on the one game that it plays by our rules.

use std::env;
use std::io;
use std::time::Duration;

use menagerie_catalog::{Chosen, Visitor, visit};
use menagerie_game::Rules;
use menagerie_search::Method;

use crate::count::best_of;
use crate::peer::{Peer, Rate};
use crate::search::think;

/// The game that both know.
pub(crate) const GAME: &str = "shogi5";
/// Deep enough that the start-up time does not matter.
const DEPTH: u32 = 7;
const ROUNDS: u32 = 3;

/// The searched positions: the start and middle games.
const POSITIONS: [&str; 6] = [
    "lbsgk/4p/5/P4/KGSBL[] b",
    "l2k1/1sbgp/5/PGBS1/1K2L[] b",
    "3k1/1s2p/1ggp1/2B2/K1SLL[B] b",
    "1b2k/2s1p/l3L/1K1G1/3B1[GPs] w",
    "2sk1/3gp/1Bsp1/KB3/3GL[L] b",
    "5/2k1p/2gp1/K4/3GL[SSLbb] w",
];
/// The time per position and the number of turns. Both engines search in turns, so that other load
/// affects both; the median of the turns counts.
const THINKING: Duration = Duration::from_millis(200);
const TURNS: usize = 7;

/// Prints the speed ratios of perft and search, or why they were not measured.
pub(crate) fn compare() {
    let (Some(binary), Some(variants)) = (env::var_os("FAIRY_STOCKFISH"), env::var_os("FAIRY_STOCKFISH_VARIANTS"))
    else {
        println!("no comparison with Fairy-Stockfish: FAIRY_STOCKFISH and FAIRY_STOCKFISH_VARIANTS name no files");
        return;
    };
    let compared = Peer::start(&binary, &variants, GAME).and_then(|mut peer| {
        compare_counting(&mut peer)?;
        visit(GAME, ComparedSearch(&mut peer)).unwrap_or(Ok(()))
    });
    if let Err(error) = compared {
        println!("no comparison with Fairy-Stockfish: {error}");
    }
}

fn compare_counting(peer: &mut Peer) -> io::Result<()> {
    let start = GAME.parse::<Chosen>().map_err(io::Error::other)?.start();
    let nodes = start.perft(DEPTH) as f64;
    let ours = nodes / best_of(ROUNDS, || _ = start.perft(DEPTH));
    let mut theirs: f64 = 0.0;
    for _ in 0..ROUNDS {
        theirs = theirs.max(peer.count(DEPTH)?.per_second());
    }
    println!(
        "{GAME} perft {DEPTH}: {:.1} M/s, Fairy-Stockfish {:.1} M/s: {:.1} times as fast",
        ours / 1e6,
        theirs / 1e6,
        ours / theirs
    );
    Ok(())
}

/// Both engines search the same positions in turns, with one thread each.
struct ComparedSearch<'p>(&'p mut Peer);

impl Visitor for ComparedSearch<'_> {
    type Out = io::Result<()>;

    fn visit<R: Rules>(self) -> io::Result<()> {
        let mut turns = Vec::new();
        for _ in 0..TURNS {
            let (mut ours, mut theirs) = (Rate::default(), Rate::default());
            for text in POSITIONS {
                let position: R = text.parse().map_err(io::Error::other)?;
                ours += think(&position, Method::AlphaBeta, THINKING);
                theirs += self.0.search(text, THINKING)?;
            }
            turns.push((ours.per_second(), theirs.per_second()));
        }
        report(&turns);
        Ok(())
    }
}

fn report(turns: &[(f64, f64)]) {
    let mut ratios: Vec<f64> = turns.iter().map(|(ours, theirs)| ours / theirs).collect();
    ratios.sort_by(f64::total_cmp);
    for (number, (ours, theirs)) in turns.iter().enumerate() {
        let (ours_k, theirs_k) = (ours / 1e3, theirs / 1e3);
        println!(
            "{GAME} search, turn {}: {ours_k:.0} k/s, Fairy-Stockfish {theirs_k:.0} k/s: {:.2}",
            number + 1,
            ours / theirs
        );
    }
    println!(
        "{GAME} search: {:.2} times as many nodes per second as Fairy-Stockfish (median of {} turns; bar 2.0)",
        ratios[ratios.len() / 2],
        ratios.len()
    );
}
