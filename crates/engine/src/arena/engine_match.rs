//! An engine match: many games, several at the same time.

use std::slice;
use std::sync::atomic::{AtomicBool, Ordering};

use menagerie_catalog::{Chosen, Visitor, visit};
use menagerie_game::Rules;

use super::match_queue::MatchQueue;
use super::match_score::MatchScore;
use super::player_spec::PlayerSpec;
use super::record::{GameRecord, GameResult, ThinkingTime};
use super::seating::{SeatSharing, Seating, seatings};
use super::sprt::{SprtBounds, Verdict};
use super::worker::{PlaysGames, Worker};

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
    /// 100 games, one at a time, from openings of the game's usual length.
    pub fn new(chosen: Chosen, players: Vec<PlayerSpec>) -> Self {
        struct Opening;
        impl Visitor for Opening {
            type Out = u32;

            fn visit<R: Rules>(self) -> u32 {
                R::OPENING
            }
        }
        Self {
            chosen,
            players,
            versus: SeatSharing::Halves,
            games: 100,
            concurrency: 1,
            opening: visit(chosen.game.info().id, Opening).expect("a chosen game is in the catalog"),
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

impl ArenaError {
    pub(crate) fn new(message: String) -> Self {
        Self(message)
    }
}

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
        let (score, done) = self.run_until(&AtomicBool::new(false), watch);
        done.map(|()| score)
    }

    /// Plays until all games are over, the test is decided or `halt` is set. Unfinished games do not
    /// count. The method sets `halt` itself when the test is decided. The score is that of the games
    /// so far, also after an error.
    pub fn run_until(&self, halt: &AtomicBool, watch: Watch<'_>) -> (MatchScore, Result<(), ArenaError>) {
        let mut queue = MatchQueue::new(slice::from_ref(self));
        let done = queue.run_until(self.config.concurrency, None, halt, &mut |_, record, scores| {
            watch(record, &scores[0]);
            if scores[0].sprt().is_some_and(|sprt| sprt.verdict != Verdict::Open) {
                halt.store(true, Ordering::Relaxed);
            }
        });
        (queue.scores()[0].clone(), done)
    }

    /// The result of one of its games, from what the seats got and how long they thought. `None` if there is no such game, or
    /// it has another number of seats.
    pub fn result(&self, number: usize, scores: Vec<f64>, thinking: Vec<ThinkingTime>) -> Option<GameResult> {
        let players = self.seatings[number % self.seatings.len()].clone();
        let fits = number < self.games() && scores.len() == players.len() && thinking.len() == players.len();
        let opening = number / self.seatings.len();
        fits.then_some(GameResult { number, opening, players, scores, faults: Vec::new(), thinking })
    }

    /// The score before the first game.
    pub(crate) fn no_score(&self) -> MatchScore {
        let names = self.config.players.iter().map(|player_spec| player_spec.name.clone()).collect();
        MatchScore::new(names, self.seatings.len(), self.is_even(), self.config.sprt)
    }

    /// Plays single games of the match, in the calling thread.
    pub(crate) fn worker(&self) -> Box<dyn PlaysGames + '_> {
        struct Build<'m>(&'m EngineMatch<'m>);
        impl<'m> Visitor for Build<'m> {
            type Out = Box<dyn PlaysGames + 'm>;

            fn visit<R: Rules>(self) -> Self::Out {
                Box::new(Worker::<R>::new(self.0.config, &self.0.seatings))
            }
        }
        visit(self.config.chosen.game.info().id, Build(self)).expect("a chosen game is in the catalog")
    }

    /// Whether there are two players and the first has half of all seats.
    fn is_even(&self) -> bool {
        let seats = self.seatings.iter().flatten();
        self.config.players.len() == 2 && 2 * seats.clone().filter(|player| **player == 0).count() == seats.count()
    }
}
