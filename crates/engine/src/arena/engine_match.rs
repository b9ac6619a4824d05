//! An engine match: many games, several at the same time.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use menagerie_catalog::{Chosen, Visitor, visit};
use menagerie_game::Rules;

use super::match_score::MatchScore;
use super::player_spec::PlayerSpec;
use super::record::GameRecord;
use super::seating::{SeatSharing, Seating, seatings};
use super::sprt::{SprtBounds, Verdict};
use super::worker::Worker;

/// The configuration of a match.
#[derive(Clone, Debug)]
pub struct MatchConfig {
    /// The game.
    pub chosen: Chosen,
    /// The players.
    pub players: Vec<PlayerSpec>,
    /// How two players share more than two seats.
    pub versus: SeatSharing,
    /// The maximum number of games, rounded up so that each opening is played with every seating.
    pub games: usize,
    /// The number of games at the same time.
    pub concurrency: usize,
    /// The number of random actions at the start of each game.
    pub opening: u32,
    /// Leave out openings that a search of this many nodes judges as decided.
    pub balance_nodes: Option<u64>,
    /// The seed of openings, chance and players.
    pub seed: u64,
    /// Stop when this sequential test is decided.
    pub sprt: Option<SprtBounds>,
}

impl MatchConfig {
    /// 100 games, one at a time, from openings of four actions.
    pub fn new(chosen: Chosen, players: Vec<PlayerSpec>) -> Self {
        Self {
            chosen,
            players,
            versus: SeatSharing::Halves,
            games: 100,
            concurrency: 1,
            opening: 4,
            balance_nodes: None,
            seed: 1,
            sprt: None,
        }
    }
}

/// Why a match cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct ArenaError(String);

/// A valid match configuration with its seatings.
pub struct EngineMatch<'a> {
    config: &'a MatchConfig,
    seatings: Vec<Seating>,
}

/// The Elo model assumes that both players have the same number of seats.
const UNEVEN: &str = "a sequential test compares two players with as many seats each: name two players who share the \
                      seats evenly, or do without the test";

/// A callback after every game, with the score so far.
type Watch<'a> = &'a mut dyn FnMut(&GameRecord, &MatchScore);

impl<'a> EngineMatch<'a> {
    /// Computes the seatings. Fails if the number of players does not fit the game, or the test does
    /// not fit the players.
    pub fn new(config: &'a MatchConfig) -> Result<Self, ArenaError> {
        let seats = config.chosen.start().seats().len();
        let seatings = seatings(config.players.len(), seats, config.versus).map_err(ArenaError)?;
        let engine_match = Self { config, seatings };
        if config.sprt.is_some() && !engine_match.is_even() {
            return Err(ArenaError(UNEVEN.to_owned()));
        }
        Ok(engine_match)
    }

    /// The number of games if nothing ends the match earlier.
    pub fn games(&self) -> usize {
        self.config.games.div_ceil(self.seatings.len()) * self.seatings.len()
    }

    /// Plays the match and calls `watch` after every game.
    pub fn run(&self, watch: Watch<'_>) -> Result<MatchScore, ArenaError> {
        self.run_until(&AtomicBool::new(false), watch)
    }

    /// Plays until all games are over, the test is decided or `halt` is set. Unfinished games do not
    /// count. The method sets `halt` itself when the test is decided.
    pub fn run_until(&self, halt: &AtomicBool, watch: Watch<'_>) -> Result<MatchScore, ArenaError> {
        struct Run<'a, 'w>(&'a EngineMatch<'a>, &'w AtomicBool, Watch<'w>);
        impl Visitor for Run<'_, '_> {
            type Out = Result<MatchScore, ArenaError>;

            fn visit<R: Rules>(self) -> Self::Out {
                self.0.run_typed::<R>(self.1, self.2).map_err(ArenaError)
            }
        }
        visit(self.config.chosen.game.info().id, Run(self, halt, watch)).expect("a chosen game is in the catalog")
    }

    /// Whether there are two players and the first has half of all seats.
    fn is_even(&self) -> bool {
        let seats = self.seatings.iter().flatten();
        self.config.players.len() == 2 && 2 * seats.clone().filter(|player| **player == 0).count() == seats.count()
    }

    fn run_typed<R: Rules>(&self, halt: &AtomicBool, watch: Watch<'_>) -> Result<MatchScore, String> {
        let config = self.config;
        let names = config.players.iter().map(|player_spec| player_spec.name.clone()).collect();
        let mut score = MatchScore::new(names, self.seatings.len(), self.is_even(), config.sprt);
        let next = AtomicUsize::new(0);
        thread::scope(|scope| {
            let (sender, results) = channel();
            for _ in 0..config.concurrency.clamp(1, self.games()) {
                let (next, sender) = (&next, sender.clone());
                scope.spawn(move || Worker::<R>::new(config, &self.seatings, self.games()).run(next, halt, &sender));
            }
            drop(sender);
            let mut done = Ok(());
            for result in results {
                match result {
                    Ok(_) if halt.load(Ordering::Relaxed) => {}
                    Ok(record) => {
                        score.add(&record);
                        watch(&record, &score);
                    }
                    Err(error) => done = Err(error),
                }
                let decided = score.sprt().is_some_and(|sprt| sprt.verdict != Verdict::Open);
                if decided || done.is_err() {
                    halt.store(true, Ordering::Relaxed);
                }
            }
            done.map(|()| score)
        })
    }
}
